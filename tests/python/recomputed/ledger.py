"""Every claim of every paper, measured and judged from run folders."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .kinds import Family, measure
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
    measured = judged_over(levels, lambda scope: measure(claim["judge"], family, scope))
    return Judged(claim, measured, verdict(claim, measured))
