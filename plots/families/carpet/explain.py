"""Why the variants rank as they do: from the hardware counters of a late step of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from plots import counters, fit
from plots.counters import Counters
from plots.families.carpet.choose import (
    GPU_PAPER,
    NAMES,
    PRINTED,
    b_over_c,
    best,
    bytes_a_site,
    crossing,
    law,
    list_bytes_a_site,
    name,
    standard,
)
from plots.family import FamilyData
from plots.records import Record
from plots.tables import Table

ALIKE = 1.05  # two amounts within this factor are called the same


def headline(data: FamilyData) -> str | None:
    """The paper's question, which variant is fastest, in a sentence or two."""
    records = best(data)
    found = b_over_c(records)
    if not data.has_gpu or not found:
        return None
    ratios = ", ".join(f"{m.value:.2f} at occupancy {o:g}" for o, _, m in found)
    text = f"Variant B takes, in times of C, {ratios} (s = {found[0][1]})"
    cross = crossing(records)
    text += f"; B overtakes C at {cross:.2f}" if cross else ""
    lowest = records.values("occupancy")[0]
    printed = data.paper["tables"]["table_1"]
    gains = []
    for variant in GPU_PAPER:
        fitted = law(records, variant, lowest)
        if fitted and lowest in printed["occupancies"]:
            a = printed["a_1e9_s"][PRINTED[variant]][printed["occupancies"].index(lowest)] * 1e-9
            gains.append(f"{name(variant)} {a / fitted.cubic.value:.0f}")
    if gains:
        text += f". Times faster than in Table I at occupancy {lowest:g}: {', '.join(gains)}"
    return text + "."


@dataclass(frozen=True)
class Step:
    """Mean of the profiled steps, all at the end of the walk."""

    record: Record
    counted: Counters

    @property
    def variant(self) -> str:
        return self.record.variant

    @property
    def time_s(self) -> float:
        return self.counted.time_s / len(self.counted.launches)

    @property
    def moved_bytes(self) -> float:
        return self.counted.dram_bytes / len(self.counted.launches)

    @property
    def least_bytes(self) -> float:
        return self.record.observables["last_step_bytes"]

    @property
    def rate(self) -> float:
        return self.moved_bytes / self.time_s


def steps(data: FamilyData) -> dict[float, dict[str, Step]]:
    """occupancy -> variant -> step, at the number of steps that most cases were profiled at."""
    usable = [
        Step(r, c)
        for r in standard(data.counted).where(lambda r: r.variant in NAMES)
        if None not in ((c := r.run.counters).dram_bytes, c.time_s, c.busiest)
    ]
    count: dict[int, int] = defaultdict(int)
    for s in usable:
        count[s.record["steps"]] += 1
    most = max(count, key=lambda s: (count[s], s), default=None)
    found: dict[float, dict[str, Step]] = defaultdict(dict)
    for s in sorted((s for s in usable if s.record["steps"] == most), key=lambda s: list(NAMES).index(s.variant)):
        found[s.record["occupancy"]][s.variant] = s
    return dict(sorted(found.items()))


def parts(data: FamilyData) -> Iterator[Table | str]:
    """A table of the counters, and what they say."""
    found = steps(data)
    if not found:
        return
    every = [(o, s) for o, each in found.items() for s in each.values()]
    rows = [
        [
            name(s.variant),
            occupancy,
            s.time_s * 1e6,
            s.counted.read_bytes / len(s.counted.launches) * 1e-6,
            s.counted.written_bytes / len(s.counted.launches) * 1e-6,
            s.least_bytes * 1e-6,
            s.moved_bytes / s.least_bytes,
            s.rate * 1e-12,
            *counters.cells(s.counted, s.record.data["launch"]),
        ]
        for occupancy, s in every
    ]
    heads = ["variant", "occupancy of the carpet", "step (us)", "DRAM read (MB)", "DRAM written (MB)", "least (MB)"]
    yield counters.table(
        "carpet_counters",
        f"What step {every[0][1].record['steps']} moves and keeps busy, {data.where}",
        [*heads, "moved / least", "DRAM (1e12 B/s)"],
        rows,
        "Least: what the algorithm must move, 8 B a site (A: of the array, B: of the diamond), 24 B an open site (C).",
    )
    yield "Why the variants rank so, from these counters:\n\n" + "\n".join(f"- {line}" for line in told(data, found))


