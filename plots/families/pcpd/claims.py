"""The judges of schram_2012.json that no kind of plots/verdicts/judge.py covers: those of rates. The others are in density_claims."""

from __future__ import annotations

from dataclasses import replace

from plots.data import measured
from plots.data.measured import Measured
from plots.data.records import Record
from plots.families.pcpd import density_claims, rates, runs
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData


def _by_rate(data: FamilyData, variant: str, threads: int | None = None) -> list[Record]:
    """The cases of a variant in one form, the quickest first."""
    records = rates.cases(data).where(variant=variant, **({} if threads is None else {"threads": threads}))
    if not records:
        if data.cases.where(variant=variant, processor="gpu"):
            data.need_gpu()
        of_threads = "" if threads is None else f" on {threads} threads"
        raise NotMeasurable(f"no measured and correct records of {variant}{of_threads} at time >= {runs.LEAST_TIME}")
    best = runs.quickest(records)
    others = records.where(lambda r: r is not best and r.get("sites") == best.get("sites"))
    return [best, *others]


def _setting(r: Record) -> str:
    return f"{r.name} with {r['lattices']} lattices" + (f" of {r['block']} work-items" if "block" in r.axes else "")


def best_rate(data: FamilyData, variant: str, threads: int | None = None) -> Measured:
    """Moves a second."""
    records = _by_rate(data, variant, threads)
    return replace(_rate(records[0]), note=_setting(records[0]), records=tuple(records))


def _rate(r: Record) -> Measured:
    return measured.time(r).inverse().scaled(r.data["work"]["items"])


def rate_over(data: FamilyData, variants: list[str], threads: int = 1) -> Measured:
    """Best rate of one over that of another, divided by the first one's threads. Rates, not times, as the CPU is timed with fewer
    lattices."""
    fast, slow = _by_rate(data, variants[0], threads if threads > 1 else None)[0], _by_rate(data, variants[1])[0]
    if fast["lattices"] < threads:
        raise NotMeasurable(f"lattices for {threads} cores: {fast['lattices']}")
    machines = dict.fromkeys((fast.machine, slow.machine))
    note = f"{_setting(fast)}, {_setting(slow)}; {', '.join(machines)}"
    return replace((_rate(fast) / _rate(slow)).scaled(1 / threads), note=note)


def share_of_bandwidth(data: FamilyData, variant: str) -> Measured:
    """Bytes a second through device memory as a profiler counted them, for most of a lattice stays in the caches; over
    the copy bandwidth of the GPU of the timed runs."""
    data.need_gpu()
    copy = data.ceiling("copy_bytes_per_s")
    profiled = [r for r in data.counted.where(variant=variant) if r.run.counters.dram_bytes is not None]
    if copy is None or not profiled:
        raise NotMeasurable("no measured copy bandwidth" if copy is None else f"no counters of {variant}")
    c, best = profiled[0].run.counters, _by_rate(data, variant)[0]
    share, accessed = c.dram_bytes / c.time_s / copy, runs.rate(best) * best.observables["bytes_per_move"] / copy
    note = f"{_setting(profiled[0])}; copy {copy:.3g} B/s. Words read and written, {accessed:.0%} of it, stay in the caches"
    if (alu := c.busy("ALU")) is not None:
        note += f"; the integer units are {alu:.0%} busy"
    return measured.exact(share, (profiled[0], best), note)


_RATES = (best_rate, rate_over, share_of_bandwidth)
FUNCTIONS = {f.__name__: f for f in _RATES} | density_claims.FUNCTIONS
