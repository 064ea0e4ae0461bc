"""Every claim of every paper, measured and judged from run folders."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from .kinds import PICKS, Family, measure
from .measured import Measured
from .runs import ROOT, Run
from .scopes import Scope, judged_over, scopes
from .verdict import verdict

PAPERS = ROOT / "results" / "papers"
FAMILIES = {
    file.stem: importlib.import_module(f"{__package__}.{file.stem}")
    for file in sorted(Path(__file__).parent.glob("*.py"))
    if (ROOT / "variants" / file.stem).is_dir()
}


@dataclass(frozen=True)
class Judged:
    claim: dict
    measured: Measured | None
    verdict: str


def recompute(runs: Iterable[Run], families: Iterable[str] = FAMILIES) -> dict[str, list[Judged]]:
    """Family -> its claims, in the paper's order."""
    levels = {family: _levels(runs, family) for family in families}
    found = {family: [] for family in families}
    for paper in _papers():
        for claim in paper["claims"]:
            if claim["family"] in found:
                measured = _measured_of(claim["family"], claim["judge"], paper, levels[claim["family"]])
                found[claim["family"]].append(Judged(claim, measured, verdict(claim, measured)))
    return found


def cell(runs: Iterable[Run], family: str, judge: dict) -> Measured | None:
    """What no claim names, as a cell of a paper's table."""
    paper = next(paper for paper in _papers() if family in paper["families"])
    return _measured_of(family, judge, paper, _levels(runs, family))


def _papers() -> list[dict]:
    return [json.loads(file.read_text(encoding="utf-8")) for file in sorted(PAPERS.glob("*.json"))]


def _levels(runs: Iterable[Run], family: str) -> list[list[Scope]]:
    return scopes([run for run in runs if not run.is_tuning], family)


def _measured_of(name: str, judge: dict, paper: dict, levels: list[list[Scope]]) -> Measured | None:
    module = FAMILIES[name]
    family = Family(paper.get("judging", {}).get(name, {}), module.FUNCTIONS, getattr(module, "paper_cases", list))
    judges = {each["id"]: each["judge"] for each in paper["claims"]}
    return _measured(judge, judges, lambda each: judged_over(levels, lambda s: measure(each, family, s)))


def _measured(judge: dict, judges: dict[str, dict], alone: Callable[[dict], Measured | None]) -> Measured | None:
    """Of what other claims measure, each by itself, or alone."""
    pair = judge.get("difference") or judge.get("quotient") or []
    if "claims" not in judge and not any("claims" in part for part in pair):
        return alone(judge)
    parts = [_measured(part, judges, alone) for part in pair or [judges[name] for name in judge["claims"]]]
    if None in parts:
        return None
    if pair:
        first, second = parts
        return (first - second if "difference" in judge else first / second).widened()
    made = PICKS[judge["pick"]](parts)
    return made.widened() if judge["pick"] == "geometric mean" else made
