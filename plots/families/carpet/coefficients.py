"""a in t = a s^3, of Table I: each cell by the rule of the claims on it, whatever shows it."""

from __future__ import annotations

from contextlib import suppress

from plots.data import fit
from plots.data.measured import Measured
from plots.data.records import Records
from plots.families.carpet import walks
from plots.output import style
from plots.output.figures import Figure
from plots.output.tables import Interval, Table
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData, where
from plots.verdicts.published import basis

PAPER_STEPS = 5000  # the largest s that all variants of Table I have
CI = "95 % interval"


def measured(data: FamilyData, of: str | list[str], occupancy: float) -> dict[str, Measured]:
    """Form -> seconds of one variant, or what two differ by; the tuned form where it is another."""
    forms = {}
    with suppress(NotMeasurable):
        rule = {"coefficient": of, "growth": "n^3", "where": {"occupancy": occupancy}, "at": _steps(data)}
        forms["as printed"] = data.published.measured(rule)
        if tuned := data.published.tuned(rule):
            forms["tuned"] = tuned
    return forms


def _steps(data: FamilyData) -> int:
    """As far as the claims go; of shorter walks the longest."""
    walked = walks.in_table_1(data, data.every.timed())
    steps = data.every.timed().where(lambda r: r.variant in walked and r["steps"] <= PAPER_STEPS).values("steps")
    return max(steps, default=PAPER_STEPS)


def table(data: FamilyData) -> Table:
    rows, used = [], []
    for variant, name in walks.in_table_1(data, data.every).items():
        for occupancy in data.paper["tables"]["table_1"]["occupancies"]:
            for form, a in measured(data, variant, occupancy).items():
                rows.append([name, occupancy, form, *_cells(walks.printed_a(data, name, occupancy), a)])
                used += a.records
    heads = ["variant", "occupancy", "form", "paper a*1e9 (s)", "measured a*1e9 (s)", CI, "paper / measured"]
    heads += ["floor (ms)", "floor " + CI, "b*1e9 (s)", "b " + CI, "growth, a + b g(s)", "s (sizes)", "run"]
    return Table(
        "carpet_table_1",
        f"Table I: a in t = a s^3, times 1e9, seconds; {where(Records(used))}",
        heads,
        rows,
        "a: plain least squares as in the paper, so the largest s decide. floor and b: t = floor +"
        " b s^3 with relative weights, so all s count; each step is one launch, so for small s the"
        " time grows as s, which neither form has. growth: the classes that the times can not tell"
        f" from the best one. As printed: {walks.printed_form(Records(used))}, best block. Tuned: the best of all at each s.",
        fold=False,
    )


def _cells(printed: float, a: Measured) -> list:
    records = Records(a.records).sorted("steps")
    s, t = [r["steps"] for r in records], [r.time_s for r in records]
    row = [printed, 1e9 * a.value, Interval(1e9 * a.low, 1e9 * a.high), printed / (1e9 * a.value)]
    floor = fit.with_floor(s, t) if len(s) >= 4 else None
    for each, unit in ((floor.a, 1e3), (floor.b, 1e9)) if floor else ():
        row += [each.value * unit, Interval(each.low * unit, each.high * unit)]
    growths = ", ".join(fit.growth_classes(s, t).names) if len(s) >= 5 else None
    return [*row, *[None] * (8 - len(row)), growths, f"{s[0]} to {s[-1]} ({len(s)})", basis(a)]


def figure(data: FamilyData) -> Figure | None:
    """Variants B and C, of which the paper says that the gap closes."""
    printed, pair = data.paper["tables"]["table_1"], ("Variant B", "Variant C")
    variants = [variant for variant, name in walks.in_table_1(data, data.every).items() if name in pair]
    if len(variants) < 2:
        return None
    forms: dict[str, dict[float, Measured]] = {}
    for occupancy in printed["occupancies"]:
        for form, ratio in measured(data, variants, occupancy).items():
            forms.setdefault(form, {})[occupancy] = ratio
    forms = {form: ratios for form, ratios in forms.items() if len(ratios) > 1}
    if not forms:
        return None
    canvas, (axes,) = style.canvas(width_in=6.0, height_in=3.6)
    words = []
    for form, ratios in forms.items():
        within = [(m.value, m.low, m.high) for m in ratios.values()]
        face, line = (style.BLUE, "-") if form == "as printed" else ("white", "--")
        style.curve(axes, [*ratios], within, style.BLUE, "o", markerfacecolor=face, linestyle=line, label=form)
        cross = fit.crossing([*ratios], [m.value for m in ratios.values()])
        values = ", ".join(f"{m.value:.3g} at {occupancy:g}" for occupancy, m in ratios.items())
        words.append(f"{form} {values} (B overtakes C {f'at {cross:.2f}' if cross else 'at none of these'})")
    paper = [b / c for b, c in zip(*(printed["a_1e9_s"][name] for name in pair))]
    axes.plot(printed["occupancies"], paper, "s:", color=style.VERMILION, label="paper, Table I")
    axes.axhline(1, color=style.GREY, linewidth=1)
    style.log_axis(axes.yaxis)
    note = {"xytext": (2, -4), "textcoords": "offset points", "va": "top", "color": style.GREY, "fontsize": 8.5}
    axes.annotate("C faster above, B below", (min(printed["occupancies"]), 1), **note)
    axes.set(xlabel="occupancy", ylabel="a of B / a of C")
    axes.margins(x=0.08, y=0.15)
    style.legend_below(canvas, axes, columns=3)
    records = Records(r for ratios in forms.values() for m in ratios.values() for r in m.records)
    return Figure(
        "carpet_crossover",
        "Advantage of Variant C over Variant B against occupancy",
        f"{where(records)}. Quotient of the a in t = a s^3 to s = {max(records.values('steps'))}, by occupancy:"
        f" {'; '.join(words)}. Bars: 95 % intervals of the quotient, by the fits.",
        canvas,
        times=records,
    )
