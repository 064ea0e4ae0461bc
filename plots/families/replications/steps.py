"""The steps of WLP's and TLP's times, and where residency and the schedulers let one expect the first."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from plots.data.records import Record, Records
from plots.families.replications import runs, staircase
from plots.families.replications.staircase import Staircase
from plots.verdicts.family import FamilyData

STEPPED = ("wlp", "tlp")
WARP = 32
SCHEDULERS = 4  # of a multiprocessor, on every GPU since 2014
HALF_WIDTH = 1.96  # standard errors in half a 95 % interval


@dataclass(frozen=True)
class Stairs:
    """The times of one variant and model, of one run and one tuning."""

    records: Records
    staircase: Staircase

    @property
    def record(self) -> Record:
        """That of most replications."""
        return self.records[-1]

    @property
    def a_warp(self) -> int:
        """Replications of a warp."""
        return WARP if self.record.variant == "tlp" else 1

    @property
    def after_issue(self) -> int | None:
        """The first number at which a scheduler has two warps."""
        processors = _multiprocessors(self.record)
        return processors and SCHEDULERS * processors * self.a_warp + 1

    @property
    def after_residency(self) -> int | None:
        """The first number of which some replications must wait for others to end."""
        launch, processors = self.record.data["launch"] or {}, _multiprocessors(self.record)
        if not processors or not {"block", "blocks_per_multiprocessor"} <= set(launch):
            return None
        warps = -(-prod(launch["block"]) // WARP)
        return processors * launch["blocks_per_multiprocessor"] * warps * self.a_warp + 1


def _multiprocessors(r: Record) -> int | None:
    return r.run.header["device"].get("multiprocessors")


def stairs_of(data: FamilyData, model: str, variant: str) -> Stairs | None:
    """Takes the run, workload and tuning that have most numbers of replications. Those of TLP start at a full warp: with
    less the time grows as its lanes part."""
    least = WARP if variant == "tlp" else 1

    def all_else(r: Record) -> tuple:
        return id(r.run), tuple(pair for pair in r.workload if pair[0] != runs.REPLICATIONS), r.tuning

    timed = data.timed.where(lambda r: r[runs.REPLICATIONS] >= least, model=model, variant=variant)
    alike = timed.grouped(all_else).values()
    records = max(alike, key=lambda g: (len(g), g[0].is_printed), default=Records()).sorted(runs.REPLICATIONS)
    times = [r.time_s for r in records]
    errors = [np.ptp(r.interval_s) / 2 / HALF_WIDTH / r.time_s for r in records]
    fitted = staircase.find([r[runs.REPLICATIONS] for r in records], times, errors)
    return fitted and Stairs(records, fitted)


def every(data: FamilyData) -> list[Stairs]:
    """Each of what a claim on its first step rests on, if there is one."""
    pairs = ((model, variant) for model in runs.models(data.timed) for variant in STEPPED)
    scopes = {pair: runs.scope_of(data, "first_step", variant=pair[1], where={"model": pair[0]}) for pair in pairs}
    each = (stairs_of(scope or data, *pair) for pair, scope in scopes.items())
    return [stairs for stairs in each if stairs]
