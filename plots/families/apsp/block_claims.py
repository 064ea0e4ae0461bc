"""The judges of leist_2009.json on the block of kernel 7 (Figure 15) and on occupancy."""

from __future__ import annotations

from dataclasses import replace

from plots.data import measured, select
from plots.data.measured import Measured
from plots.families.apsp import searches
from plots.families.apsp.searches import BEST, GRAPHS
from plots.verdicts import measures
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

PRINTED, LARGEST = 256, 512  # of the paper's blocks


def block_times(data: FamilyData, number: str, n: int) -> dict[int, Measured]:
    """Block -> time of the best kernel, of the paper's blocks, all else as printed."""
    if data.form != "printed":
        raise NotMeasurable("blocks are swept as printed alone")
    swept = searches.block_sweeps(data, number).get(n)
    if swept is None:
        raise NotMeasurable(f"no sweep of {BEST} over blocks on graph ({number}) at n = {n}")
    each = swept.where(lambda r: r["block"] <= LARGEST).by("block")
    return {block: measures.time_of(group, data.judging, data) for (block,), group in each}


def block_256_over_best(data: FamilyData, at: list[int]) -> Measured:
    """Geometric mean over graphs and sizes."""
    ratios, words = [], []
    for n in at:
        for number in GRAPHS:
            times = block_times(data, number, n)
            if PRINTED not in times:
                raise NotMeasurable(f"no block of {PRINTED} on graph ({number}) at n = {n}")
            best = measured.fastest(times.values())
            ratios.append(times[PRINTED] / best)
            words.append(f"({number}) n = {n} {ratios[-1].value:.3g}, best {best.records[0]['block']}")
    return replace(measured.geometric_mean(ratios), note="; ".join(words))


def occupancy_at_256(data: FamilyData, variants: list[str]) -> Measured:
    """The smallest over the kernels, as the runtime counts it for what was launched."""
    launched = select.as_printed(data.timed_for_paper).where(
        lambda r: (r.data["launch"] or {}).get("occupancy") is not None, block=PRINTED
    )
    data.need_gpu()
    each = [launched.where(variant=variant) for variant in variants]
    if not all(each):
        raise NotMeasurable(f"not all kernels were launched with blocks of {PRINTED}")
    least = min((records[0] for records in each), key=lambda r: r.data["launch"]["occupancy"])
    value = least.data["launch"]["occupancy"]
    note = f"{least.name}, {least.data['launch'].get('registers')} registers a thread"
    return measured.exact(value, [records[0] for records in each], note, is_answer=True)


def occupancy_not_all(data: FamilyData, at: int) -> Measured:
    """Time at the block that Listing 1 takes, the largest of the highest occupancy, over the least at a lower one; of the graph
    where that is most."""
    ratios, words = [], []
    for number in GRAPHS:
        times = block_times(data, number, at)
        shares = {block: (t.records[0].data["launch"] or {}).get("occupancy") for block, t in times.items()}
        if None in shares.values() or len({*shares.values()}) < 2:
            raise NotMeasurable(f"no blocks of different occupancy on graph ({number}) at n = {at}")
        most, full = max(shares.values()), max(shares, key=lambda block: (shares[block], block))
        fastest = measured.fastest(times[block] for block in times if shares[block] < most)
        best = fastest.records[0]["block"]
        ratios.append(times[full] / fastest)
        words.append(f"({number}) {ratios[-1].value:.3g}, block {full} ({most:.0%}) over {best} ({shares[best]:.0%})")
    ratio, records = max(ratios, key=lambda m: m.value), tuple(r for m in ratios for r in m.records)
    return replace(ratio, note=f"n = {at}: {'; '.join(words)}", records=records)


def _spreads(data: FamilyData, n: int) -> dict[str, Measured]:
    """Graph -> slowest over fastest block."""
    spreads = {}
    for number in GRAPHS:
        over_fastest = measured.over_fastest([*block_times(data, number, n).values()])
        spreads[number] = max(over_fastest, key=lambda m: m.value)
    return spreads


def block_spread_over(data: FamilyData, at: int) -> Measured:
    """Slowest over fastest block, of the graph where that is most over the one where it is least."""
    spreads = _spreads(data, at)
    most, least = max(spreads.values(), key=lambda m: m.value), min(spreads.values(), key=lambda m: m.value)
    note = ", ".join(f"({number}) {m.value:.3g}" for number, m in spreads.items())
    return replace(
        most / least, note=f"n = {at}: {note}", records=tuple(r for m in spreads.values() for r in m.records)
    )


def block_spread_by_size(data: FamilyData, at: list[int]) -> Measured:
    """Slowest over fastest block at one n over the same at another, geometric mean over the graphs."""
    first, second = (_spreads(data, n) for n in at)
    ratios = [spread / other for spread, other in zip(first.values(), second.values())]
    words = ", ".join(f"({number}) {first[number].value:.3g} and {second[number].value:.3g}" for number in GRAPHS)
    return replace(measured.geometric_mean(ratios), note=f"n = {at[0]} and {at[1]}: {words}")


def block_over_block(data: FamilyData, graph: str, blocks: list[int], at: int) -> Measured:
    """Time at one block over that at another."""
    number = next(number for number, name in GRAPHS.items() if name == graph)
    times = block_times(data, number, at)
    if missing := [block for block in blocks if block not in times]:
        raise NotMeasurable(f"no block of {missing[0]} on graph ({number}) at n = {at}")
    upper, lower = (times[block] for block in blocks)
    return upper / lower


def odd_multiples_over_even(data: FamilyData, at: int) -> Measured:
    """Mean time at odd multiples of 32 threads over that at multiples of 64, geometric mean over the graphs."""
    ratios = []
    for number in GRAPHS:
        times = block_times(data, number, at)
        odd, even = ([t for block, t in times.items() if (block % 64 == 0) == is_even] for is_even in (False, True))
        if not odd or not even:
            raise NotMeasurable(f"no blocks of odd and even multiples of 32 on graph ({number}) at n = {at}")
        ratios.append(measured.mean(odd) / measured.mean(even))
    words = ", ".join(f"({number}) {m.value:.3g}" for number, m in zip(GRAPHS, ratios))
    return replace(measured.geometric_mean(ratios), note=f"n = {at}: {words}")


_OF_SPREADS = (block_spread_over, block_spread_by_size, occupancy_not_all)
_JUDGES = (block_256_over_best, occupancy_at_256, *_OF_SPREADS, block_over_block, odd_multiples_over_even)
FUNCTIONS = {f.__name__: f for f in _JUDGES}
