#!/usr/bin/env python3
"""What tuning lost and what it saved, from the runs of `results/record.sh ... tune`.

usage: examples/tuner_bench/tune_score.py PROGRAM OUT [--seeds N] [--share S] [--strategy NAME] [--jobs J] [--cold]

Replays a strategy on every whole space that the sweeps recorded (OUT/tune_sweep_*/t4), with N seeds, and cuts each
replay off when it has spent the share S of the time that the sweep took: loss is best / optimum - 1. Sizes of a variant
are taken in turn, as `retime tune` does: what the replay of one has tried is where that of the next one starts, unless
--cold. Then, of the searches that ran on the device, whether each winner's time, measured anew, was where the finals expected
it, within the same process (best.json) and in another one (OUT/tune_check_*). PROGRAM is tuner-bench or
tuner-bench-emulated: nothing runs on a device.
"""

import concurrent.futures
import json
import math
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from plots.files import command, gate
from plots.files.errors import InputError


def load(path):
    return gate.document(path)


def name_of(recording):
    return recording.name.removesuffix(".gz").removesuffix(".json")


def value(result):
    """Objective of a T4 result; infinite if it failed."""
    return result["measurements"][0]["value"] if result["invalidity"] == "correct" else float("inf")


def cost(result):
    times = result["times"]
    return sum(times["runtimes"]) + sum(v for k, v in times.items() if k != "runtimes")


def tried(document):
    """Results that were evaluated, in order."""
    return [r for r in document["results"] if r["invalidity"] != "constraints"]


def affordable(results, allowed):
    """Those that fit into the allowed cost, one after the other, and what they cost."""
    spent, kept = 0.0, []
    for result in results:
        if spent + cost(result) > allowed:
            break
        spent += cost(result)
        kept.append(result)
    return kept, spent


def configuration(result):
    return tuple(sorted(result["configuration"].items()))


def searched(options, recording, results, seed, neighbours):
    """The results in the order of a search that starts from the neighbours' files."""
    words = [options.program, "replay", recording, "--configurations", "--strategy", options.strategy, "--seeds", "1"]
    words += ["--first-seed", str(seed), "--evaluations", str(math.ceil(options.share * len(results)))]
    words += [word for file in neighbours for word in ("--warm-start", file)]
    run = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    by_configuration = {configuration(result): result for result in results}
    return [by_configuration[tuple(sorted(at.items()))] for at in run["configurations"]]


def replay(options, recordings, seed):
    """Loss, and share of the sweep's time, of each recording in turn."""
    found, neighbours = [], []
    with tempfile.TemporaryDirectory() as folder:
        for i, recording in enumerate(recordings):
            document = load(recording)
            whole = tried(document)
            total, optimum = sum(map(cost, whole)), min(map(value, whole))
            order = searched(options, recording, whole, seed, neighbours)
            kept, spent = affordable(order, options.share * total)
            found.append((min(map(value, kept), default=math.inf) / optimum - 1, spent / total))
            if not options.cold:
                neighbours.append(Path(folder) / f"{i}.json")
                neighbours[-1].write_text(json.dumps(document | {"results": kept}))
    return found


def by_variant(out, recordings):
    """Recordings of one variant together, in the order of the numbers in their names: the smallest size first."""
    variants = {entry["variant"].replace("/", "_") for entry in entries(out, "tune_sweep_*")}
    groups = {}
    for recording in recordings:
        variant = next(v for v in variants if name_of(recording).startswith(f"{v}_"))
        groups.setdefault(variant, []).append(recording)
    return [
        sorted(group, key=lambda recording: [float(x) for x in re.findall(r"=([-+.\de]+)(?=_|$)", name_of(recording))])
        for _, group in sorted(groups.items())
    ]


