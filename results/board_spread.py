#!/usr/bin/env python3
"""How much boards of one kind differ: the quick profile by one program on several boards.

usage: results/board_spread.py ARCHIVE.tar.xz

The archive holds a folder a board with its runs, as results/h200/repeatability has them. Of each GPU case the median on
each board; the spread is the slowest board over the fastest, less 1.
"""

import json
import statistics
import sys
import tarfile
from collections import defaultdict


def medians(archive):
    """key -> board -> the median of its runs' medians, ns."""
    found = defaultdict(lambda: defaultdict(list))
    with tarfile.open(archive) as files:
        names = files.getnames()
        for head in (name for name in names if name.endswith("/header.json")):
            board = json.load(files.extractfile(head))["device"]["uuid"]
            for line in files.extractfile(head.replace("header.json", "records.jsonl")):
                r = json.loads(line)
                if r["status"] == "correct" and r["processor"] == "gpu" and r["measurement"]:
                    found[r["key"]][board].append(r["statistics"]["median_ns"])
    return {key: {board: statistics.median(t) for board, t in each.items()} for key, each in found.items()}


def spreads(archive):
    """Of the cases that at least two boards have, ascending."""
    each = [list(boards.values()) for boards in medians(archive).values()]
    return sorted(max(times) / min(times) - 1 for times in each if len(times) > 1)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    each = spreads(sys.argv[1])
    half, most = (each[int(part * len(each))] for part in (0.5, 0.9))
    print(
        f"{len(each)} cases: half differ by less than {half:.1%} between the boards, nine of ten by less than {most:.1%}"
    )
