"""Finds the program that the tests drive, and writes run directories for it."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def program():
    """The path of retime or retime-emulated: $RETIME_PROGRAM, else what stands in build/bin."""
    named = os.environ.get("RETIME_PROGRAM")
    places = [Path(named)] if named else [ROOT / "build/bin" / name for name in ("retime-emulated", "retime")]
    for place in places:
        if place.exists():
            return place
    pytest.skip(f"not built: {places[0]}")


def retime(*arguments):
    """Runs the program; returns the completed process with its output as text."""
    command = [str(program()), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def variants(family):
    """Ids of the family's variants in the program."""
    listed = json.loads(retime("list", "--json", "--filter", f"^{family}/").stdout)
    return [v["variant"] for v in listed if v["family"] == family]


def header(**changes):
    """The header.json of a run on a GPU."""
    plain = {
        "schema_version": 1,
        "argv": ["retime", "run"],
        "git": {"sha": "0123456789abcdef", "dirty": False},
        "device": {
            "kind": "cuda",
            "name": "NVIDIA H200",
            "uuid": "GPU-1",
            "compute_capability": "9.0",
            "multiprocessors": 132,
            "l2_bytes": 62914560,
            "memory_bytes": 150000000000,
        },
        "driver": "13.0",
        "runtime": "13.0",
        "clocks": {"sm_max_mhz": 1980, "memory_max_mhz": 3201},
        "ecc": True,
        "host": {"cpu": "some CPU", "cores": 16},
        "seed": 1,
        "utc": "2026-11-21T03:00:00Z",
    }
    return plain | changes


def record(key, median_ns, status="correct", **changes):
    """A GPU record with three samples about median_ns; any other status has no time."""
    timed = status == "correct"
    spread = [0.99 * median_ns, median_ns, 1.01 * median_ns]
    plain = {
        "schema_version": 1,
        "key": key,
        "family": "carpet",
        "variant": key.split("/")[0],
        "processor": "gpu",
        "axes": {"block": 256, "occupancy": 0.093},
        "tuning": ["block"],
        "status": status,
        "reason": "" if timed else "because",
        "verify": {"metric": "max |p - p_ref|", "value": 0.0, "tolerance": 1e-5, "note": ""},
        "phases_ns": {"prepare": 1e6, "transfer_in": None},
        "time_is": "measured",
        "work": {"bytes": 4e6, "flops": 1e6, "items": 1e3, "item": "site update"},
        "samples_ns": spread if timed else [],
        "statistics": {
            "median_ns": median_ns,
            "mean_ns": median_ns,
            "min_ns": spread[0],
            "max_ns": spread[2],
            "sd_ns": 0.01 * median_ns,
            "ci_low_ns": 0.999 * median_ns,
            "ci_high_ns": 1.001 * median_ns,
            "n_effective": 3,
            "bimodal": False,
        }
        if timed
        else None,
        "measurement": {
            "method": "events",
            "cache": "warm",
            "runs_per_sample": 1,
            "resolution_limited": False,
            "blocks": [],
        }
        if timed
        else None,
    }
    return plain | changes


def write_run(folder, records, head=None):
    """Writes a run directory and returns it."""
    folder.mkdir(parents=True)
    (folder / "header.json").write_text(json.dumps(head or header()))
    (folder / "records.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    return folder
