"""What the records say about the claims of hoffmann_2010.json."""

from __future__ import annotations

import math

from plots.claims import Measured, NotMeasurable, ratio
from plots.families.carpet.choose import (
    GPU_PAPER,
    LEAST_STEPS,
    Law,
    at,
    best,
    common_steps,
    gamma,
    law,
    longest_walks,
    memory_limits,
    name,
    printed_form,
    standard,
)
from plots.family import FamilyData
from plots.fit import Estimate
from plots.records import Record, Records


def _pair_at_largest(
    records: Records, upper: str, lower: str, occupancy: float
) -> tuple[Measured, int] | None:
    steps = common_steps(records, [upper, lower], occupancy)
    if steps is None or steps < LEAST_STEPS:
        return None
    return ratio(at(records, upper, occupancy, steps), at(records, lower, occupancy, steps)), steps


Ratio = tuple[float, int, Measured]


def _ratios_of(records: Records, upper: str, lower: str) -> list[Ratio]:
    return [
        (o, pair[1], pair[0])
        for o in records.values("occupancy")
        if (pair := _pair_at_largest(records, upper, lower, o)) is not None
    ]


def _ratios(data: FamilyData, upper: str, lower: str) -> list[Ratio]:
    """(occupancy, steps, t_upper/t_lower) at each occupancy, best tunings; NotMeasurable if there is none."""
    data.need_gpu()
    found = _ratios_of(best(data), upper, lower)
    if not found:
        raise NotMeasurable(
            f"no measured and correct records of {name(upper)} and {name(lower)} at the same "
            f"s >= {LEAST_STEPS}; smaller ones time launches, not kernels"
        )
    return found


def _said(found: list[Ratio]) -> str:
    return "; ".join(f"{m.value:.3g} at {o:g} (s = {s})" for o, s, m in found)


def _also_as_printed(data: FamilyData, upper: str, lower: str) -> str:
    """The same ratios of the untuned forms, where tuned ones are not the paper's listings."""
    every = standard(data.timed)
    plain = printed_form(every)
    found = _ratios_of(plain.best(), upper, lower)
    return f". Tuned as printed: {_said(found)}" if found and len(plain) < len(every) else ""


def b_faster_than_a(data: FamilyData) -> Measured:
    found = _ratios(data, "b_diamond", "a_dense")
    worst = max((m for _, _, m in found), key=lambda m: m.value)
    return Measured(
        worst.value,
        worst.low,
        worst.high,
        "B/A: " + _said(found) + _also_as_printed(data, "b_diamond", "a_dense"),
    )


def c_faster_than_b(data: FamilyData) -> Measured:
    found = _ratios(data, "b_diamond", "c_compact")
    worst = min((m for _, _, m in found), key=lambda m: m.value)
    return Measured(
        worst.value,
        worst.low,
        worst.high,
        "B/C: " + _said(found) + _also_as_printed(data, "b_diamond", "c_compact"),
    )


def branchless_slower(data: FamilyData) -> Measured:
    found = _ratios(data, "a_branchless", "a_dense")

    def mean(values: list[float]) -> float:
        return math.exp(sum(map(math.log, values)) / len(values))

    return Measured(
        *(mean([getattr(m, end) for _, _, m in found]) for end in ("value", "low", "high")),
        note="branch-free A over A: "
        + _said(found)
        + _also_as_printed(data, "a_branchless", "a_dense"),
    )


def _laws(data: FamilyData, variants: list[str], which: str) -> tuple[list[Law], float]:
    """The laws of the variants at the lowest or highest occupancy that all have, with sizes that time kernels."""
    data.need_gpu()
    records = best(data)
    occupancies = [
        o
        for o in records.values("occupancy")
        if (common_steps(records, variants, o) or 0) >= LEAST_STEPS
    ]
    if not occupancies or (which == "highest" and len(occupancies) < 2):
        raise NotMeasurable(
            f"no measured and correct records of {' and '.join(map(name, variants))} at s >="
            f" {LEAST_STEPS} and the {which} occupancy"
        )
    occupancy = occupancies[0] if which == "lowest" else occupancies[-1]
    laws = [law(records, v, occupancy) for v in variants]
    if None in laws:
        raise NotMeasurable("a in t = a s^3 needs two sizes of each variant")
    return [found for found in laws if found], occupancy


