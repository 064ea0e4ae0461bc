"""Tables: what they hold, and their CSV. plots.columns says how a reader sees them."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass, replace
from typing import Any

from plots.files.text import printable

MOST_ROWS_OPEN = 14


@dataclass(frozen=True)
class Interval:
    """A 95 % interval. One column to a reader, two (low, high) in CSV. `text`: how it is shown where the rows of a column are
    of different quantities."""

    low: float
    high: float
    text: str = ""


class Share(float):
    """A part of 1, shown as a percentage; CSV has the number."""


def share(value: float | None) -> Share | None:
    return None if value is None else Share(value)


@dataclass(frozen=True)
class Noted:
    """A cell with a word for readers; CSV has the value alone."""

    value: Any
    note: str


@dataclass(frozen=True)
class Table:
    """`name` is its file name; units stand in the column heads. Cells: number, str, Interval, Noted, or None for nothing.

    A page folds a long table away behind its title, unless `fold` says otherwise.
    """

    name: str
    title: str
    columns: list[str]
    rows: list[list[Any]]
    note: str = ""
    fold: bool | None = None

    @property
    def folded(self) -> bool:
        return len(self.rows) > MOST_ROWS_OPEN if self.fold is None else self.fold

    def filled(self) -> Table:
        """Without the columns that no row fills."""
        kept = [i for i in range(len(self.columns)) if any(row[i] not in (None, "") for row in self.rows)]
        rows = [[row[i] for i in kept] for row in self.rows]
        return replace(self, columns=[self.columns[i] for i in kept], rows=rows)


def of_cells(
    name: str, title: str, rows: list[list[tuple[str, Any]]], note: str = "", fold: bool | None = None
) -> Table:
    """Rows of (column, cell), the columns alike in all."""
    columns = [column for column, _ in rows[0]] if rows else []
    return Table(name, title, columns, [[value for _, value in row] for row in rows], note, fold)


def number(value: float) -> str:
    """Four significant digits, no more zeros than needed: 0.2167, 15.94, 1.234e-09, 12300."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if math.isinf(value):  # the end of an interval that has none
        return "no bound"
    if value == int(value) and abs(value) < 1e9:
        return str(int(value))
    if 1e-3 <= abs(value) < 1e5:
        digits = f"{value:.4g}"
        return digits if "e" not in digits else f"{float(digits):.0f}"
    return f"{value:.3e}".replace("e-0", "e-").replace("e+0", "e+")


def cell(value: Any) -> str:
    """A cell that is no number, as a reader sees it."""
    return "" if value is None else number(value) if isinstance(value, (int, float)) else printable(str(value))


def to_csv(table: Table) -> str:
    """Full precision; a column with an Interval becomes two, where a number is its own low and high."""
    rows = [[value.value if isinstance(value, Noted) else value for value in row] for row in table.rows]
    wide = [any(isinstance(row[i], Interval) for row in rows) for i in range(len(table.columns))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [printable(c) for c in table.columns]
    writer.writerow([name for c, w in zip(names, wide) for name in ([f"{c} low", f"{c} high"] if w else [c])])
    for row in rows:
        flat: list[Any] = []
        for value, w in zip(row, wide):
            if w:
                flat += [value.low, value.high] if isinstance(value, Interval) else [value, value]
            else:
                flat.append(value)
        writer.writerow(["" if v is None else printable(v) if isinstance(v, str) else v for v in flat])
    return out.getvalue()
