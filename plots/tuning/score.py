"""Search strategies compared: `python -m plots.tuning.score SCORE.json OUT.png`, from the JSON of `retime score --out`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from plots import style
from plots.errors import InputError

MOST_NAMED = 7  # strategies in colour; the others stay grey
EXACT = "random (exact)"


def read(path: Path) -> dict:
    """The document of `retime score --out`. InputError: unreadable, or of another kind or version."""
    try:
        document = json.loads(path.read_text())
    except (OSError, ValueError) as problem:
        raise InputError(f"{path}: {problem}") from None
    if not isinstance(document, dict) or (document.get("schema"), document.get("version")) != (
        "retime-tuning-score",
        1,
    ):
        raise InputError(f"{path}: not the scores that `retime score --out` writes, version 1")
    return document


def draw(document: dict):
    """Left: how much of the optimum is reached after so many evaluations. Right: P over the relative budget."""
    canvas, (reached, curves) = style.canvas(2, 1, height_in=4.2, width_in=9.6)
    strategies = [s for s in document["strategies"] if s["strategy"] != EXACT]
    looks = style.colours(s["strategy"] for s in strategies[:MOST_NAMED])
    budget = np.linspace(0, 1, len(strategies[0]["curve"]))
    for place, one in enumerate(strategies):
        colour, marker = looks.get(one["strategy"], (style.PALE, ""))
        order = {"zorder": 3 - place / 100, "color": colour}
        label = one["strategy"] if one["strategy"] in looks else None
        reached.errorbar(
            document["columns"],
            [r["mean"] for r in one["ratio"]],
            yerr=[r["half_width"] for r in one["ratio"]],
            marker=marker,
            capsize=2,
            label=label,
            **order,
        )
        curves.plot(budget, one["curve"], **order)
    exact = next((s for s in document["strategies"] if s["strategy"] == EXACT), None)
    if exact:
        reached.plot(document["columns"], [r["mean"] for r in exact["ratio"]], "--", color=style.GREY, label=EXACT)
    curves.axhline(0, linestyle="--", color=style.GREY)
    style.log_axis(reached.xaxis)
    reached.set_xticks(document["columns"], [str(c) for c in document["columns"]])
    reached.set_xlabel("evaluations, failures among them")
    reached.set_ylabel("optimum / best found, mean over spaces")
    reached.set_title("Reached")
    curves.set_title("Against random search")
    curves.set_xlabel("budget, from the 50 % to the 95 % cut-off")
    curves.set_ylabel("P: 0 random, 1 optimum")
    curves.set_ylim(-0.5, 1)
    style.legend_below(canvas, reached, 3)
    return canvas


def main(arguments: list[str]) -> int:
    """Exit status 2 and one line for bad input."""
    if len(arguments) != 2:
        print("usage: python -m plots.tuning.score SCORE.json OUT.png", file=sys.stderr)
        return 2
    try:
        draw(read(Path(arguments[0]))).savefig(arguments[1], dpi=style.PNG_DPI)
    except InputError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
