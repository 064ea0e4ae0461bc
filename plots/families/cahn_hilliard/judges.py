"""What the records say of each claim of the paper about this family."""

from __future__ import annotations

from collections.abc import Callable

from plots import fit
from plots.claims import Measured, NotMeasurable, quotient
from plots.families.cahn_hilliard.choose import (
    KERNELS,
    LARGE,
    NAMES,
    SERIAL,
    as_printed,
    common_largest,
    fastest,
    fastest_per_size,
    printed_form,
    step_interval_s,
    step_s,
    usual,
)
from plots.family import FamilyData
from plots.records import Record, Records

Judge = Callable[[FamilyData], Measured]


def step_ratio(upper: Record, lower: Record, note: str = "") -> Measured:
    """Quotient of two records' times a step, each end of the interval against the other's far end."""
    (a_low, a_high), (b_low, b_high) = step_interval_s(upper), step_interval_s(lower)
    value = step_s(upper) / step_s(lower)
    words = note or f"N = {upper['n']}, flow {upper['flow']}"
    return quotient(value, a_low / b_high, a_high / b_low, words)


def common(data: FamilyData, variants: list[str], least_n: int = LARGE) -> dict[str, Record]:
    data.need_gpu()
    found = common_largest(as_printed(data.timed), variants, least_n)
    if found is None:
        raise NotMeasurable(f"no N >= {least_n} with times of {', '.join(variants)}")
    return found


def c_fastest(data: FamilyData) -> Measured:
    found = common(data, KERNELS)
    rest = min((found[k] for k in KERNELS if k != "c_texture"), key=step_s)
    note = f"N = {rest['n']}, flow {rest['flow']}; fastest of the others: {NAMES[rest.variant]}"
    return step_ratio(found["c_texture"], rest, note)


def over(upper: str, lower: str) -> Judge:
    def judge(data: FamilyData) -> Measured:
        found = common(data, [upper, lower])
        return step_ratio(found[upper], found[lower])

    return judge


def speed_up(kernel: str) -> Judge:
    def judge(data: FamilyData) -> Measured:
        found = common(data, [SERIAL, kernel])
        note = f"N = {found[kernel]['n']}; one thread of {found[SERIAL].machine} against {found[kernel].machine}"
        return step_ratio(found[SERIAL], found[kernel], note)

    return judge


def small_fields_on_cpu(data: FamilyData) -> Measured:
    data.need_gpu()
    records = as_printed(data.timed)
    for n in records.values("n"):
        cpu = fastest(records.where(variant=SERIAL, n=n))
        gpu = fastest(records.where(processor="gpu", n=n))
        if cpu and gpu:
            note = f"N = {n}, the smallest that both have; {NAMES[gpu.variant]}"
            return step_ratio(gpu, cpu, note)
    raise NotMeasurable("no N with times of the GPU and of one CPU thread")


def slope(records: Records, least_n: int, what: str) -> Measured:
    points = [r for r in fastest_per_size(records) if r["n"] >= least_n]
    try:
        found = fit.loglog_slope([r["n"] for r in points], [step_s(r) for r in points])
    except ValueError as reason:
        raise NotMeasurable(f"slope of {what}: {reason}") from None
    return Measured(found.value, found.low, found.high, f"{what}, N = {points[0]['n']} to {points[-1]['n']}")


def slope_gpu(data: FamilyData) -> Measured:
    data.need_gpu()
    best = fastest(as_printed(data.timed).where(lambda r: r.variant in KERNELS and r["n"] >= LARGE))
    if best is None:
        raise NotMeasurable(f"no time of a kernel at N >= {LARGE}")
    chosen = min(common(data, KERNELS).values(), key=step_s).variant
    return slope(as_printed(data.timed).where(variant=chosen), LARGE, NAMES[chosen])


def slope_cpu(data: FamilyData) -> Measured:
    return slope(as_printed(data.timed).where(variant=SERIAL), 256, NAMES[SERIAL])


def strips_as_rectangles(data: FamilyData) -> Measured:
    """In whichever flow the block shapes were swept."""
    data.need_gpu()
    records = usual(data.timed).where(
        lambda r: r.variant == "a_global" and printed_form(r) and r["block_x"] % 16 == 0
    )
    found = []
    for (n, flow), alike in records.where(lambda r: r["n"] >= LARGE).by("n", "flow"):
        strips, rectangles = alike.where(block_y=1), alike.where(lambda r: r["block_y"] > 1)
        if strips and rectangles:
            found.append((len(strips.values("block_x")), n, flow, fastest(strips), fastest(rectangles)))
    if not found:
        raise NotMeasurable(f"no N >= {LARGE} with strips and rectangles of kernel A")
    # Where most widths were tried: the best strip of a few is not the best strip.
    widths, n, flow, strip, rectangle = max(found, key=lambda f: f[:2])
    shape = f"{rectangle['block_x']} x {rectangle['block_y']}"
    return step_ratio(strip, rectangle, f"N = {n}, flow {flow}: best of {widths} strips, {strip['block_x']}, against {shape}")


def rk2_slower_than_euler(data: FamilyData) -> Measured:
    data.need_gpu()
    rk2, euler = as_printed(data.timed), as_printed(data.timed, integrator="euler")
    for n in reversed(sorted(set(rk2.values("n")) & set(euler.values("n")))):
        for kernel in KERNELS:
            two, one = (fastest(r.where(variant=kernel, n=n)) for r in (rk2, euler))
            if two and one:
                return step_ratio(two, one, f"N = {n}, {NAMES[kernel]}, flow {two['flow']}")
    raise NotMeasurable("no kernel and N with times of both integrators")


JUDGES: dict[str, Judge] = {
    "c_fastest": c_fastest,
    "c_over_a": over("a_global", "c_texture"),
    "b_over_a": over("a_global", "b_shared"),
    "c_over_b": over("b_shared", "c_texture"),
    "b_equals_d": over("d_texture_shared", "b_shared"),
    "speed_up_a": speed_up("a_global"),
    "speed_up_b": speed_up("b_shared"),
    "speed_up_c": speed_up("c_texture"),
    "speed_up_d": speed_up("d_texture_shared"),
    "small_fields_on_cpu": small_fields_on_cpu,
    "slope_gpu": slope_gpu,
    "slope_cpu": slope_cpu,
    "strips_as_rectangles": strips_as_rectangles,
    "rk2_slower_than_euler": rk2_slower_than_euler,
}
