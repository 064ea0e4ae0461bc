#!/usr/bin/env python3
"""What the next run of an unchanged program says, and what the next process measures.

usage: results/repeatability.py PROGRAM RUN... [--json FILE]

RUNs are of one program, as the stage quick_runs of `results/record.sh` makes them. Each pair of runs on one board is given
to `retime compare`: every *slower* and *faster* is false. And each case's stated interval, of the median of a process to
come, is held against the medians that processes of later runs on that board measured, at most ten of them: how many it
holds, by family and processor, of all and of those at a pace of the host that the interval's own processes met.
PROGRAM may be retime-emulated: nothing runs on a device.
"""

import collections
import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from plots.files import command, gate, whole
from plots.files.errors import InputError

LATER = 10  # processes
COUNTS = ("intervals", "later", "held", "at_pace", "held_at_pace")
SAME_PACE = 1.05  # what readings of an unchanged host differ by


def load(folder):
    """A run; InputError if its header or a timed record lacks what is used of it."""
    header_file = folder / "header.json"
    header, timed = gate.document(header_file), {}
    with gate.expecting("header of a run", header_file):
        about = {"path": folder, "utc": header["utc"] + "", "program": header["program"] + ""}
        about["board"] = header["device"].get("uuid")
    for where, r in gate.records(folder / "records.jsonl"):
        with gate.expecting("record of a run", where):
            if r["status"] == "correct" and r["measurement"]:
                timed[r["key"]] = r
                for process in processes_of(r):
                    holds(r, process), at_known_pace(r, process)
    return about | {"timed": timed}


def pairs_on_a_board(runs):
    return [(first, second) for first, second in itertools.combinations(runs, 2) if first["board"] == second["board"]]


def compare(program, base, new):
    """Verdicts of each kind, and the exit status."""
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "compare.json"
        words = [program, "compare", base["path"], new["path"], "--json", file]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, check=False)
        if not file.exists():
            raise InputError(f"{base['path']} and {new['path']}: compare ended with status {done.returncode}")
        return {"board": base["board"], "status": done.returncode, **gate.document(file)["counts"]}


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


def work():
    parser = command.Parser(description=__doc__, formatter_class=command.AS_WRITTEN)
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("runs", metavar="RUN", nargs="+", type=command.path)
    parser.add_argument("--json", type=command.path)
    options = parser.parse_args()
    runs = sorted((load(folder) for folder in options.runs), key=lambda run: run["utc"])
    if len({run["program"] for run in runs}) > 1:
        raise InputError("these runs are of more than one program")
    comparisons = [compare(options.program, *pair) for pair in pairs_on_a_board(runs)]
    if not comparisons:
        raise InputError("no two of these runs are of one board")
    rows = coverage(runs)
    show(comparisons, rows)
    if options.json:
        whole.write(
            options.json, (json.dumps({"comparisons": comparisons, "coverage": rows}, indent=1) + "\n").encode()
        )


if __name__ == "__main__":
    sys.exit(command.run("", work))
