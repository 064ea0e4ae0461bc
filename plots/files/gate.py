"""The one gate of every file that is read: regular, of bounded size also when unpacked, strict JSON of bounded depth.

InputError names the file, the place in it, and what would be right. What the values mean is checked after, by plots/files/schema.py.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import math
import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plots.files.errors import InputError

MOST_BYTES = 256 << 20  # unpacked
MOST_VALUES = 16_000_000  # of a document; Python takes some 100 bytes for each
MOST_DEPTH = 32  # ours have 7
MOST_TEXT = 1 << 16  # characters of one text
LEAST_WHOLE, MOST_WHOLE = -(2**63), 2**64 - 1
MOST_DICTIONARY = 512 << 20  # memory that unpacking may take; an .xz file can ask for 4 GiB
XZ, GZIP = b"\xfd7zXZ\x00", b"\x1f\x8b"


def data(path: Path, hint: str = "", most: int = MOST_BYTES) -> bytes:
    """What a file holds, unpacked if it is .xz or .gz. `hint`: what would be right where it cannot be read."""
    try:
        raw = _raw(path, most)
        unpacked = _unpacked(raw, path, most) if raw.startswith((XZ, GZIP)) or path.suffix == ".xz" else raw
    except (lzma.LZMAError, gzip.BadGzipFile, EOFError, zlib.error) as error:
        kind = "gzip" if raw.startswith(GZIP) else "xz"
        raise InputError(f"{path}: damaged, or no {kind} file ({error})") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}{hint}") from None
    if len(unpacked) > most:
        raise InputError(f"{path}: larger than {most >> 20} MiB{' unpacked' * (raw is not unpacked)}, which none is")
    return unpacked


def kept(path: Path) -> Path | None:
    """The file of a kept run, else its packed form FILE.xz (results/pack.py), else None."""
    return next((each for each in (path, path.with_name(path.name + ".xz")) if each.is_file()), None)


def _raw(path: Path, most: int) -> bytes:
    """A pipe or a device would never end, and is not opened to wait for."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise InputError(f"{path}: neither a pipe nor a device is read; give a file")
        return file.read(most + 1)


def _unpacked(raw: bytes, path: Path, most: int) -> bytes:
    """As much of it as is allowed, and a byte."""
    if raw.startswith(GZIP):
        with gzip.open(io.BytesIO(raw)) as file:
            return file.read(most + 1)
    if not raw:
        raise EOFError("it is empty")
    out, rest = b"", raw
    while rest and len(out) <= most:
        stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MOST_DICTIONARY)
        out += stream.decompress(rest, max_length=most + 1 - len(out))
        if not stream.eof and len(out) <= most:
            raise EOFError("it ends too soon")
        rest = stream.unused_data.lstrip(b"\0")  # streams may be padded
    return out


def text(path: Path, hint: str = "") -> str:
    try:
        return data(path, hint).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text ({error.reason} at byte {error.start})") from None


def document(path: Path) -> dict[str, Any]:
    """The JSON object that a file holds."""
    return an_object(parsed(text(path), str(path)), str(path))


def an_object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{where}: a JSON object is wanted, not {_kind(value)}")
    return value


def records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(place, object) of each line of a file."""
    for where, line in lines(text(path), str(path)):
        yield where, an_object(parsed(line, where), where)


@contextmanager
def expecting(kind: str, where: Path | str) -> Iterator[None]:
    """For what no schema was asked of: InputError if a member of it is missing or of another kind."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        why = f"{type(error).__name__}: {error}"
        raise InputError(f"{where}: no {kind}: a member is missing or of another kind ({why})") from None


def lines(whole: str, where: str) -> Iterator[tuple[str, str]]:
    """(place, text) of each line that is not blank."""
    _require_room(whole, where)
    for at, line in enumerate(whole.split("\n"), 1):
        if line.strip():
            yield f"{where}, line {at}", line


def parsed(source: str, where: str) -> Any:
    """The value of a JSON text: no NaN or Infinity, no number that has no double or no 64 bits, no name that stands twice."""
    _require_room(source, where)
    try:
        value = json.loads(
            source, parse_constant=_finite, parse_float=_finite, parse_int=_whole, object_pairs_hook=_once
        )
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: not valid JSON ({error.msg} at line {error.lineno} column {error.colno})") from None
    except ValueError as error:
        raise InputError(f"{where}: not valid JSON ({error})") from None
    except RecursionError:
        raise InputError(f"{where}: nested deeper than {MOST_DEPTH} levels, which none is") from None
    _require_bounds(value, where)
    return value


def _require_room(source: str, where: str) -> None:
    if source.count(",") + source.count("[") + source.count("{") > MOST_VALUES:
        raise InputError(f"{where}: more than {MOST_VALUES} values, which none has")


def _finite(written: str) -> float:
    value = float(written)
    if not math.isfinite(value):
        raise ValueError(f"{written[:40]} is not a finite number")
    return value


def _whole(written: str) -> int:
    value = int(written) if len(written) <= 20 else None
    if value is None or not LEAST_WHOLE <= value <= MOST_WHOLE:
        raise ValueError(f"{written[:40]} is a whole number of more than 64 bits")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(n for n in names if names.count(n) > 1)!r} stands twice in an object")
    return members


def _require_bounds(value: Any, where: str) -> None:
    """Level by level: what is nested deep is not walked down by recursion."""
    level = [value]
    for _ in range(MOST_DEPTH):
        inner: list[Any] = []
        for each in level:
            kind = type(each)
            if kind is dict:
                inner += each
                inner += each.values()
            elif kind is list:
                inner += each
            elif kind is str and (len(each) > MOST_TEXT or not each.isascii()):
                _require_text(each, where)
        if not inner:
            return
        level = inner
    raise InputError(f"{where}: nested deeper than {MOST_DEPTH} levels, which none is")


def _require_text(value: str, where: str) -> None:
    if len(value) > MOST_TEXT:
        raise InputError(f"{where}: a text of more than {MOST_TEXT} characters, which none has: '{value[:40]}...'")
    if any("\ud800" <= c <= "\udfff" for c in value):
        raise InputError(f"{where}: half a surrogate pair in '{value[:40]}', which is no character")


def _kind(value: Any) -> str:
    return {list: "a list", str: "text", bool: "true or false", type(None): "null"}.get(type(value), "a number")
