#!/usr/bin/env python3
"""What the next run of an unchanged program says, and what the next process measures.

usage: results/repeatability.py PROGRAM RUN... [--json FILE]

RUNs are of one program, as the stage quick_runs of `results/record.sh` makes them. Each pair of runs on one board is given
to `retime compare`: every *slower* and *faster* is false. And each case's stated interval, of the median of a process to
come, is held against the medians that processes of later runs on that board measured, at most ten of them: how many it
holds, by family and processor, of all and of those at a pace of the host that the interval's own processes met.
PROGRAM may be retime-emulated: nothing runs on a device.
"""

import argparse
import collections
import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

LATER = 10  # processes
COUNTS = ("intervals", "later", "held", "at_pace", "held_at_pace")
SAME_PACE = 1.05  # what readings of an unchanged host differ by


def refuse(why):
    print(why, file=sys.stderr)
    sys.exit(2)


def load(folder):
    try:
        header = json.loads((folder / "header.json").read_text())
        lines = (folder / "records.jsonl").read_text().splitlines()
    except OSError as error:
        refuse(f"{folder}: not a run's folder: {error.filename}: {error.strerror}")
    timed = {r["key"]: r for r in map(json.loads, lines) if r["status"] == "correct" and r["measurement"]}
    return {
        "path": folder,
        "utc": header["utc"],
        "program": header["program"],
        "board": header["device"].get("uuid"),
        "timed": timed,
    }


def pairs_on_a_board(runs):
    return [(one, other) for one, other in itertools.combinations(runs, 2) if one["board"] == other["board"]]


def compare(program, base, new):
    """Verdicts of each kind, and the exit status."""
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "compare.json"
        command = [program, "compare", base["path"], new["path"], "--json", file]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        if not file.exists():
            refuse(f"{base['path']} and {new['path']}: compare ended with status {done.returncode}")
        return {"board": base["board"], "status": done.returncode, **json.loads(file.read_text())["counts"]}


def processes_of(record):
    return record["measurement"]["processes"]


def holds(record, later):
    stated = record["statistics"]
    return stated["ci_low_ns"] <= later["median_ns"] <= stated["ci_high_ns"]


def at_known_pace(record, later):
    """Whether the host was as fast for the later process as for one of the record's."""
    paces = [process.get("host_pace_ns") for process in processes_of(record)]
    pace = later.get("host_pace_ns")
    return None not in [*paces, pace] and min(paces) / SAME_PACE <= pace <= max(paces) * SAME_PACE


def coverage(runs):
    """By family and processor: cases, later processes, how many of these the intervals hold; the same at a known pace."""
    rows = collections.defaultdict(lambda: dict.fromkeys(COUNTS, 0))
    for i, run in enumerate(runs):
        for key, record in run["timed"].items():
            if record["statistics"].get("interval_of") != "process_to_come":
                continue
            later = [r["timed"][key] for r in runs[i + 1 :] if r["board"] == run["board"] and key in r["timed"]]
            processes = [process for r in later for process in processes_of(r)][:LATER]
            if not processes:
                continue
            at_pace = [process for process in processes if at_known_pace(record, process)]
            row = rows[record["family"], record["processor"]]
            row["intervals"] += 1
            row["later"] += len(processes)
            row["held"] += sum(holds(record, process) for process in processes)
            row["at_pace"] += len(at_pace)
            row["held_at_pace"] += sum(holds(record, process) for process in at_pace)
    return [{"family": family, "processor": processor, **row} for (family, processor), row in sorted(rows.items())]


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "none"


def show(comparisons, rows):
    cases = sum(sum(c[verdict] for verdict in ("slower", "faster", "same", "undecided")) for c in comparisons)
    false = sum(c["slower"] + c["faster"] for c in comparisons)
    boards = len({c["board"] for c in comparisons})
    fine = sum(c["status"] == 0 for c in comparisons)
    print(f"{len(comparisons)} comparisons on {boards} boards, {fine} of them with exit status 0:")
    undecided = sum(c["undecided"] for c in comparisons)
    print(f"{false} of {cases} verdicts are false ({percent(false, cases)}), {undecided} undecided\n")
    names = [
        "family",
        "on the",
        "intervals",
        "medians of later processes",
        "held",
        "at a pace that the run met",
        "held",
    ]
    shown = len(names) if any(row["at_pace"] for row in rows) else len(names) - 2
    print_row(names[:shown])
    print_row(["---"] * shown)
    for row in [*rows, total(rows)]:
        cells = [
            row["family"],
            row["processor"].upper(),
            row["intervals"],
            row["later"],
            percent(row["held"], row["later"]),
        ]
        print_row([*cells, row["at_pace"], percent(row["held_at_pace"], row["at_pace"])][:shown])


def print_row(cells):
    print(f"| {' | '.join(map(str, cells))} |")


def total(rows):
    counts = {count: sum(row[count] for row in rows) for count in COUNTS}
    return {"family": "all", "processor": "", **counts}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("runs", metavar="RUN", nargs="+", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    runs = sorted((load(folder) for folder in options.runs), key=lambda run: run["utc"])
    if len({run["program"] for run in runs}) > 1:
        refuse("these runs are of more than one program")
    comparisons = [compare(options.program, *pair) for pair in pairs_on_a_board(runs)]
    if not comparisons:
        refuse("no two of these runs are of one board")
    rows = coverage(runs)
    show(comparisons, rows)
    if options.json:
        options.json.write_text(json.dumps({"comparisons": comparisons, "coverage": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