def _quotient(upper: Estimate, lower: Estimate, note: str = "") -> Measured:
    if upper.low <= 0 or lower.low <= 0:
        raise NotMeasurable("too few sizes: the interval of a in t = a s^3 includes 0")
    return Measured(upper.value / lower.value, upper.low / lower.high, upper.high / lower.low, note)


def _quotient_of_a(data: FamilyData, upper: str, lower: str, which: str) -> Measured:
    (one, other), occupancy = _laws(data, [upper, lower], which)
    return _quotient(one.cubic, other.cubic, f"occupancy {occupancy:g}")


def c_advantage_falls(data: FamilyData) -> Measured:
    low = _quotient_of_a(data, "b_diamond", "c_compact", "lowest")
    high = _quotient_of_a(data, "b_diamond", "c_compact", "highest")
    return Measured(
        low.value / high.value,
        low.low / high.high,
        low.high / high.low,
        f"a_B/a_C {low.value:.3g} ({low.note}) and {high.value:.3g} ({high.note})",
    )


def occupancy_costs(data: FamilyData) -> Measured:
    data.need_gpu()
    records, found = best(data), []
    for variant in GPU_PAPER:
        both = records.where(variant=variant).values("occupancy")
        steps = [
            set(records.where(variant=variant, occupancy=o).values("steps"))
            for o in both[:1] + both[-1:]
        ]
        shared = max(set.intersection(*steps), default=0) if len(both) > 1 else 0
        if shared >= LEAST_STEPS:
            m = ratio(at(records, variant, both[-1], shared), at(records, variant, both[0], shared))
            found.append(
                (
                    variant,
                    m,
                    f"{name(variant)} {m.value:.3g} ({both[-1]:g} over {both[0]:g}, s = {shared})",
                )
            )
    if not found:
        raise NotMeasurable(
            f"no variant measured at two occupancies and the same s >= {LEAST_STEPS}"
        )
    least = min((m for _, m, _ in found), key=lambda m: m.value)
    return Measured(least.value, least.low, least.high, "; ".join(text for *_, text in found))


def _outside(r: Record, phases: tuple[str, ...]) -> float:
    times = [r.phase_s(p) for p in phases]
    if None in times:
        raise NotMeasurable(f"{name(r.variant)}: {phases[times.index(None)]} was not timed")
    return sum(times)


def initialisation_of_c(data: FamilyData) -> Measured:
    data.need_gpu()
    records = best(data)
    for occupancy in records.values("occupancy"):
        steps = common_steps(records, ["a_dense", "c_compact"], occupancy)
        if steps is None or steps < LEAST_STEPS:
            continue
        a, c = at(records, "a_dense", occupancy, steps), at(records, "c_compact", occupancy, steps)
        phases = ("prepare", "transfer_in")
        value = _outside(a, phases) / max(_outside(c, phases), 1e-12)
        alone = _outside(a, ("transfer_in",)) / max(_outside(c, ("transfer_in",)), 1e-12)
        return Measured(
            value,
            value,
            value,
            f"occupancy {occupancy:g}, s = {steps}; the transfer alone {alone:.3g}; "
            "timed once, no interval",
        )
    raise NotMeasurable(
        f"no measured and correct records of A and C at the same s >= {LEAST_STEPS}"
    )


def overheads_small(data: FamilyData) -> Measured:
    data.need_gpu()
    records, shares = best(data), []
    for variant in GPU_PAPER:
        chosen = records.where(lambda r: r["steps"] >= LEAST_STEPS, variant=variant).sorted("steps")
        for r in chosen.where(steps=chosen[-1]["steps"]) if chosen else ():
            outside = _outside(r, ("prepare", "transfer_in", "transfer_out"))
            shares.append((outside / (outside + r.time_s), r))
    if not shares:
        raise NotMeasurable(f"no measured and correct records of A, B or C at s >= {LEAST_STEPS}")
    share, r = max(shares, key=lambda pair: pair[0])
    return Measured(
        share,
        share,
        share,
        f"{name(r.variant)} at occupancy {r['occupancy']:g}, s = {r['steps']}, loop "
        f"{r.time_s:.3g} s; timed once, no interval",
    )


