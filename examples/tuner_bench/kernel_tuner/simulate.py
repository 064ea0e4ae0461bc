#!/usr/bin/env python3
"""Holds a T4 file against the schema of the PyPI package kernel-tuner and replays it in its simulation mode.

    kt/bin/python examples/tuner_bench/kernel_tuner/simulate.py FILE.json     # kt: see replay.py; needs jsonschema too

Kernel Tuner replays its own cache format alone, so the T4 results are written as a cache first, value by value.
Prints the best configuration that Kernel Tuner finds by brute force; exit status 1 if it is not the file's own best.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import jsonschema
import kernel_tuner
from kernel_tuner.interface import tune_cache

FAILED = {"compile": "CompilationFailedConfig", "runtime": "RuntimeFailedConfig"}


def schema(name):
    """A schema of the installed package."""
    return json.loads((Path(kernel_tuner.__file__).parent / "schema" / name).read_text())


def entry_of(result, objective):
    """The cache entry of a T4 result."""
    times = result["times"]
    entry = dict(result["configuration"])
    value = {m["name"]: m["value"] for m in result["measurements"]}.get(objective)
    entry["time"] = value if result["invalidity"] == "correct" else FAILED.get(result["invalidity"], "InvalidConfig")
    entry |= {
        "times": times["runtimes"],
        "compile_time": times["compilation_time"],
        "verification_time": 0,
        "benchmark_time": sum(times["runtimes"]),
        "strategy_time": 0,
        "framework_time": times["framework"],
        "timestamp": "2026-01-01 00:00:00+00:00",
    }
    return entry


def cache_of(document):
    """A Kernel Tuner cache with the results of a T4 document."""
    results = document["results"]
    names = list(results[0]["configuration"])
    values = {name: sorted({r["configuration"][name] for r in results}) for name in names}
    cache = {",".join(str(r["configuration"][n]) for n in names): entry_of(r, "time") for r in results}
    return {
        "device_name": "recorded",
        "kernel_name": "recorded",
        "problem_size": 1,
        "tune_params_keys": names,
        "tune_params": values,
        "objective": "time",
        "cache": cache,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    document = json.loads(parser.parse_args().file.read_text())
    jsonschema.validate(document, schema("T4/1.0.0/results-schema.json"))
    own = min(
        (r for r in document["results"] if r["invalidity"] == "correct"), key=lambda r: r["measurements"][0]["value"]
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cache.json"
        path.write_text(json.dumps(cache_of(document)))
        results, environment = tune_cache(str(path), strategy="brute_force", quiet=True)
    best = environment["best_config"]
    print(f"{len(results)} results, best {best['time']}")
    if best["time"] != own["measurements"][0]["value"]:
        sys.exit(f"Kernel Tuner's best is {best['time']}, the file's {own['measurements'][0]['value']}")


if __name__ == "__main__":
    main()
