"""Files and folders that are written whole or not at all: beside their place first, then moved there."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from plots.files.errors import InputError


def write(path: Path, content: bytes) -> None:
    """The file holds all of it, or what it held before. InputError; OSError of a full disk."""
    place = file_place(path)
    beside = place.with_name(_unused())
    try:
        beside.write_bytes(content)
        beside.replace(place)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise InputError(f"{path}: {error.strerror}; give another file") from None


def file_place(path: Path) -> Path:
    """Where a file of this name would be written, links followed. InputError unless one can be."""
    try:
        if path.is_symlink() and not path.exists():
            raise InputError(f"{path}: a link to nothing; give another file")
        if path.exists() and not path.is_file():
            raise InputError(f"{path}: no regular file; give another one")
        place = path.resolve()
        if not place.parent.is_dir():
            raise InputError(f"{path}: there is no such folder")
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        raise InputError(f"{path}: {getattr(error, 'strerror', error)}; give another file") from None
    return place


def require_folder_place(out: Path) -> None:
    """InputError unless `out` is a folder or could become one."""
    try:
        if out.is_symlink() and not out.exists():
            raise InputError(f"{out}: a link to nothing; give another folder with --out")
        if not _nearest(out).is_dir():
            raise InputError(f"{_nearest(out)}: not a folder; give another folder with --out")
    except OSError as error:
        raise InputError(f"{out}: {error.strerror}; give another folder with --out") from None


@contextmanager
def folder(out: Path) -> Iterator[Path]:
    """An empty folder to write to. What it holds at the end is moved into `out`, over files of the same names; others stay.
    If anything fails `out` is as it was."""
    require_folder_place(out)
    beside = _nearest(out) / _unused()
    try:
        beside.mkdir()
        yield beside
        _move(beside, out)
    except OSError as error:
        raise InputError(f"{error.filename or out}: {error.strerror}; give another folder with --out") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _nearest(out: Path) -> Path:
    """The folder itself if it is there, else the nearest one above it: of the same file system."""
    return next(each for each in (out, *out.absolute().parents) if each.exists())


def _unused() -> str:
    return f".retime-{secrets.token_hex(6)}.part"


def _move(beside: Path, out: Path) -> None:
    if not out.exists():
        out.parent.mkdir(parents=True, exist_ok=True)
        beside.rename(out)
        return
    names = [path.relative_to(beside) for path in sorted(beside.rglob("*"))]
    for each in names:  # all that can be in the way is found before the first is moved
        there, is_folder = out / each, (beside / each).is_dir()
        if there.exists() and (not there.is_dir() if is_folder else not there.is_file()):
            raise InputError(f"{there}: in the way of the report; move it, or give another folder with --out")
        if is_folder and there.exists() and not os.access(there, os.W_OK):
            raise InputError(f"{there}: may not be written to; give another folder with --out")
    for each in names:
        if (beside / each).is_dir():
            (out / each).mkdir(exist_ok=True)
        else:
            (beside / each).replace(out / each)
