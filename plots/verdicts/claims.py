"""Published claims, what was measured for them, and the verdict."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from plots.data.load import ROOT
from plots.files.errors import InputError

PAPERS = ROOT / "results" / "papers"
# Nine of ten cases differ by less between six boards of one kind (results/board_spread.py).
BOARD_SPREAD = 0.065
RELATIONS = ("<", ">", "between")
COMPARING = ("ratio", "coefficient", "quotient")  # kinds of judges of one thing over another


@dataclass(frozen=True)
class Claim:
    """One statement (results/papers/README.md has the members' meaning).

    `claimed` is what the paper prints for the quantity: a number, [low, high], or None; `printed` the same in its own
    words, where a number is not that. `relation` and `limit` say what the quantity must meet for the statement to hold,
    `size` what its words of size allow; `judge` how it is measured (plots/verdicts/judge.py).
    """

    id: str
    family: str
    text: str
    where: str
    quantity: str
    claimed: float | list[float] | None
    relation: str
    limit: float | list[float]
    unit: str = ""
    printed: str = ""
    size: list[float | None] | None = None
    shown: list[str] = field(default_factory=list)
    not_comparable: str = ""
    reading: str = ""
    judge: dict[str, Any] = field(default_factory=lambda: {"unjudged": "no rule judges this claim yet"})

    @property
    def compares(self) -> bool:
        """Whether its quantity is one thing over another, so that 1 is no difference."""
        return self.unit == "x" or any(isinstance(self.judge.get(kind), list) for kind in COMPARING)

    @property
    def is_ours(self) -> bool:
        """What no paper says and a user would ask."""
        return self.where.startswith("ours")


class NotMeasurable(Exception):
    """Raised by a judge: the records can not tell, and why."""


@cache
def paper(name: str) -> dict[str, Any]:
    """The published numbers and claims of one paper."""
    path: Path = PAPERS / f"{name}.json"
    if not path.is_file():
        there = ", ".join(sorted(p.stem for p in PAPERS.glob("*.json")))
        raise InputError(f"{path}: no such paper; known: {there}")
    return json.loads(path.read_text(encoding="utf-8"))


def papers() -> list[str]:
    return sorted(p.stem for p in PAPERS.glob("*.json"))


def paper_of(family: str) -> str | None:
    """The paper that has claims on a family; None if none has."""
    return next((name for name in papers() if family in paper(name)["families"]), None)


def claims(name: str, family: str) -> list[Claim]:
    """The claims of a paper that concern a family, in the paper's order."""
    return [Claim(**c) for c in paper(name)["claims"] if c["family"] == family]
