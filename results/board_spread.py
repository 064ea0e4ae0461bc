#!/usr/bin/env python3
"""How much boards of one kind differ, and processes on one board: the quick profile by one program on several boards.

usage: results/board_spread.py ARCHIVE.tar.xz...

An archive holds a folder a board with its runs, as results/h200/repeatability has them. Of each GPU case the median on each
board: the spread is the slowest board over the fastest, less 1. Of each process its median: how far it is from the median of
the processes of its run, of GPU and of CPU cases.
"""

import json
import statistics
import sys
import tarfile
from collections import defaultdict


def records(archive):
    """(board, record) of every timed case of every run."""
    with tarfile.open(archive) as files:
        for head in (name for name in files.getnames() if name.endswith("/header.json")):
            board = json.load(files.extractfile(head))["device"]["uuid"]
            for line in files.extractfile(head.replace("header.json", "records.jsonl")):
                r = json.loads(line)
                if r["status"] == "correct" and r["measurement"]:
                    yield board, r


def medians(archive):
    """key -> board -> the median of its runs' medians, ns, of GPU cases."""
    found = defaultdict(lambda: defaultdict(list))
    for board, r in records(archive):
        if r["processor"] == "gpu":
            found[r["key"]][board].append(r["statistics"]["median_ns"])
    return {key: {board: statistics.median(t) for board, t in each.items()} for key, each in found.items()}


def deviations(archives):
    """processor -> of every process of at least three how far its median is from theirs, relative, ascending."""
    found = defaultdict(list)
    for _, r in (one for archive in archives for one in records(archive)):
        each = [process["median_ns"] for process in r["measurement"].get("processes", [])]
        if len(each) >= 3:
            found[r["processor"]] += [abs(t / statistics.median(each) - 1) for t in each]
    return {processor: sorted(each) for processor, each in found.items()}


def spreads(archive):
    """Of the cases that at least two boards have, ascending."""
    each = [list(boards.values()) for boards in medians(archive).values()]
    return sorted(max(times) / min(times) - 1 for times in each if len(times) > 1)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__.split("\n\n")[1])
    for file in sys.argv[1:]:
        each = spreads(file)
        half, most = (each[int(part * len(each))] for part in (0.5, 0.9))
        print(
            f"{file}: half of {len(each)} cases differ by less than {half:.1%} between boards, nine of ten by {most:.1%}"
        )
    for processor, each in deviations(sys.argv[1:]).items():
        half, most = (each[int(part * len(each))] for part in (0.5, 0.95))
        print(f"{len(each)} processes, {processor} cases: half within {half:.1%} of the others, 95 % within {most:.1%}")
