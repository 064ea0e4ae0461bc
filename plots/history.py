"""python -m plots.history HISTORY.json [--out history.png]: how the cases' times changed from run to run.

Reads what `retime history --json` writes: the steps are found there, this module only draws them.
"""

from __future__ import annotations

import math
import sys
from datetime import UTC, datetime
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter

from plots.files import command, gate, schema
from plots.files.errors import InputError
from plots.files.text import printable
from plots.output import figures
from plots.output.style import BLUE, GREY, VERMILION, WIDTH_IN, Canvas, plt

PANEL_HEIGHT_IN = 1.5
MOST_LETTERS = 120
MOST_CASES = 100


def load(path: Path) -> list[dict]:
    """The series of a file; InputError with one line that names the file otherwise."""
    root = gate.document(path)
    schema.require(root, "history", str(path))
    for place, series in enumerate(root["series"]):
        steps = [0, *(step["at"] for step in series["steps"]), len(series["points"])]
        if any(begin >= end for begin, end in zip(steps, steps[1:])):
            raise InputError(f"{path}: series.{place}.steps: `at` should ascend, below the number of points")
        series["when"] = [_moment(point["utc"], f"{path}: series.{place}.points") for point in series["points"]]
        series["time_us"] = [point["median_ns"] * 1e-3 for point in series["points"]]
        series["levels"] = levels(series)
    return root["series"]


def _moment(utc: str, where: str) -> datetime:
    """Years in which a calendar has dates to draw."""
    try:
        moment = datetime.fromisoformat(utc).astimezone(UTC)
    except (ValueError, OverflowError):
        raise InputError(f"{where}: {utc} is no time of day") from None
    if not 1900 <= moment.year <= 2400:
        raise InputError(f"{where}: {utc}: a year from 1900 to 2400 is wanted")
    return moment


def levels(case: dict) -> list[tuple[int, int, float]]:
    """(first run, one past the last, geometric mean in us) of each stretch between steps."""
    edges = [0, *(step["at"] for step in case["steps"]), len(case["time_us"])]
    return [
        (begin, end, math.exp(math.fsum(map(math.log, case["time_us"][begin:end])) / (end - begin)))
        for begin, end in zip(edges, edges[1:])
    ]


def most_telling(series: list[dict], count: int) -> list[dict]:
    """Cases with a step first, the largest one first."""

    def largest(case: dict) -> float:
        return max((abs(step["percent"]) for step in case["steps"]), default=0.0)

    return sorted(series, key=largest, reverse=True)[:count]


def shortened(texts: list[str]) -> list[str]:
    """What has room beside a picture, each in one line."""
    return [line if len(line) <= MOST_LETTERS else line[: MOST_LETTERS - 3] + "..." for line in map(printable, texts)]


def draw_case(axes: Axes, case: dict) -> None:
    axes.plot(case["when"], case["time_us"], "o", color=BLUE, markersize=3.5)
    for begin, end, level_us in case["levels"]:
        axes.plot([case["when"][begin], case["when"][end - 1]], [level_us, level_us], color=GREY)
    for step in case["steps"]:
        at = step["at"]
        commit = "commit " + case["points"][at]["git_sha"][:7]
        axes.axvline(case["when"][at], color=VERMILION, linewidth=1, linestyle="--")
        note = "\n".join(shortened([f"{step['percent']:+.1f} %", commit, *step["also_changed"]]))
        axes.annotate(
            note,
            (case["when"][at], 1),
            xycoords=("data", "axes fraction"),
            xytext=(3, -2),
            textcoords="offset points",
            va="top",
            fontsize=7.5,
            color=VERMILION,
        )
    low, high = min(case["time_us"]), max(case["time_us"])
    margin = max(0.15 * (high - low), 0.01 * high)  # a quiet case must not look wild
    room_for_notes = 0.8 * (high - low) if case["steps"] else 0
    axes.set_ylim(low - margin, high + margin + room_for_notes)
    axes.set_title("  ".join(shortened([case["key"], f"({case['device']})"])), fontsize=8.5)
    axes.set_ylabel("µs")


def draw(series: list[dict], count: int) -> Canvas:
    """One panel a case: medians, the levels between steps, and each step with its size and commit."""
    chosen = most_telling(series, count)
    canvas, panels = plt.subplots(
        len(chosen), 1, sharex=True, squeeze=False, figsize=(WIDTH_IN, 0.5 + PANEL_HEIGHT_IN * len(chosen))
    )
    for axes, case in zip(panels[:, 0], chosen):
        draw_case(axes, case)
    locator = AutoDateLocator()
    panels[-1, 0].xaxis.set_major_locator(locator)
    panels[-1, 0].xaxis.set_major_formatter(ConciseDateFormatter(locator))
    return canvas


def main(arguments: list[str] | None = None) -> int:
    parser = command.Parser(prog="python -m plots.history", description=__doc__.partition("\n")[0])
    parser.add_argument("history", type=command.path, metavar="HISTORY.json", help="written by `retime history --json`")
    parser.add_argument(
        "--out",
        type=command.path,
        default=Path("history.png"),
        metavar="FILE",
        help="PNG or SVG (default: history.png)",
    )
    parser.add_argument("--cases", type=int, default=8, metavar="N", help="panels at most; steps first (default: 8)")

    def work() -> None:
        options = parser.parse_args(arguments)
        if not 1 <= options.cases <= MOST_CASES:
            raise InputError(f"--cases {options.cases}: 1 to {MOST_CASES}")
        figures.require_place(options.out)
        figures.save(draw(load(options.history), options.cases), options.out)
        print(printable(str(options.out)))

    return command.run("plots.history", work)


if __name__ == "__main__":
    sys.exit(main())