def told(data: FamilyData, found: dict[float, dict[str, Step]]) -> Iterator[str]:
    """The mechanism, a sentence or two at a time."""
    for occupancy, each in found.items():
        if len(each) >= 2:
            yield _order(occupancy, each)
    for occupancy, each in found.items():
        if {"b_diamond", "c_compact"} <= set(each):
            yield _c_against_b(occupancy, each["b_diamond"], each["c_compact"])
    yield from _crossover(data, found)
    for occupancy, each in found.items():
        if {"a_dense", "a_branchless"} <= set(each):
            yield _branch(occupancy, each["a_dense"], each["a_branchless"])


def _order(occupancy: float, each: dict[str, Step]) -> str:
    ranked = sorted(each.values(), key=lambda s: s.time_s)
    by_bytes = sorted(ranked, key=lambda s: s.moved_bytes)
    said = ", ".join(f"{name(s.variant)} {s.time_s * 1e6:.3g} us with {s.moved_bytes * 1e-6:.3g} MB" for s in ranked)
    same = [s.variant for s in ranked] == [s.variant for s in by_bytes]
    end = "the order of the bytes moved is that of the times." if same else "the bytes moved have another order."
    return f"Occupancy {occupancy:g}, fastest first: {said}; {end}"


def _c_against_b(occupancy: float, b: Step, c: Step) -> str:
    time, moved = b.time_s / c.time_s, b.moved_bytes / c.moved_bytes
    text = f"B over C at occupancy {occupancy:g}: time {time:.2f}, bytes {moved:.2f}, rate {b.rate / c.rate:.2f}. "
    if (time > 1) == (moved > 1):
        winner, loser, lower = ("C", "B", c.rate < b.rate) if time > 1 else ("B", "C", b.rate < c.rate)
        text += f"{winner} wins because it moves less than {loser}"
        return text + (", and not by as much as the bytes, as its rate is lower." if lower else ".")
    fast, slow = (c, b) if time > 1 else (b, c)
    part, share = slow.counted.busiest
    text += (
        f"{name(fast.variant)} moves more and is faster, as it keeps DRAM {_percent(fast.counted.busy('DRAM'))} busy,"
        f" {name(slow.variant)} {_percent(slow.counted.busy('DRAM'))}: no part of {name(slow.variant)} is busier than"
        f" {part} ({share:.0%}), with {_percent(slow.counted.warps_active)} of the possible warps"
    )
    fewer = (slow.record.data["launch"] or {}).get("registers")
    return text + (f" at {fewer} registers a thread." if fewer else ".")


def _crossover(data: FamilyData, found: dict[float, dict[str, Step]]) -> Iterator[str]:
    both = {o: (e["b_diamond"], e["c_compact"]) for o, e in found.items() if {"b_diamond", "c_compact"} <= set(e)}
    timed = crossing(best(data))
    if timed is None or len(both) < 2:
        return
    b, c = next(iter(both.values()))
    equal = bytes_a_site(b.record) / list_bytes_a_site(c.record)
    by_bytes = fit.crossing(list(both), [b.moved_bytes / c.moved_bytes for b, c in both.values()])
    text = f"B overtakes C: equal bytes put it at occupancy {equal:.2f}, the timed loops at {timed:.2f}"
    if by_bytes is not None:
        text += f", the bytes that DRAM really moved at {by_bytes:.2f}"
        between = min(both.values(), key=lambda pair: abs(pair[0].record["occupancy"] - timed))
        if timed > by_bytes and between[0].rate < between[1].rate:
            text += "; the rest is B's lower rate"
    yield text + "."


def _branch(occupancy: float, branch: Step, free: Step) -> str:
    time, moved = free.time_s / branch.time_s, free.moved_bytes / branch.moved_bytes
    text = f"Branch-free A over A at occupancy {occupancy:g}: time {time:.2f}, bytes {moved:.2f}. "
    if moved > ALIKE and time > 1:
        return text + "The branch pays: it leaves out what is closed, and branch-free A reads and writes every site."
    if time < 1:
        spared = "little" if moved > ALIKE else "nothing"
        return text + f"So many tiles have an open site that the branch spares {spared}, and its threads part ways."
    return text + "Neither gains."


def _percent(share: float | None) -> str:
    return "an unknown share" if share is None else f"{share:.0%}"
