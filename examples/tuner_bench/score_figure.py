"""Search strategies compared in one picture."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure as Canvas

from examples.tuner_bench.scoring import EXACT, Score
from plots.output import style

MOST_NAMED = 7  # strategies in colour; the others stay grey


def draw(scores: list[Score], columns: list[int]) -> Canvas:
    """Left: how much of the optimum is reached after so many evaluations. Right: P over the relative budget."""
    canvas, (reached, curves) = style.canvas(2, 1, height_in=4.2, width_in=9.6)
    strategies = [s for s in scores if s.strategy != EXACT]
    looks = style.colours(s.strategy for s in strategies[:MOST_NAMED])
    budget = np.linspace(0, 1, len(strategies[0].reached.curve))
    for place, one in enumerate(strategies):
        colour, marker = looks.get(one.strategy, (style.PALE, ""))
        order = {"zorder": 3 - place / 100, "color": colour}
        reached.errorbar(
            columns,
            [r.mean for r in one.reached.ratio],
            yerr=[r.half_width for r in one.reached.ratio],
            marker=marker,
            capsize=2,
            label=one.strategy if one.strategy in looks else None,
            **order,
        )
        curves.plot(budget, one.reached.curve, **order)
    exact = next(s for s in scores if s.strategy == EXACT)
    reached.plot(columns, [r.mean for r in exact.reached.ratio], "--", color=style.GREY, label=EXACT)
    curves.axhline(0, linestyle="--", color=style.GREY)
    style.log_axis(reached.xaxis)
    reached.set_xticks(columns, [str(c) for c in columns])
    reached.set_xlabel("evaluations, failures among them")
    reached.set_ylabel("optimum / best found, mean over spaces")
    reached.set_title("Reached")
    curves.set_title("Against random search")
    curves.set_xlabel("budget, from the 50 % to the 95 % cut-off")
    curves.set_ylabel("P: 0 random, 1 optimum")
    curves.set_ylim(-0.5, 1)
    style.legend_below(canvas, reached, 3)
    return canvas
