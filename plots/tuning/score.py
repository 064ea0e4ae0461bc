"""Search strategies compared: `python -m plots.tuning.score SCORE.json OUT.png`, from the JSON of `retime score --out`."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np

from plots import command, figures, gate, schema, style
from plots.errors import InputError

MOST_NAMED = 7  # strategies in colour; the others stay grey
EXACT = "random (exact)"


def read(path: Path) -> dict:
    """The document of `retime score --out`. InputError: unreadable, or of another kind or version."""
    document = gate.document(path)
    if (document.get("schema"), document.get("version")) != ("retime-tuning-score", 1):
        raise InputError(f"{path}: not the scores that `retime score --out` writes, version 1")
    schema.require(document, "score", str(path))
    columns, strategies = document["columns"], document["strategies"]
    points = len(strategies[0]["curve"])
    for at, one in enumerate(strategies):
        if len(one["ratio"]) != len(columns) or len(one["curve"]) != points:
            raise InputError(f"{path}: strategies.{at}: should have {len(columns)} ratios and a curve of {points}")
    if all(one["strategy"] == EXACT for one in strategies):
        raise InputError(f"{path}: strategies: there should be one beside {EXACT}")
    return document


def _numbers(values: list[float | None]) -> list[float]:
    """What was not finite is null in JSON, and a gap in a curve."""
    return [math.nan if value is None else value for value in values]


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
            _numbers([r["mean"] for r in one["ratio"]]),
            yerr=_numbers([r["half_width"] for r in one["ratio"]]),
            marker=marker,
            capsize=2,
            label=label,
            **order,
        )
        curves.plot(budget, _numbers(one["curve"]), **order)
    exact = next((s for s in document["strategies"] if s["strategy"] == EXACT), None)
    if exact:
        means = _numbers([r["mean"] for r in exact["ratio"]])
        reached.plot(document["columns"], means, "--", color=style.GREY, label=EXACT)
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

    def work() -> None:
        if len(arguments) != 2:
            raise InputError("usage: python -m plots.tuning.score SCORE.json OUT.png")
        source, out = map(Path, arguments)
        figures.require_place(out)
        figures.save(draw(read(source)), out)

    return command.run("", work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
