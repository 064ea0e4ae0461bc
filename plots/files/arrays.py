"""Arrays that `--save` wrote: .npy files of numbers, as large as they say."""

from __future__ import annotations

import io
import math
from pathlib import Path
from tokenize import TokenError

import numpy as np

from plots.files import gate
from plots.files.errors import InputError

MOST_AXES = 4
BAD_HEAD = (ValueError, EOFError, TypeError, RecursionError, MemoryError, TokenError)  # of a text that Python parses


def read(path: Path) -> np.ndarray:
    """In double precision. InputError: no array of finite real numbers, or of another size than its head says."""
    content = io.BytesIO(gate.data(path))
    try:
        version = np.lib.format.read_magic(content)
        head = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, kind = head(content)
    except BAD_HEAD as error:
        raise InputError(f"{path}: no array in NumPy's format ({error})") from None
    if kind.kind not in "biuf" or len(shape) > MOST_AXES or min(shape, default=1) < 1:
        raise InputError(
            f"{path}: {kind} {shape}: numbers along at most {MOST_AXES} axes are wanted, none of them empty"
        )
    if math.prod(shape) * kind.itemsize != len(content.getbuffer()) - content.tell():
        raise InputError(f"{path}: holds more or less than the {shape} values that it says")
    content.seek(0)
    values = np.load(content, allow_pickle=False).astype(float)
    if not np.isfinite(values).all():
        raise InputError(f"{path}: not all of its values are finite numbers")
    return values
