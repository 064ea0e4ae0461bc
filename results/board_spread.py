#!/usr/bin/env python3
"""How much boards of one kind differ, and processes on one board: the quick profile by one program on several boards.

usage: results/board_spread.py ARCHIVE.tar.xz...

An archive holds a folder a board with its runs, as results/h200/repeatability has them. Of each GPU case the median on each
board: the spread is the slowest board over the fastest, less 1. Of each process its median: how far it is from the median of
the processes of its run, of GPU and of CPU cases.
"""

import io
import statistics
import sys
import tarfile
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from plots.files import command, gate
from plots.files.errors import InputError


def records(archive):
    """(board, record) of every timed case of every run."""
    try:
        with tarfile.open(fileobj=io.BytesIO(gate.data(Path(archive)))) as files:
            held = {member.name: files.extractfile(member).read() for member in files if member.isfile()}
    except tarfile.TarError as error:
        raise InputError(f"{archive}: no archive of runs ({error})") from None
    for head in (name for name in held if name.endswith("/header.json")):
        with gate.expecting("archive of runs", f"{archive}: {head}"):
            board = gate.parsed(held[head].decode(), f"{archive}: {head}")["device"]["uuid"]
            name = head.removesuffix("header.json") + "records.jsonl"
            lines = gate.lines(held[name].decode(), f"{archive}: {name}")
        for where, line in lines:
            r = gate.parsed(line, where)
            with gate.expecting("record of a run", where):
                counts = r["status"] == "correct" and r["measurement"]
                if counts and not r["statistics"]["median_ns"] > 0:
                    raise ValueError("its median is not above 0")
            if counts:
                yield board, r


def medians(archive):
    """key -> board -> the median of its runs' medians, ns, of GPU cases."""
    times = defaultdict(lambda: defaultdict(list))
    for board, r in records(archive):
        if r["processor"] == "gpu":
            times[r["key"]][board].append(r["statistics"]["median_ns"])
    return {key: {board: statistics.median(t) for board, t in each.items()} for key, each in times.items()}


def deviations(archives):
    """processor -> of every process of at least three how far its median is from theirs, relative, ascending."""
    of_processor = defaultdict(list)
    for _, r in (timed for archive in archives for timed in records(archive)):
        each = [process["median_ns"] for process in r["measurement"].get("processes", [])]
        if len(each) >= 3:
            of_processor[r["processor"]] += [abs(t / statistics.median(each) - 1) for t in each]
    return {processor: sorted(each) for processor, each in of_processor.items()}


def spreads(archive):
    """Of the cases that at least two boards have, ascending."""
    each = [list(boards.values()) for boards in medians(archive).values()]
    return sorted(max(times) / min(times) - 1 for times in each if len(times) > 1)


def work():
    if len(sys.argv) < 2:
        raise InputError(__doc__.split("\n\n")[1])
    for file in sys.argv[1:]:
        with gate.expecting("archive of runs on several boards", file):
            show_spread(file)
    with gate.expecting("archive of runs", sys.argv[1]):
        show_deviations(sys.argv[1:])


def show_spread(file):
    each = spreads(file)
    if not each:
        raise InputError(f"{file}: no case was timed on two boards")
    half, most = (each[int(part * len(each))] for part in (0.5, 0.9))
    print(f"{file}: half of {len(each)} cases differ by less than {half:.1%} between boards, nine of ten by {most:.1%}")


def show_deviations(files):
    for processor, each in deviations(files).items():
        half, most = (each[int(part * len(each))] for part in (0.5, 0.95))
        print(f"{len(each)} processes, {processor} cases: half within {half:.1%} of the others, 95 % within {most:.1%}")


if __name__ == "__main__":
    sys.exit(command.run("", work))
