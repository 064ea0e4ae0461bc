"""Exports, read by the programs they are written for where a package has them."""

import json
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from importlib.util import find_spec
from pathlib import Path

import jsonschema
import pytest
from program import record, retime, write_run

COMPARE_PY = Path("/usr/share/benchmark/compare.py")  # Debian's libbenchmark-tools

# What a T4 1.0.0 file must hold, cut down from the schema that comes with the PyPI package kernel-tuner.
T4_SCHEMA = {
    "type": "object",
    "required": ["schema_version", "results", "metadata"],
    "properties": {
        "schema_version": {"const": "1.0.0"},
        "metadata": {"type": "object", "properties": {"timeunit": {"const": "milliseconds"}}},
        "results": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["configuration", "times", "invalidity", "correctness"],
                "properties": {
                    "configuration": {"type": "object"},
                    "objectives": {"type": "array"},
                    "times": {
                        "type": "object",
                        "properties": {
                            "compilation_time": {"type": "number"},
                            "runtimes": {"type": "array", "items": {"type": "number"}},
                            "framework": {"type": "number"},
                            "search_algorithm": {"type": "number"},
                            "validation": {"type": "number"},
                        },
                    },
                    "invalidity": {"enum": ["timeout", "compile", "runtime", "correctness", "constraints", "correct"]},
                    "correctness": {"type": "number"},
                    "measurements": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "name": {"type": "string"},
                                "value": {"type": ["number", "string", "array"]},
                                "unit": {"type": "string"},
                            },
                        },
                    },
                },
            },
        },
    },
}

BMF_SCHEMA = {  # bencher.dev/docs/reference/bencher-metric-format
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "properties": {name: {"type": "number"} for name in ("value", "lower_value", "upper_value")},
            "required": ["value"],
        },
    },
}


@pytest.fixture
def runs(tmp_path):
    """BASE, and NEW whose first case takes a quarter longer; both hold a case without a time."""
    return [
        write_run(
            tmp_path / name,
            [record("first/x", time_ns), record("second/x", 5e4), record("third/x", 0, status="incorrect")],
        )
        for name, time_ns in (("base", 1e5), ("new", 1.25e5))
    ]


def exported(run, form, *more):
    out = run.parent / f"{run.name}.{form}"
    done = retime("export", run, "--to", form, "--out", out, *more)
    assert done.returncode == 0, done.stderr
    return out


@pytest.mark.skipif(not COMPARE_PY.exists(), reason="Debian package libbenchmark-tools is not installed")
def test_google_benchmark_compare_reads_it(runs, tmp_path):
    files = [exported(run, "google-benchmark") for run in runs]
    dump = tmp_path / "difference.json"
    subprocess.run(
        [sys.executable, COMPARE_PY, "-d", dump, "benchmarks", *files], check=True, timeout=60, capture_output=True
    )
    by_name = {entry["name"]: entry for entry in json.loads(dump.read_text())}
    first = by_name["first/x"]["measurements"][0]
    assert first["time"] == pytest.approx(0.25)
    assert first["cpu"] == pytest.approx(0.25)
    assert by_name["second/x"]["measurements"][0]["time"] == 0
    assert "third/x" not in by_name


@pytest.mark.skipif(
    find_spec("tabulate") is None or find_spec("cuda") is None or find_spec("cuda.bench") is None,
    reason="PyPI package cuda-bench[compare] is not installed",
)
def test_nvbench_compare_reads_it(runs):
    files = [exported(run, "nvbench") for run in runs]
    script = Path(find_spec("cuda.bench").origin).parent / "scripts/nvbench_compare.py"
    done = subprocess.run(
        [sys.executable, script, "--no-color", *files], timeout=60, capture_output=True, text=True, check=False
    )
    assert "25.00%" in done.stdout, done.stdout + done.stderr


def test_nvbench_samples_lie_beside_the_file(runs):
    root = json.loads(exported(runs[0], "nvbench").read_text())
    summary = root["benchmarks"][0]["states"][0]["summaries"][-1]
    name, size = (entry["value"] for entry in summary["data"])
    data = (runs[0].parent / name).read_bytes()
    assert struct.unpack(f"<{size}f", data) == pytest.approx([0.99e-4, 1e-4, 1.01e-4], rel=1e-6)


def test_t4_follows_the_schema(runs):
    root = json.loads(exported(runs[0], "t4", "--filter", "first").read_text())
    jsonschema.validate(root, T4_SCHEMA)
    assert root["results"][0]["configuration"] == {"block": 256}


def test_bencher_follows_the_schema(runs):
    root = json.loads(exported(runs[0], "bencher").read_text())
    jsonschema.validate(root, BMF_SCHEMA)
    assert root["first/x"]["latency"]["value"] == 1e5
    assert "third/x" not in root


def test_github_action_benchmark_fields(runs):
    entries = json.loads(exported(runs[0], "github-action-benchmark").read_text())
    assert [entry["name"] for entry in entries] == ["first/x", "second/x"]
    assert all({"name", "unit", "value"} <= entry.keys() and entry["unit"] == "ns" for entry in entries)


def test_junit_is_well_formed(runs):
    suite = ElementTree.parse(exported(runs[0], "junit")).getroot()[0]
    assert suite.get("tests") == "3" and suite.get("failures") == "1"
    assert suite[2][0].get("message") == "incorrect: because"


def test_what_is_left_out_is_said(runs):
    done = retime("export", runs[0], "--to", "bencher")
    assert "1 of 3 cases have no measured time" in done.stderr
    assert json.loads(done.stdout)


@pytest.mark.parametrize("form", ["google-benchmark", "github-action-benchmark", "bencher"])
def test_emulated_times_are_not_exported(tmp_path, form):
    run = write_run(tmp_path / "run", [record("a", 1e9, time_is="emulated")])
    done = retime("export", run, "--to", form, "--out", tmp_path / "out")
    assert done.returncode == 2 and "emulated" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "arguments, about",
    [
        (["absent", "--to", "junit"], "absent: no run"),
        (["RUN", "--to", "csv"], "--to 'csv'"),
        (["RUN", "--to", "junit", "--filter", "["], "--filter '['"),
        (["RUN", "--to", "junit", "--out", "no/such/folder"], "--out no/such/folder"),
        (["RUN", "--to", "t4"], "choose one by --filter"),
    ],
)
def test_bad_input_is_one_line_and_status_2(runs, arguments, about):
    done = retime("export", *[runs[0] if word == "RUN" else word for word in arguments])
    assert done.returncode == 2
    assert about in done.stderr and done.stderr.count("\n") == 1
    assert done.stdout == ""
