"""python -m plots.history HISTORY.json [--out history.png]: how the cases' times changed from run to run.

Reads what `retime history --json` writes: the steps are found there, this module only draws them.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from datetime import datetime
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter

from plots.errors import InputError
from plots.style import BLUE, GREY, PNG_DPI, VERMILION, WIDTH_IN, Canvas, plt

SCHEMA_VERSION = 1
PANEL_HEIGHT_IN = 1.5


def load(path: Path) -> list[dict]:
    """The series of a file; InputError with one line that names the file otherwise."""
    try:
        root = json.loads(path.read_text())
        version = root["schema_version"]
        if version != SCHEMA_VERSION:
            raise InputError(f"{path}: schema_version is {version}; this program reads {SCHEMA_VERSION}")
        series = root["series"]
        for one in series:
            one["when"] = [datetime.fromisoformat(point["utc"]) for point in one["points"]]
            one["time_us"] = [float(point["median_ns"]) * 1e-3 for point in one["points"]]
            one["levels"] = levels(one)
            if not isinstance(one["key"], str) or not isinstance(one["device"], str):
                raise TypeError("key and device are text")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: not what `retime history --json` writes ({error})") from error
    if not series:
        raise InputError(f"{path}: holds no series")
    return series


def levels(one: dict) -> list[tuple[int, int, float]]:
    """(first run, one past the last, geometric mean in us) of each stretch between steps."""
    edges = [0, *(step["at"] for step in one["steps"]), len(one["time_us"])]
    return [
        (begin, end, math.exp(math.fsum(map(math.log, one["time_us"][begin:end])) / (end - begin)))
        for begin, end in zip(edges, edges[1:])
    ]


def most_telling(series: list[dict], count: int) -> list[dict]:
    """Cases with a step first, the largest one first."""

    def largest(one: dict) -> float:
        return max((abs(step["percent"]) for step in one["steps"]), default=0.0)

    return sorted(series, key=largest, reverse=True)[:count]


def draw_case(axes: Axes, one: dict) -> None:
    axes.plot(one["when"], one["time_us"], "o", color=BLUE, markersize=3.5)
    for begin, end, level_us in one["levels"]:
        axes.plot([one["when"][begin], one["when"][end - 1]], [level_us, level_us], color=GREY)
    for step in one["steps"]:
        at = step["at"]
        commit = "commit " + one["points"][at]["git_sha"][:7]
        axes.axvline(one["when"][at], color=VERMILION, linewidth=1, linestyle="--")
        note = "\n".join([f"{step['percent']:+.1f} %", commit, *step["also_changed"]])
        axes.annotate(
            note,
            (one["when"][at], 1),
            xycoords=("data", "axes fraction"),
            xytext=(3, -2),
            textcoords="offset points",
            va="top",
            fontsize=7.5,
            color=VERMILION,
        )
    low, high = min(one["time_us"]), max(one["time_us"])
    margin = max(0.15 * (high - low), 0.01 * high)  # a quiet case must not look wild
    room_for_notes = 0.8 * (high - low) if one["steps"] else 0
    axes.set_ylim(low - margin, high + margin + room_for_notes)
    axes.set_title(f"{one['key']}  ({one['device']})", fontsize=8.5)
    axes.set_ylabel("us")


def draw(series: list[dict], count: int) -> Canvas:
    """One panel a case: medians, the levels between steps, and each step with its size and commit."""
    chosen = most_telling(series, count)
    canvas, panels = plt.subplots(
        len(chosen), 1, sharex=True, squeeze=False, figsize=(WIDTH_IN, 0.5 + PANEL_HEIGHT_IN * len(chosen))
    )
    for axes, one in zip(panels[:, 0], chosen):
        draw_case(axes, one)
    locator = AutoDateLocator()
    panels[-1, 0].xaxis.set_major_locator(locator)
    panels[-1, 0].xaxis.set_major_formatter(ConciseDateFormatter(locator))
    return canvas


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m plots.history", description=__doc__.partition("\n")[0])
    parser.add_argument("history", type=Path, metavar="HISTORY.json", help="written by `retime history --json`")
    parser.add_argument(
        "--out", type=Path, default=Path("history.png"), metavar="FILE", help="PNG or SVG (default: history.png)"
    )
    parser.add_argument("--cases", type=int, default=8, metavar="N", help="panels at most; steps first (default: 8)")
    given = parser.parse_args(arguments)
    try:
        if given.cases < 1:
            raise InputError(f"--cases {given.cases}: at least 1")
        if not given.out.parent.is_dir():
            raise InputError(f"--out {given.out}: no such folder")
        canvas = draw(load(given.history), given.cases)
        canvas.savefig(given.out, dpi=PNG_DPI)
        plt.close(canvas)
    except InputError as error:
        print(f"plots.history: {error}", file=sys.stderr)
        return 2
    print(given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
