"""Searches for the best of something else than time. They stand apart: their winners are not the fastest."""

from __future__ import annotations

from collections.abc import Iterable

from plots.output.tables import Table
from plots.tuning.space import Space


def table(spaces: Iterable[Space]) -> Table:
    """A row a case that has a winner."""
    rows = [
        [
            s.name,
            s.where or None,
            s.strategy or None,
            len(s.searched),
            s.failures or None,
            f"{'greatest' if s.aim.is_maximised else 'least'} {s.aim.objective}",
            s.in_words(s.best),
            s.aim.value,
            s.aim.unit or None,
            s.best.time_s * 1e6,
        ]
        for s in spaces
        if s.aim and s.timed
    ]
    return Table(
        "tuning_aims",
        "What tuning found that sought something else than the least time",
        ["case", "ran on", "strategy", "trials", "failed", "sought", "winner", "value", "unit", "its time (us)"],
        rows,
        "Value and time: the winner's, measured anew after it was chosen; other configurations may take less time.",
    ).filled()