def replays(options):
    recordings = sorted(options.out.glob("tune_sweep_*/t4/*.json*"))
    if not recordings:
        raise InputError(f"{options.out}: no tune_sweep_*/t4/*.json; run results/record.sh with the stage tune_sweep")
    print(
        f"| space | configurations | worst / optimum | median loss % | worst loss % of {options.seeds} seeds | "
        "share of time |\n| --- | ---: | ---: | ---: | ---: | ---: |"
    )
    all_losses = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for group in by_variant(options.out, recordings):
            found = list(pool.map(lambda seed: replay(options, group, seed), range(1, options.seeds + 1)))
            for i, recording in enumerate(group):
                values = [value(r) for r in tried(load(recording))]
                valid = [v for v in values if v < float("inf")]
                losses = [one[i][0] for one in found]
                all_losses += losses
                print(
                    f"| {name_of(recording)} | {len(values)} | {max(valid) / min(valid):.2f} | "
                    f"{100 * statistics.median(losses):.2f} | {100 * max(losses):.2f} | "
                    f"{statistics.mean(one[i][1] for one in found):.2f} |",
                    flush=True,
                )
    within = sum(loss <= 0.01 for loss in all_losses)
    print(
        f"\nwithin 1 % of the optimum: {within} of {len(all_losses)} replays on {len(recordings)} spaces; loss on "
        f"average {100 * statistics.mean(all_losses):.2f} %\n"
    )


def entries(folder, pattern):
    """Entries of all best.json, by family and place."""
    return [entry for path in sorted(folder.glob(f"{pattern}/best.json")) for entry in load(path)["entries"]]


def identity(variant, *axes):
    """Of a case: the variant and all of its axes, however they are divided into workload and tuning."""
    return variant, tuple(sorted((name, at) for some in axes for name, at in some.items()))


def within(entry, time_ns):
    """Whether the finals expected the time; two runs of one program differ by a percent."""
    low, high = entry["interval_ns"]
    middle = (low + high) / 2
    return abs(time_ns - middle) <= max((high - low) / 2, 0.01 * middle)


def times_in_another_process(out):
    checked = {}
    for path in out.glob("tune_check_*/records.jsonl*"):
        for _, record in gate.records(path):
            if record["statistics"]:
                name = f"{record['family']}/{record['variant']}"
                checked[identity(name, record["axes"])] = record["statistics"]["median_ns"]
    return checked


def winners(out):
    """Whether times measured anew fell where the finals expected them; what tuning gained over the usual shapes."""
    checked = times_in_another_process(out)
    swept = {identity(e["variant"], e["workload"]): e["time_ns"] for e in entries(out, "tune_sweep_*")}
    print(
        "| case | winner us | sweep's winner us | usual / winner | as expected | in another process |\n"
        "| --- | ---: | ---: | ---: | --- | --- |"
    )
    said, inside, again = [], [], []
    for entry in entries(out, "tune_default_*"):
        said.append(entry["as_expected"])
        inside.append(within(entry, entry["time_ns"]))
        later = checked.get(identity(entry["variant"], entry["workload"], entry["tuning"]))
        if later is not None:
            again.append(within(entry, later))
        best = swept.get(identity(entry["variant"], entry["workload"]))
        cells = [
            f"{entry['variant']} {size(entry)}",
            f"{entry['time_ns'] / 1e3:.2f}",
            f"{best / 1e3:.2f}" if best else "",
            f"{entry['usual']['rounds_ratio']:.3f}" if entry["usual"] else "",
            "yes" if inside[-1] else "no",
            "" if later is None else "yes" if again[-1] else "no",
        ]
        print(f"| {' | '.join(cells)} |")
    print(
        f"\nwinner's time as expected: {sum(said)} of {len(said)} by the recorded intervals, {sum(inside)} with a percent "
        f"either way at least; in another process: {sum(again)} of {len(again)}"
    )


def size(entry):
    return " ".join(f"{k}={v}" for k, v in entry["workload"].items() if k in ("n", "steps"))


def work():
    parser = command.Parser(description=__doc__, formatter_class=command.AS_WRITTEN)
    parser.add_argument("program", type=command.path)
    parser.add_argument("out", type=command.path)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--share", type=float, default=0.35)
    parser.add_argument("--strategy", default="default")
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.seeds < 1 or options.jobs < 1 or not 0 < options.share <= 1:
        raise InputError("--seeds and --jobs should be at least 1, --share above 0 and at most 1")
    with gate.expecting("runs as results/record.sh's tuning stages make them", options.out):
        replays(options)
        winners(options.out)


if __name__ == "__main__":
    sys.exit(command.run("tune_score", work))
