"""Files of a kept run, which may be packed: FILE.xz stands for FILE where that is absent (results/pack.py)."""

from __future__ import annotations

import lzma
from pathlib import Path

from plots.errors import InputError


def find(path: Path) -> Path | None:
    """The file, else its packed form, else None."""
    return next((each for each in (path, path.with_name(path.name + ".xz")) if each.is_file()), None)


def read(path: Path) -> bytes:
    """What a file that `find` named holds. OSError; InputError names a packed file that is damaged."""
    data = path.read_bytes()
    if path.suffix != ".xz":
        return data
    try:
        return lzma.decompress(data, lzma.FORMAT_XZ)
    except lzma.LZMAError as error:
        raise InputError(f"{path}: damaged, or no xz file ({error})") from None
