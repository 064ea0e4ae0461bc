"""Sorts the records of a family by what they may be used for."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

from plots.data.records import Records, Run, latest
from plots.verdicts import claims
from plots.verdicts.family import FamilyData, where_of_runs
from plots.verdicts.published import Published


def data_of(
    name: str,
    paper: str | None,
    records: Records,
    runs: list[Run],
    counted: Records = Records(),
    module: ModuleType | None = None,
) -> FamilyData:
    """Sorts the records of a family. `runs` decide what is judged: GPU runs if there are any."""
    gpu_runs = [r for r in runs if r.is_gpu]
    mine = Records(r for r in records if r.family == name)
    judged = Records(r for r in mine if r.run.is_gpu) if gpu_runs else mine
    here = Records(r for r in mine if not r.run.is_gpu) if gpu_runs else Records()
    hosts = [r for r in runs if not r.is_gpu and not (gpu_runs and r.recorded)]
    everything = FamilyData(
        name,
        here if gpu_runs else Records(),
        Records(r for each in (judged, here) for r in latest(each)).correct(),
        Records(),
        counted.where(lambda r: r.family == name),
        latest(here.where(lambda r: not r.run.recorded, processor="cpu")).timed(),
        where_of_runs(gpu_runs or hosts),
        where_of_runs(hosts),
        bool(gpu_runs),
        claims.paper(paper) if paper else {},
        getattr(module, "FUNCTIONS", {}),
        getattr(module, "paper_cases", lambda records: records),
        getattr(module, "scale", lambda record: 1.0),
        judged,
    )
    everything = replace(everything, published=Published(everything.scopes()))
    return next(iter(everything.setups()), everything)
