#!/usr/bin/env python3
"""What measuring on all GPUs of a host at once does to times.

usage: results/boards.py alone PROGRAM RUN OUT [FLAG...]
       results/boards.py table RUN ALONE...

RUN is of `PROGRAM run --profile quick --device all`, and its boards must still be here: `alone` measures each board's cases
again on that board, with nothing beside them, in runs below OUT; FLAGs are those of RUN, but for --filter and --device. `table`
says how far the times of RUN are from those of the same board in runs ALONE, each of one GPU, by what bounds a case; it needs
no GPU. Where both have several processes of a case it says how many cases are farther off than their processes alone are from
each other.
"""

import argparse
import re
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from plots.data.records import tuning_suffix
from plots.files import command, gate
from plots.files.errors import InputError

LONGEST_FILTER = 500
HOST_BOUND = 0.25  # of a run that is launching; with less, launches stay ahead of the GPU


def load(folder):
    return [record for _, record in gate.records(folder / "records.jsonl")]


def cases_on_its_input(record):
    """A regular expression."""
    family, _, values = record["key"].removesuffix(tuning_suffix(record["axes"], record["tuning"])).split("/", 2)
    return f"{family}/[^/]+/{re.escape(values)}(/|$)"


def filters(expressions):
    """As few as hold them all."""
    together = []
    for expression in expressions:
        if together and sum(len(each) + 1 for each in [*together, expression]) > LONGEST_FILTER:
            yield f"^({'|'.join(together)})"
            together = []
        together.append(expression)
    yield f"^({'|'.join(together)})"


def boards_here():
    words = ["nvidia-smi", "--query-gpu=uuid", "--format=csv,noheader"]
    listed = subprocess.run(words, capture_output=True, text=True, check=True)
    return {uuid: index for index, uuid in enumerate(listed.stdout.split())}


def measure_alone(program, run, out, flags):
    here, inputs = boards_here(), defaultdict(dict)
    for record in load(run):
        inputs[record["board"]][cases_on_its_input(record)] = None
    if missing := sorted(set(inputs) - set(here)):
        raise InputError(f"{run}: its board {missing[0]} is not here")
    for board, expressions in inputs.items():
        for part, expression in enumerate(filters(expressions)):
            words = ["run", *flags, "--filter", expression, "--device", f"cuda:{here[board]}"]
            subprocess.run([program, *words, "--out", out / f"{here[board]}_{part}"], check=False)  # 1: a case is wrong


def bound_by(record):
    if record["processor"] == "cpu":
        return "the CPU"
    shares = [process["host_share"] for process in record["measurement"]["processes"]]
    return "launches" if max(shares) >= HOST_BOUND else "the GPU"


def by_board(folder):
    """Board and key of each record, and the record."""
    only = gate.document(folder / "header.json")["device"]["uuid"]
    return {(record.get("board", only), record["key"]): record for record in load(folder)}


def pairs(run, alone):
    """Each record of a case that was measured alone on the same board, and the record of that."""
    once = {place: record for folder in alone for place, record in by_board(folder).items()}
    for place, record in by_board(run).items():
        if place in once:
            yield record, once[place]


def differences(run, alone):
    """By what bounds a case: how much longer it took than alone, relative. And how many outcomes differ."""
    longer, other_outcomes = defaultdict(list), 0
    for record, before in pairs(run, alone):
        other_outcomes += record["status"] != before["status"]
        if record["measurement"] and before["measurement"]:
            times = [each["statistics"]["median_ns"] for each in (record, before)]
            longer[bound_by(record)].append(times[0] / times[1] - 1)
    return longer, other_outcomes


def medians(record):
    return [process["median_ns"] for process in record["measurement"]["processes"]] if record["measurement"] else []


def beyond_their_spread(run, alone):
    """Keys of the cases that have several processes on both sides, and of those that are farther off than theirs alone."""
    compared, beyond = [], []
    for record, before in pairs(run, alone):
        together, apart = medians(record), medians(before)
        if min(len(together), len(apart)) < 2:
            continue
        compared.append(record["key"])
        if abs(statistics.median(together) - statistics.median(apart)) > max(apart) - min(apart):
            beyond.append(record["key"])
    return compared, beyond


def rows_of(longer):
    for bound in ("the GPU", "launches", "the CPU"):
        if each := sorted(longer[bound]):
            tail = len(each) // 20
            ends = each[tail], each[-1 - tail], each[0], each[-1]
            yield [bound, len(each), *(f"{100 * value:+.1f} %" for value in (statistics.median(each), *ends))]


def show(longer, other_outcomes, compared, beyond):
    print(
        "| what bounds the case | cases | median | 5 % | 95 % | least | most |\n| --- | --- | --- | --- | --- | --- | --- |"
    )
    for row in rows_of(longer):
        print(f"| {' | '.join(map(str, row))} |")
    print(f"\n{other_outcomes} outcomes differ")
    if compared:
        print(f"{len(beyond)} of {len(compared)} cases are farther off than their processes alone are from each other")
        print("\n".join(beyond))


def work():
    parser = command.Parser(description=__doc__, formatter_class=command.AS_WRITTEN)
    ways = parser.add_subparsers(dest="way", required=True)
    alone = ways.add_parser("alone")
    alone.add_argument("program", metavar="PROGRAM")
    alone.add_argument("run", metavar="RUN", type=command.path)
    alone.add_argument("out", metavar="OUT", type=command.path)
    alone.add_argument("flags", metavar="FLAG", nargs=argparse.REMAINDER)
    table = ways.add_parser("table")
    table.add_argument("run", metavar="RUN", type=command.path)
    table.add_argument("alone", metavar="ALONE", nargs="+", type=command.path)
    options = parser.parse_args()
    if options.way == "alone":
        measure_alone(options.program, options.run, options.out, options.flags or ["--profile", "claims"])
    else:
        show(*differences(options.run, options.alone), *beyond_their_spread(options.run, options.alone))


if __name__ == "__main__":
    sys.exit(command.run("", work))
