#!/usr/bin/env python3
"""What searching on all boards of a host gained, from the runs of `results/record.sh ... tune_boards`.

usage: examples/tuner_bench/tune_boards.py OUT

For each kernel: on how many boards its searches ran, how many evaluations they made, how long they took (`spent_s`: evaluating;
`elapsed_s`: the whole command, finals included), how many times sooner that was than on one board, and the time of what they
found over the least time of the whole space, both by the sweep that measured the space. Means over the seeds.
"""

import argparse
import re
import statistics
import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from plots.files import command, gate
from plots.files.errors import InputError

NAME = re.compile(r"tune_boards_(\w+)-(one|all)-\d+")


@dataclass(frozen=True)
class Search:
    boards: int
    evaluations: int
    spent_s: float
    elapsed_s: float
    slower: float  # what it found, over the least of the space


def entry_of(folder):
    """The only one of its best.json."""
    entries = gate.document(folder / "best.json")["entries"]
    if len(entries) != 1:
        raise InputError(f"{folder / 'best.json'}: one entry, not {len(entries)}")
    return entries[0]


def seconds_between(begin, end):
    """They are whole ones, so one at least."""
    return max(1.0, (datetime.fromisoformat(end) - datetime.fromisoformat(begin)).total_seconds())


def times_of(sweep):
    """Configuration -> time of a sweep's T4 file."""
    (file,) = sorted((sweep / "t4").glob("*.json*"))
    results = gate.document(file)["results"]
    valid = [r for r in results if r["invalidity"] == "correct"]
    return {tuple(sorted(r["configuration"].items())): r["measurements"][0]["value"] for r in valid}


def search_of(folder, times):
    entry = entry_of(folder)
    found = times.get(tuple(sorted(entry["tuning"].items())))
    if found is None:
        raise InputError(f"{folder / 'best.json'}: its winner is not in the sweep")
    begin = gate.document(folder / "header.json")["utc"]
    elapsed_s = seconds_between(begin, entry["utc"])
    return Search(entry["boards"], entry["evaluations"], entry["spent_s"], elapsed_s, found / min(times.values()))


def searches_below(out):
    """Kernel -> boards ("one", "all") -> its searches."""
    found = defaultdict(lambda: defaultdict(list))
    for folder in sorted(out.glob("tune_boards_*-*-*")):
        if match := NAME.fullmatch(folder.name):
            times = times_of(out / f"tune_boards_{match[1]}-sweep")
            found[match[1]][match[2]].append(search_of(folder, times))
    if not found:
        raise InputError(f"{out}: holds no tune_boards_*-one-* or -all-*")
    return found


def table(found):
    rows = [
        "| kernel | boards | searches | evaluations | spent_s | elapsed_s | sooner | slower than the best |",
        "| --- " * 8 + "|",
    ]
    for kernel, by_boards in found.items():
        alone = [one.elapsed_s for one in by_boards["one"]]
        for some in (by_boards["one"], by_boards["all"]):
            if not some:
                continue
            mean = {
                field: statistics.mean(getattr(one, field) for one in some)
                for field in ("evaluations", "spent_s", "elapsed_s", "slower")
            }
            sooner = f"{statistics.mean(alone) / mean['elapsed_s']:.2f}" if alone else ""
            rows.append(
                f"| {kernel} | {some[0].boards} | {len(some)} | {mean['evaluations']:.0f} | {mean['spent_s']:.1f} "
                f"| {mean['elapsed_s']:.0f} | {sooner} | {100 * (mean['slower'] - 1):.2f} % |"
            )
    return "\n".join(rows)


def main(arguments=None):
    def work():
        parser = command.Parser(
            prog="examples/tuner_bench/tune_boards.py",
            description=__doc__,
            formatter_class=argparse.RawTextHelpFormatter,
        )
        parser.add_argument("out", type=command.path, metavar="OUT")
        print(table(searches_below(parser.parse_args(arguments).out)))

    return command.run("", work)


if __name__ == "__main__":
    sys.exit(main())
