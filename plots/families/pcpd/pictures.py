"""The four models, and the space-time picture that `--save` wrote."""

from __future__ import annotations

from collections.abc import Iterator

from plots.data.records import Record
from plots.families.pcpd import runs
from plots.output import style
from plots.output.figures import Figure
from plots.verdicts.family import FamilyData, saved

MODELS = ("dp", "pcpd", "tcpd", "qcpd")  # by the particles that react


def density(axes, r: Record, name: str, **look) -> None:
    """As long as it is seen beside its error."""
    c = runs.curve(r, name)
    seen = c.value > 2 * c.error
    axes.errorbar(c.t[seen], c.value[seen], yerr=c.error[seen], ms=3.5, lw=1.2, elinewidth=0.8, **look)


def models(data: FamilyData) -> Iterator[Figure]:
    """Density and pair density of each model in its regimes."""
    each = {model: records for model in MODELS if (records := runs.regimes(data, model))}
    if len(each) < 2:
        return
    canvas, panels = style.canvas(columns=2, rows=-(-len(each) // 2), height_in=3.2)
    for axes, (model, records) in zip(panels, each.items()):
        for r, colour, marker in zip(records, style.PALETTE, style.MARKERS):
            density(axes, r, "density", color=colour, marker=marker, label=f"p = {r['p']:g}")
            density(axes, r, "pair_density", color=colour, ls=":")
        style.log_log(axes)
        axes.set(title=f"{model.upper()}, d = {records[0]['d']:g}", xlabel="t", ylabel="density")
        axes.legend(loc="lower left")
    for axes in panels[len(each) :]:
        axes.set_visible(False)
    notes = "; ".join(f"{model.upper()} {runs.reached(records)}" for model, records in each.items())
    yield Figure(
        "pcpd_models",
        "Densities of the models",
        f"{notes}. DP, PCPD, TCPD, QCPD: 1, 2, 3, 4 neighbouring particles react. Solid: particles, dotted: pairs of"
        " neighbours. From full lattices; bars are standard errors.",
        canvas,
    )


def space_time(data: FamilyData) -> Iterator[Figure]:
    """One lattice from t = 0 down, of up to three p of the d that most were saved of."""
    each = ((r, saved(r, "space_time")) for r in data.verified.where(model="pcpd"))
    arrays = [(r, picture) for r, picture in each if picture is not None]
    d = max((r["d"] for r, _ in arrays), key=lambda d: len({r["p"] for r, _ in arrays if r["d"] == d}), default=None)
    by_p = {r["p"]: (r, picture) for r, picture in arrays if r["d"] == d}
    shown = [by_p[p] for p in sorted(by_p)][:3]
    if not shown:
        return
    canvas, panels = style.canvas(columns=len(shown), height_in=style.WIDTH_IN / max(len(shown), 2) + 0.5, share_y=True)
    for axes, (r, picture) in zip(panels, shown):
        axes.imshow(picture, cmap="Greys", interpolation="nearest", vmin=0, vmax=1)
        axes.grid(False)
        axes.set(title=f"p = {r['p']:g}", xlabel="site")
    panels[0].set_ylabel("t (downwards)")
    rows, width = shown[0][1].shape
    regimes = "; black goes on below p_c and dies out above it" * (len(shown) > 1)
    caption = (
        f"PCPD, d = {d:g}: the first {width} sites of a lattice up to t = {rows - 1}, occupied ones black. Time runs"
        f" downwards{regimes}."
    )
    yield Figure("pcpd_space_time", "Particles in space and time", caption, canvas)
