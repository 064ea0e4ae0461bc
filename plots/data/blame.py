"""Which record a page could not make use of.

A record that meets the schemas may still be one that its family's page was not written for: a value that no variant gives, an
answer that is not there. That is said in a line that names the record; the report is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from plots.data.records import Record
from plots.files.errors import InputError

# What values of the wrong kind make Python do. Anything else is a fault of this program, and stays one.
OF_VALUES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@contextmanager
def on(family: str, records: Iterable[Record]) -> Iterator[None]:
    """InputError of what goes wrong with the records of a family."""
    try:
        yield
    except OF_VALUES as error:
        frames = [*_frames(error.__traceback__)]
        code = Path(frames[-1].f_code.co_filename).name
        held = next((record for frame in reversed(frames) if (record := _record_in(frame.f_locals))), None)
        where = held.where if held else next((r.where for r in records if r.family == family), "the records")
        near = "" if held else " or one after it"
        why = f"{type(error).__name__}: {error}, {code}:{frames[-1].f_lineno}"
        raise InputError(
            f"{where}{near}: the page of {family} has no use for this record: a value is missing or of another kind ({why})"
        ) from error


def each(parts: Iterator[Any], family: str, records: Iterable[Record]) -> Iterator[Any]:
    """The parts, made under `on`."""
    while True:
        with on(family, records):
            part = next(parts, None)
        if part is None:
            return
        yield part


def _frames(trace: TracebackType | None) -> Iterator[Any]:
    while trace:
        yield trace.tb_frame
        trace = trace.tb_next


def _record_in(values: dict[str, Any]) -> Record | None:
    return next((value for value in values.values() if isinstance(value, Record)), None)
