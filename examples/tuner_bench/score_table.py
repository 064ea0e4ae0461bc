"""Scores as a Markdown table and as JSON."""

from __future__ import annotations

import math
from typing import Any

from examples.tuner_bench.scoring import Interval, Reached, Score, columns
from plots.files.text import printable

LEGEND = """\
numbered: the best found as a share of the optimum, after so many evaluations
P: 0 is random search, 1 the optimum at once; the mean from where random search has come half of the way to its 95 %
within 1 %: runs whose best is within 1 % of the optimum at the last numbered column; worst space: the lowest mean there
ms an evaluation: the strategy's own time; intervals are 95 %, over seeds (README.md)"""


def table(scores: list[Score], evaluations: int) -> str:
    """Markdown."""
    at = columns(evaluations)
    heads = ["strategy", *map(str, at), "P", "within 1 % at the last", "worst space at the last", "ms an evaluation"]
    rows = [heads, ["---"] * len(heads)]
    for one in scores:
        worst = min(one.spaces, key=lambda s: s.reached.ratio[-1].mean)
        rows.append(
            [
                one.strategy,
                *(f"{r.mean:.3f} ± {r.half_width:.3f}" for r in one.reached.ratio),
                f"{one.reached.performance.mean:+.2f} ± {one.reached.performance.half_width:.2f}",
                f"{100 * one.reached.close.mean:.0f} %",
                f"{worst.reached.ratio[-1].mean:.3f} {worst.space}",
                f"{one.search_ms:.2f}" if one.search_ms > 0 else "",
            ]
        )
    return "".join(f"| {printable(' | '.join(row))} |\n" for row in rows)


def to_json(scores: list[Score], evaluations: int, seeds: int) -> dict[str, Any]:
    return {
        "schema": "retime-tuning-score",
        "version": 1,
        "evaluations": evaluations,
        "seeds": seeds,
        "columns": columns(evaluations),
        "strategies": [
            {
                "strategy": one.strategy,
                "search_ms_per_evaluation": one.search_ms,
                **_reached(one.reached),
                "spaces": [{"space": s.space, "budget": vars(s.budget), **_reached(s.reached)} for s in one.spaces],
            }
            for one in scores
        ],
    }


def _reached(reached: Reached) -> dict[str, Any]:
    return {
        "performance": _interval(reached.performance),
        "close": _interval(reached.close),
        "ratio": [_interval(r) for r in reached.ratio],
        "curve": [_finite(p) for p in reached.curve],
    }


def _interval(interval: Interval) -> dict[str, float | None]:
    return {"mean": _finite(interval.mean), "half_width": _finite(interval.half_width)}


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
