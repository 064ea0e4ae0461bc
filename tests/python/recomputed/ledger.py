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
    runs = [run for run in runs if not run.is_tuning]
    levels = {family: scopes(runs, family) for family in families}
    found = {family: [] for family in families}
    for file in sorted(PAPERS.glob("*.json")):
        paper = json.loads(file.read_text(encoding="utf-8"))
        for claim in paper["claims"]:
            if claim["family"] in found:
                found[claim["family"]].append(_judged(claim, paper, levels[claim["family"]]))
    return found


def _judged(claim: dict, paper: dict, levels: list[list[Scope]]) -> Judged:
    module = FAMILIES[claim["family"]]
    judging = paper.get("judging", {}).get(claim["family"], {})
    family = Family(judging, module.FUNCTIONS, getattr(module, "paper_cases", list))
    judges = {each["id"]: each["judge"] for each in paper["claims"]}
    measured = _measured(claim["judge"], judges, lambda judge: judged_over(levels, lambda s: measure(judge, family, s)))
    return Judged(claim, measured, verdict(claim, measured))


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