def largest_steps(data: FamilyData) -> Measured:
    limits = {(limit.occupancy, limit.variant): limit for limit in memory_limits(data)}
    for occupancy in sorted({o for o, _ in limits}):
        a, c = (limits.get((occupancy, v)) for v in ("a_dense", "c_compact"))
        if a and c:
            value = c.by_memory / a.by_memory
            stop = min(a.by_program, c.by_program)
            note = f"by memory alone A {a.by_memory}, C {c.by_memory} at occupancy {occupancy:g}"
            if stop < a.by_memory:
                note += f"; 32-bit indices stop both at {stop}"
            return Measured(value, value, value, note)
    raise NotMeasurable("no case of A and C ran out of this GPU's memory")


def _gpu_over(cpu: str):
    def judge(data: FamilyData) -> Measured:
        occupancy, steps, m = _ratios(data, cpu, "c_compact")[0]
        cpu_host = at(best(data), cpu, occupancy, steps).run.host_name
        return Measured(
            m.value, m.low, m.high, f"occupancy {occupancy:g}, s = {steps}; CPU: {cpu_host}"
        )

    return judge


def cubic_time(data: FamilyData) -> Measured:
    data.need_gpu()
    records = best(data).where(lambda r: r["steps"] >= LEAST_STEPS, variant="b_diamond")
    for occupancy in records.values("occupancy"):
        chosen = records.where(occupancy=occupancy).sorted("steps")
        if len(chosen) >= 2:
            small, large = chosen[-2], chosen[-1]
            m, span = ratio(large, small), math.log(large["steps"] / small["steps"])
            return Measured(
                math.log(m.value) / span,
                math.log(m.low) / span,
                math.log(m.high) / span,
                f"B, occupancy {occupancy:g}, s = {small['steps']} and {large['steps']}",
            )
    raise NotMeasurable(f"no two sizes of B at s >= {LEAST_STEPS}")


def anomalous_diffusion(data: FamilyData) -> Measured:
    for r in longest_walks(data):
        exponent = gamma(r)
        if exponent is not None:
            return Measured(
                exponent.value,
                exponent.low,
                exponent.high,
                f"occupancy {r['occupancy']:g}, {r['steps']} steps, {name(r.variant)} on"
                f" {r.run.device_name}",
            )
    raise NotMeasurable("no verified walk with <r^2> at four times from t = 10 on")


def mean_occupancy(data: FamilyData) -> Measured:
    found = [
        r
        for r in standard(data.verified).sorted("steps")
        if r["occupancy"] == 0.093 and isinstance(r.observables.get("occupancy"), (int, float))
    ]
    if not found:
        raise NotMeasurable(
            "no verified case at occupancy=0.093 that reports the surface's occupancy"
        )
    value = found[-1].observables["occupancy"]
    return Measured(
        value, value, value, f"surface of the walk of {found[-1]['steps']} steps; one seed"
    )


JUDGES = {
    "b_faster_than_a": b_faster_than_a,
    "b_third_of_a": lambda data: _quotient_of_a(data, "b_diamond", "a_dense", "lowest"),
    "c_faster_than_b": c_faster_than_b,
    "c_over_b_low": lambda data: _quotient_of_a(data, "b_diamond", "c_compact", "lowest"),
    "c_over_b_high": lambda data: _quotient_of_a(data, "b_diamond", "c_compact", "highest"),
    "c_advantage_falls": c_advantage_falls,
    "branchless_slower": branchless_slower,
    "occupancy_costs": occupancy_costs,
    "initialisation_of_c": initialisation_of_c,
    "overheads_small": overheads_small,
    "largest_steps": largest_steps,
    "gpu_over_16_threads": _gpu_over("cpu_task_pool"),
    "gpu_over_1_thread": _gpu_over("cpu_serial"),
    "cubic_time": cubic_time,
    "anomalous_diffusion": anomalous_diffusion,
    "mean_occupancy": mean_occupancy,
}
