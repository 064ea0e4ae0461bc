"""A table as a reader sees it: the numbers of a column in one form, its times in one unit."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from plots.files.text import signs, superscript, typeset
from plots.output.tables import Interval, Noted, Share, Table, cell

DIGITS = 4
PLAIN_FROM, PLAIN_TO = 1e-4, 1e6  # a column that goes beyond is written with signs of ten
LEAST_SHARE = 0.0005
SHORT, LONG, VERY_LONG = 20, 90, 200  # characters: a short cell stays on one line
TIME = re.compile(r"\((s|ms|us)\)")
UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6}


@dataclass(frozen=True)
class Column:
    head: str
    cells: list[str]
    is_number: bool

    @property
    def width(self) -> str:
        """How much room the longest cell wants."""
        longest = max(map(len, self.cells), default=0)
        names = ((SHORT, "short"), (LONG, "middle"), (VERY_LONG, "long"))
        return next((name for below, name in names if longest < below), "essay")


def columns(table: Table) -> list[Column]:
    """One a column of the table; an interval of times is in the unit of the times before it."""
    shown: list[Column] = []
    unit_before = None
    for i, head in enumerate(table.columns):
        values = [row[i] for row in table.rows]
        time = TIME.search(head) if "*" not in head else None
        unit = None
        if time:
            is_interval = any(isinstance(v, Interval) for v in values)
            unit = unit_before if is_interval and unit_before else _unit(values, UNITS[time[1]])
            values = [_scaled(v, UNITS[time[1]] / UNITS[unit]) for v in values]
            head = head.replace(time[0], f"({unit})", 1)
        unit_before = unit
        shown.append(Column(typeset(head), _cells(values), _is_of_numbers(values)))
    return shown


def _unit(values: Iterable[Any], raw_s: float) -> str:
    """That of the middle time of the column."""
    times = sorted(abs(n) * raw_s for v in values for n in _numbers(v) if math.isfinite(n) and n)
    middle = times[len(times) // 2] if times else 1.0
    return next((unit for unit, seconds in UNITS.items() if middle >= seconds), "us")


def _scaled(value: Any, by: float) -> Any:
    if by == 1 or value is None or isinstance(value, str):
        return value
    if isinstance(value, Noted):
        return Noted(_scaled(value.value, by), value.note)
    return Interval(value.low * by, value.high * by) if isinstance(value, Interval) else value * by


def _plain_value(value: Any) -> Any:
    return value.value if isinstance(value, Noted) else value


def _numbers(value: Any) -> list[float]:
    value = _plain_value(value)
    if isinstance(value, Interval):
        return [] if value.text else [value.low, value.high]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


def _is_of_numbers(values: list[Any]) -> bool:
    """Limits such as "> 3" count as numbers."""
    filled = [_plain_value(v) for v in values if v not in (None, "")]
    return bool(filled) and all(
        _numbers(v) or isinstance(v, Interval) or re.match(r"[<>] \S+$", str(v)) for v in filled
    )


def _cells(values: list[Any]) -> list[str]:
    shares = [v for v in map(_plain_value, values) if isinstance(v, Share)]
    percent = _percent(shares)
    written = form(n for v in values if not isinstance(_plain_value(v), Share) for n in _numbers(v))

    def text(value: Any) -> str:
        if isinstance(value, Noted):
            return f"{text(value.value)} ({value.note})"
        if isinstance(value, Share):
            return percent(value)
        if isinstance(value, Interval):
            return value.text or f"{written(value.low)} to {written(value.high)}"
        return written(value) if _numbers(value) else signs(cell(value))

    return [text(v) for v in values]


def _percent(shares: list[Share]) -> Callable[[float], str]:
    digits = int(any(0 < abs(v) < 0.0995 for v in shares))

    def text(value: float) -> str:
        if 0 < value < LEAST_SHARE:
            return "< 0.05 %"
        rounded = f"{100 * value:.{digits}f}"
        return f"{rounded if float(rounded) else f'{0:.{digits}f}'} %"

    return text


def form(values: Iterable[float]) -> Callable[[float], str]:
    """How numbers that stand together are written: whole, as short as they are, or all to DIGITS digits."""
    finite = [v for v in values if math.isfinite(v)]
    sizes = [abs(v) for v in finite if v]
    if all(isinstance(v, int) or (v.is_integer() and abs(v) < PLAIN_TO) for v in finite):
        return _bounded(lambda v: str(int(v)))
    if min(sizes) >= PLAIN_FROM and max(sizes) < PLAIN_TO:
        exact = all(float(f"{v:.{DIGITS}g}") == v for v in finite)
        return _bounded(_shortest if exact else decimal)
    return _bounded(_scientific)


def _bounded(write: Callable[[float], str]) -> Callable[[float], str]:
    """An interval may have no end."""
    return lambda value: write(value) if math.isfinite(value) else "no bound"


def decimal(value: float) -> str:
    """0.0003507, 0.2723, 15.94, 12346: no fewer digits than DIGITS and no power of ten."""
    if value == 0:
        return "0"
    rounded = float(f"{value:.{DIGITS}g}")
    return f"{value:.{max(0, DIGITS - 1 - math.floor(math.log10(abs(rounded))))}f}"


def _shortest(value: float) -> str:
    return f"{value:.10f}".rstrip("0").rstrip(".")


def _scientific(value: float) -> str:
    if value == 0:
        return "0"
    mantissa, _, exponent = f"{value:.{DIGITS - 1}e}".partition("e")
    return f"{mantissa}×10{superscript(int(exponent))}"
