"""JSON documents that other programs wrote, gzipped or not."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from plots.errors import InputError

MOST_BYTES = 1 << 29


def read_json(path: Path, ending: str = "") -> dict[str, Any]:
    """The object in a file; one whose writer has not closed it yet is tried with `ending` for its last comma.

    InputError names the file: unreadable, damaged, too large, or no JSON object.
    """
    try:
        with path.open("rb") as plain_file:
            packed = plain_file.read(2) == b"\x1f\x8b"
        with (gzip.open if packed else open)(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InputError(f"{path}: larger than {MOST_BYTES >> 20} MiB, which no tuning file is")
        document = _parsed(data, ending)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not JSON ({error})") from None
    if not isinstance(document, dict):
        raise InputError(f"{path}: a JSON object is wanted, not {type(document).__name__}")
    return document


def _parsed(data: bytes, ending: str) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        if not ending or not data.rstrip().endswith(b","):
            raise
        return json.loads(data.rstrip()[:-1] + ending.encode())
