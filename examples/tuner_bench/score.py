"""Scores search strategies on recorded tuning spaces: `python -m examples.tuner_bench.score SPACE.json.gz...`.

Without --runs the program replays its own strategies there; with it, runs that are recorded already are scored, those of
`tuner-bench replay` or of any other tuner. README.md says how.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from examples.tuner_bench import recorded, replays, score_figure, trajectories
from examples.tuner_bench.landscape import Landscape
from examples.tuner_bench.score_table import LEGEND, table, to_json
from examples.tuner_bench.scoring import columns, random_search, score
from plots.files import command, whole
from plots.files.errors import InputError
from plots.files.text import message
from plots.output import figures

SEEDS, MOST_SEEDS = 30, 100_000
MOST_EVALUATIONS = 10_000_000
NEAR = 1e-9  # of a value that was written and read again


def parser() -> command.Parser:
    made = command.Parser(
        prog="python -m examples.tuner_bench.score", description=__doc__, formatter_class=command.AS_WRITTEN
    )
    made.add_argument("spaces", nargs="+", type=command.path, metavar="SPACE", help="T4 files, may be gzipped")
    made.add_argument(
        "--runs", action="append", default=[], type=command.path, metavar="FILE", help="runs to score, a JSON line each"
    )
    made.add_argument("--program", type=command.path, help="tuner-bench, emulated or not (default: as built here)")
    made.add_argument("--strategy", help="those to score, by comma (default: all; of the program, but exhaustive)")
    made.add_argument("--seeds", type=int, help=f"runs of each on each space (default: all of --runs, else {SEEDS})")
    made.add_argument("--evaluations", type=int, default=200, help="of a run, failures paid (default: 200)")
    made.add_argument("--objective", default="", help="measurement (default: the file's own)")
    direction = made.add_mutually_exclusive_group()
    for flag, is_maximised in (("--maximize", True), ("--minimize", False)):
        direction.add_argument(
            flag,
            dest="is_maximised",
            action="store_const",
            const=is_maximised,
            help=f"the best is the {'greatest' if is_maximised else 'least'} (default: as the file says, else rates are maximised)",
        )
    made.add_argument("--json", action="store_true", help="print JSON instead of the table")
    made.add_argument("--out", type=command.path, metavar="FILE", help="also write scores and curves as JSON")
    made.add_argument("--figure", type=command.path, metavar="FILE", help="also draw them: PNG or SVG")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Exit status 2 and one line for bad input."""

    def work() -> None:
        given = parser().parse_args(arguments)
        _require(given)
        spaces = [recorded.read(path, given.objective, given.is_maximised) for path in given.spaces]
        lands = _landscapes(spaces)
        runs = _runs(given, spaces)
        chosen = _chosen(given, runs)
        _require_recorded(lands, chosen, given)
        scores = [random_search(lands, given.evaluations)]
        scores += [score(name, lands, some, given.evaluations) for name, some in chosen.items()]
        scores.sort(key=lambda s: s.reached.performance.mean, reverse=True)
        seeds = max(min(map(len, some)) for some in chosen.values())
        document = to_json(scores, given.evaluations, seeds)
        _tell_left_out(given, runs, chosen)
        if given.out:
            whole.write(given.out, (json.dumps(document, indent=1) + "\n").encode())
        if given.figure:
            figures.save(score_figure.draw(scores, columns(given.evaluations)), given.figure)
        print(json.dumps(document, indent=1) if given.json else table(scores, given.evaluations).rstrip("\n"))
        if not given.json:
            print(LEGEND, file=sys.stderr)  # the table alone may go to a file

    return command.run("", work)


def _require(given: argparse.Namespace) -> None:
    if given.seeds is not None and not 1 <= given.seeds <= MOST_SEEDS:
        raise InputError(f"--seeds {given.seeds}: 1 to {MOST_SEEDS}")
    if not 1 <= given.evaluations <= MOST_EVALUATIONS:
        raise InputError(f"--evaluations {given.evaluations}: 1 to {MOST_EVALUATIONS}")
    if given.runs and given.program:
        raise InputError("--program: with --runs nothing is run; leave one of them out")
    if given.out:
        whole.file_place(given.out)
    if given.figure:
        figures.require_place(given.figure)
    recorded.require_distinct(given.spaces)


def _landscapes(spaces: list[recorded.Recorded]) -> dict[str, Landscape]:
    """By the file's name without its ending, or by its path where two would be one."""
    short = [s.path.name.removesuffix(".gz").removesuffix(".json") for s in spaces]
    names = [name if short.count(name) == 1 else str(s.path) for name, s in zip(short, spaces)]
    return {name: Landscape(s.values, s.costs_ms, s.is_maximised) for name, s in zip(names, spaces)}


def _runs(given: argparse.Namespace, spaces: list[recorded.Recorded]) -> trajectories.Runs:
    if given.runs:
        return trajectories.read(given.runs, spaces)
    by = replays.program(given.program)
    flags = ["--seeds", str(given.seeds or SEEDS), "--evaluations", str(given.evaluations)]
    flags += ["--strategy", given.strategy] if given.strategy else []
    flags += ["--objective", given.objective] if given.objective else []
    if given.is_maximised is not None:
        flags.append("--maximize" if given.is_maximised else "--minimize")
    with tempfile.TemporaryDirectory(prefix="retime-") as folder:
        out = Path(folder) / "runs.jsonl"
        replays.replay(by, given.spaces, flags, out)
        return trajectories.read([out], spaces)


def _wanted(given: argparse.Namespace, runs: trajectories.Runs) -> list[str]:
    return given.strategy.split(",") if given.strategy else list(runs.by_strategy)


def _chosen(given: argparse.Namespace, runs: trajectories.Runs) -> dict[str, list[list[trajectories.Run]]]:
    """runs[space] of each strategy that is scored."""
    wanted = _wanted(given, runs)
    complete = {name: some for name, some in runs.complete().items() if name in wanted}
    if not complete:
        raise InputError(f"{_source(given)}: no strategy{' of these' * bool(given.strategy)} has runs on every space")
    return {name: [each[: given.seeds] for each in some] for name, some in complete.items()}


def _tell_left_out(given: argparse.Namespace, runs: trajectories.Runs, chosen: dict[str, Any]) -> None:
    for name in _wanted(given, runs):
        if name not in chosen:
            print(message(f"{name}: left out, it lacks runs on some space"), file=sys.stderr)
    if runs.elsewhere:
        few = ", ".join(sorted(runs.elsewhere)[:3])
        print(message(f"runs on {len(runs.elsewhere)} other spaces are left out: {few}"), file=sys.stderr)


def _require_recorded(
    lands: dict[str, Landscape], chosen: dict[str, list[list[trajectories.Run]]], given: argparse.Namespace
) -> None:
    """Nothing is better than the optimum, unless the runs were made on another recording, or are in another unit."""
    for name, runs in chosen.items():
        for path, land, some in zip(given.spaces, lands.values(), runs):
            least = min(np.fmin.reduce(land.losses(run.values), initial=np.inf) for run in some)
            if least < land.optimum - NEAR * abs(land.optimum):
                raise InputError(
                    f"{_source(given)}: '{name}' found {land.sign * least:g} on {path}, better than the optimum of"
                    f" {land.sign * land.optimum:g}: runs of another recording, or in another unit"
                )


def _source(given: argparse.Namespace) -> str:
    return ", ".join(map(str, given.runs)) or str(given.program)


if __name__ == "__main__":
    sys.exit(main())
