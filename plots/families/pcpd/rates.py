"""Moves a second: the cases that the paper's rates are of, and the rules by which they are measured."""

from __future__ import annotations

from typing import Any

from plots.data.records import Record, Records
from plots.verdicts import judge
from plots.verdicts.family import FamilyData
from plots.verdicts.measures import Rule

PLAIN, ONE_CORE, ALL_CORES = "CPU, plain", "CPU, multispin, 1 core", "CPU, multispin, all cores"  # the paper's labels


def best(variant: str, threads: int | None = None) -> Rule:
    return {"function": "best_rate", "variant": variant} | _on(threads)


def is_best(rule: Rule) -> bool:
    return rule.get("function") == "best_rate"


def over(variant: str, base: str, threads: int | None = None) -> Rule:
    return {"function": "rate_over", "variants": [variant, base]} | _on(threads)


def _on(threads: int | None) -> dict[str, Any]:
    return {} if threads is None else {"threads": threads}


def printed(data: FamilyData, rule: Rule) -> float | None:
    """What the paper prints for it."""
    return next((claim["claimed"] for claim in data.paper["claims"] if claim["judge"] == rule), None)


def cases(data: FamilyData) -> Records:
    """As the paper runs them, all lattices at once, with work-groups of any size; on a page of tuned forms any tuning."""
    records = judge.cases(data.judging | {"vary": ["time"]}, data)
    if data.form == "tuned":
        return records
    return records.where(lambda r: r.get("lattices_in_flight", r["lattices"]) >= r["lattices"])


def cores(r: Record) -> int:
    """Those that a CPU variant ran on."""
    on_several = r.data["paper"]["label"] == ALL_CORES
    return (r.get("threads") or r.run.header["host"]["cores"]) if on_several else 1
