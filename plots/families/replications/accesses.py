"""Accesses of global memory (Table 1) and what warps wait for (Fig. 8): the GPU's counters, and those of the emulation."""

from __future__ import annotations

from plots.data.counters import Counters
from plots.data.records import Record, Records
from plots.families.replications import runs
from plots.verdicts.family import FamilyData

ACCESSES = {"reads": "ld", "writes": "st"}  # as the counters' names end
WARPS, SECTORS, THREADS = "requests of warps", "sectors of 32 bytes", "accesses of threads, emulated"
METRICS = {
    WARPS: "l1tex__t_requests_pipe_lsu_mem_global_op_{}.sum",
    SECTORS: "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum",
}
MEMORY_STALLS = ("long_scoreboard", "lg_throttle")

Pair = tuple[Record, Record]


def pair(records: Records, variants: tuple[str, str] | list[str], model: str = "walk") -> Pair | None:
    """Both variants of one workload: the paper's if there is one, then that of most replications."""
    alike = records.where(model=model).grouped(lambda r: r.workload).values()
    groups = [{r.variant: r for r in group} for group in alike]
    both = [tuple(group[v] for v in variants) for group in groups if set(variants) <= set(group)]
    return max(both, key=lambda p: (bool(runs.paper_cases(Records(p))), p[0][runs.REPLICATIONS]), default=None)


def counted(data: FamilyData, variants: tuple[str, str] | list[str]) -> Pair | None:
    """By the hardware."""
    return pair(data.counted, variants)


def emulated(data: FamilyData, variants: tuple[str, str] | list[str]) -> Pair | None:
    """By the emulation."""
    members = {f"global_{access}" for access in ACCESSES}
    records = data.verified.where(lambda r: members <= set(r.data["launch"] or {}), processor="gpu")
    return pair(records, variants)


def number(r: Record, kind: str, access: str) -> float | None:
    """How often a case accesses global memory; None if that was not counted."""
    if kind == THREADS:
        return r.data["launch"][f"global_{access}"]
    return r.run.counters.total(METRICS[kind].format(ACCESSES[access]))


def memory_over_rest(counters: Counters) -> float | None:
    """Time that warps wait for global memory over the time that they issue or wait for anything else."""
    stalls = counters.stalls
    if not set(MEMORY_STALLS) <= set(stalls):
        return None
    memory = sum(stalls[reason] for reason in MEMORY_STALLS)
    return memory / (1 + sum(stalls.values()) - memory)  # 1: the warp that issues
