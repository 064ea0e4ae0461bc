"""What a warm start gains and costs: `python -m examples.tuner_bench.warm_start SPACE.json.gz SPACE.json.gz...`.

The spaces are of one kernel, on other GPUs or of other sizes. The program searches each of them cold, and from the recording of
each other. Cells are the mean over seeds of optimum/best (of a maximised objective, best/optimum) after so many evaluations, in
brackets less that of the cold search.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from examples.tuner_bench import recorded, replays, trajectories
from examples.tuner_bench.landscape import Landscape
from examples.tuner_bench.scoring import best_so_far
from plots.files import command
from plots.files.errors import InputError
from plots.files.text import printable

AT = (5, 10, 25, 50, 100)
MOST_SEEDS = 100_000


def parser() -> command.Parser:
    made = command.Parser(
        prog="python -m examples.tuner_bench.warm_start", description=__doc__, formatter_class=command.AS_WRITTEN
    )
    made.add_argument("spaces", nargs="+", type=command.path, metavar="SPACE", help="two T4 files or more")
    made.add_argument("--program", type=command.path, help="tuner-bench, emulated or not (default: as built here)")
    made.add_argument("--strategy", default="default", help="default: default")
    made.add_argument("--seeds", type=int, default=30, help="runs of each search (default: 30)")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Exit status 2 and one line for bad input."""

    def work() -> None:
        given = parser().parse_args(arguments)
        if len(given.spaces) < 2:
            raise InputError(f"{given.spaces[0]}: alone; name a second space of its kernel")
        recorded.require_distinct(given.spaces)
        if not 1 <= given.seeds <= MOST_SEEDS:
            raise InputError(f"--seeds {given.seeds}: 1 to {MOST_SEEDS}")
        by = replays.program(given.program)
        print(_row("space", "from", *map(str, AT)) + _row(*["---"] * (2 + len(AT))), end="", flush=True)
        for path in given.spaces:
            space = recorded.read(path)
            cold = reached(by, space, given, [])
            print(_row(path.name, "cold", *(f"{share:.3f}" for share in cold)), end="", flush=True)
            for other in given.spaces:
                if other == path:
                    continue
                warm = reached(by, space, given, [other])
                cells = (f"{share:.3f} ({share - before:+.3f})" for share, before in zip(warm, cold))
                print(_row("", other.name, *cells), end="", flush=True)

    return command.run("", work)


def reached(by: Path, space: recorded.Recorded, given: argparse.Namespace, neighbours: list[Path]) -> np.ndarray:
    """Mean share of the optimum after AT evaluations; 0 as long as nothing ran."""
    flags = ["--strategy", given.strategy, "--seeds", str(given.seeds), "--evaluations", str(AT[-1])]
    flags += [word for path in neighbours for word in ("--warm-start", str(path))]
    with tempfile.TemporaryDirectory(prefix="retime-") as folder:
        out = Path(folder) / "runs.jsonl"
        replays.replay(by, [space.path], flags, out)
        [[runs]] = trajectories.read([out], [space]).by_strategy.values()
    land = Landscape(space.values, space.costs_ms, space.is_maximised)
    return land.ratio(best_so_far(runs, land, AT[-1])[:, np.array(AT) - 1]).mean(axis=0)


def _row(*cells: str) -> str:
    return f"| {printable(' | '.join(cells))} |\n"


if __name__ == "__main__":
    sys.exit(main())
