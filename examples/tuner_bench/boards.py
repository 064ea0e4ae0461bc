"""What a search gains by several boards: `python -m examples.tuner_bench.boards SPACE.json.gz...`.

The program searches each space on one board and on several, which evaluate as long as it was recorded and do not wait for each
other. Numbered columns are the mean over spaces of optimum/best (of a maximised objective, best/optimum) after so many
evaluations, with its 95 % interval over seeds. Then: how many times sooner the last one ends, and how many times sooner the search is as good as on one board after
half of them; both are recorded time, the geometric mean over the spaces.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from examples.tuner_bench import recorded, replays, trajectories
from examples.tuner_bench.landscape import Landscape
from examples.tuner_bench.scoring import best_so_far, interval
from plots.files import command
from plots.files.errors import InputError

MOST_BOARDS, MOST_SEEDS, MOST_EVALUATIONS = 1024, 100_000, 10_000_000


@dataclass(frozen=True)
class Course:
    """Of one search over its seeds: shares of the optimum by seed and evaluation, and their mean by time."""

    shares: np.ndarray
    times_s: np.ndarray  # at which some run's evaluation ends, ascending
    by_time: np.ndarray
    ends_s: float  # the mean of the runs

    def reaches_s(self, share: float) -> float:
        """When the mean share is that high; infinite if it never is."""
        good = np.flatnonzero(self.by_time >= share)
        return float(self.times_s[good[0]]) if len(good) else np.inf


def parser() -> command.Parser:
    made = command.Parser(
        prog="python -m examples.tuner_bench.boards", description=__doc__, formatter_class=command.AS_WRITTEN
    )
    made.add_argument("spaces", nargs="+", type=command.path, metavar="SPACE", help="T4 files, may be gzipped")
    made.add_argument("--program", type=command.path, help="tuner-bench, emulated or not (default: as built here)")
    made.add_argument("--strategy", default="default", help="default: default")
    made.add_argument("--boards", default="2,4,8", help="numbers of them, by comma (default: 2,4,8)")
    made.add_argument("--seeds", type=int, default=30, help="runs of each search (default: 30)")
    made.add_argument("--evaluations", type=int, default=200, help="of a run, failures paid (default: 200)")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Exit status 2 and one line for bad input."""

    def work() -> None:
        given = parser().parse_args(arguments)
        _require(given)
        spaces = [recorded.read(path) for path in given.spaces]
        by = replays.program(given.program)
        at = sorted({max(1, given.evaluations // part) for part in (8, 4, 2, 1)})
        alone = searched(by, spaces, given, 1)
        print(_row("boards", *map(str, at), "ends sooner", "as good sooner"), end="")
        print(_row(*["---"] * (len(at) + 3)), end="", flush=True)
        for boards in (1, *_numbers(given.boards)):
            courses = alone if boards == 1 else searched(by, spaces, given, boards)
            by_seed = np.mean([each.shares[:, np.array(at) - 1] for each in courses], axis=0)
            cells = [interval(column) for column in by_seed.T]
            shares = (f"{cell.mean:.3f} ± {cell.half_width:.3f}" for cell in cells)
            print(_row(str(boards), *shares, *_sooner(alone, courses)), end="", flush=True)

    return command.run("", work)


def searched(by: Path, spaces: list[recorded.Recorded], given: argparse.Namespace, boards: int) -> list[Course]:
    """By space."""
    flags = ["--strategy", given.strategy, "--seeds", str(given.seeds)]
    flags += ["--evaluations", str(given.evaluations), "--boards", str(boards)]
    with tempfile.TemporaryDirectory(prefix="retime-") as folder:
        out = Path(folder) / "runs.jsonl"
        replays.replay(by, [space.path for space in spaces], flags, out)
        [by_space] = trajectories.read([out], spaces).by_strategy.values()
    return [course(space, runs, given.evaluations) for space, runs in zip(spaces, by_space)]


def course(space: recorded.Recorded, runs: list[trajectories.Run], evaluations: int) -> Course:
    """0 as long as nothing ran; a run that has ended keeps its share."""
    land = Landscape(space.values, space.costs_ms, space.is_maximised)
    shares = land.ratio(best_so_far(runs, land, evaluations))
    times_s = np.unique(np.concatenate([run.ended_s for run in runs]))
    reached = np.zeros(len(times_s))
    for run, row in zip(runs, shares):
        ended = np.searchsorted(run.ended_s, times_s, side="right")  # evaluations that have
        reached += np.where(ended > 0, row[np.maximum(ended, 1) - 1], 0.0)
    ends_s = float(np.mean([run.ended_s[-1] for run in runs]))
    return Course(shares, times_s, reached / len(runs), ends_s)


def _sooner(alone: list[Course], several: list[Course]) -> tuple[str, str]:
    ends = [one.ends_s / other.ends_s for one, other in zip(alone, several)]
    half = [one.shares[:, (one.shares.shape[1] - 1) // 2].mean() for one in alone]
    good = [one.reaches_s(share) / other.reaches_s(share) for one, other, share in zip(alone, several, half)]
    return tuple(f"{np.exp(np.mean(np.log(some))):.2f}" if min(some) > 0 else "never" for some in (ends, good))


def _require(given: argparse.Namespace) -> None:
    recorded.require_distinct(given.spaces)
    for flag, value, most in (
        ("--seeds", given.seeds, MOST_SEEDS),
        ("--evaluations", given.evaluations, MOST_EVALUATIONS),
    ):
        if not 1 <= value <= most:
            raise InputError(f"{flag} {value}: 1 to {most}")
    _numbers(given.boards)


def _numbers(text: str) -> list[int]:
    words = text.split(",")
    if not all(word.isascii() and word.isdigit() and 1 < int(word) <= MOST_BOARDS for word in words):
        raise InputError(f"--boards {text}: numbers from 2 to {MOST_BOARDS}, by comma")
    return [int(word) for word in words]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    sys.exit(main())
