"""What measuring on all GPUs of a host at once does to times: each board's cases again, alone on that board.

    python3 results/boards.py PROGRAM RUN OUT [SECONDS]

RUN is of `run --profile claims` or quick, `--device all`. For each of its boards OUT gets runs of its cases, one input after
the other, with no other process on the host, as long as SECONDS last; OUT/alone.json has the times of both. The boards must
still be here. Times of processes are compared: of a graph or of what the host does not bound, both sit on the same board, and
what remains is the others' doing."""

import json
import re
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

LONGEST_FILTER = 500


def records(run):
    return [json.loads(line) for line in (Path(run) / "records.jsonl").read_text().splitlines()]


def input_of(record):
    """A regular expression of the cases that share the record's input."""
    tuning = [f"/{axis}=" for axis in sorted(record["tuning"])]
    key = record["key"]
    ends = [key.find(axis) for axis in tuning if axis in key]
    workload = key[: min(ends)] if ends else key
    family, _, values = workload.partition("/")
    values = values.partition("/")[2]
    return f"{family}/[^/]+/{re.escape(values)}(/|$)"


def filters(inputs):
    """As few expressions as hold them all."""
    text = ""
    for one in inputs:
        if text and len(text) + len(one) + 4 > LONGEST_FILTER:
            yield f"^({text})"
            text = ""
        text = f"{text}|{one}" if text else one
    yield f"^({text})"


def boards_here():
    listed = subprocess.run(
        ["nvidia-smi", "--query-gpu=uuid", "--format=csv,noheader"], capture_output=True, text=True, check=True
    )
    return {uuid: index for index, uuid in enumerate(listed.stdout.split())}


def main(program, together, out, seconds="1e9"):
    begun, out = time.time(), Path(out)
    beside = {r["key"]: r for r in records(together)}
    inputs = defaultdict(dict)
    for r in beside.values():
        inputs[r["board"]][input_of(r)] = None
    rows, took_s = [], defaultdict(float)
    queues = [(board, list(filters(list(of_board)))) for board, of_board in inputs.items()]
    for turn in range(max(len(each) for _, each in queues)):
        for board, each in queues:
            if turn >= len(each) or time.time() - begun > float(seconds):
                continue
            run = out / f"{boards_here()[board]}_{turn}"
            watch = time.time()
            subprocess.run(
                [
                    program,
                    "run",
                    "--profile",
                    "claims",
                    "--device",
                    f"cuda:{boards_here()[board]}",
                    "--filter",
                    each[turn],
                    "--out",
                    run,
                ],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,  # noisy cases are no reason to stop
            )
            took_s[board] += time.time() - watch
            for r in records(run):
                other = beside.get(r["key"])
                if other is None:
                    continue
                row = {
                    "key": r["key"],
                    "board": board,
                    "status": [other["status"], r["status"]],
                    "method": (r["measurement"] or {}).get("method"),
                }
                if r["measurement"] and other["measurement"]:
                    row["host_share"] = max(p["host_share"] for p in other["measurement"]["processes"])
                    row["median_ns"] = [other["statistics"]["median_ns"], r["statistics"]["median_ns"]]
                    row["processes_ns"] = [
                        [p["median_ns"] for p in one["measurement"]["processes"]] for one in (other, r)
                    ]
                rows.append(row)
    out.mkdir(parents=True, exist_ok=True)
    (out / "alone.json").write_text(json.dumps({"took_s": took_s, "rows": rows}, indent=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
