"""Exports, read by the programs they are written for where a package has them."""

import json
import struct
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from program import output, refused, retime
from synthetic import record, write_run

COMPARE_PY = Path("/usr/share/benchmark/compare.py")  # Debian's libbenchmark-tools

NUMBER, TEXT = {"type": "number"}, {"type": "string"}


def members(required, **properties):
    return {"type": "object", "required": required.split(), "properties": properties}


def array(items, **more):
    return {"type": "array", "items": items} | more


# What a T4 1.0.0 file must hold, cut down from the schema that comes with the PyPI package kernel-tuner.
TIMES = dict.fromkeys(("compilation_time", "framework", "search_algorithm", "validation"), NUMBER)
T4_RESULT = members(
    "configuration times invalidity correctness",
    configuration={"type": "object"},
    objectives={"type": "array"},
    times=members("", runtimes=array(NUMBER), **TIMES),
    invalidity={"enum": ["timeout", "compile", "runtime", "correctness", "constraints", "correct"]},
    correctness=NUMBER,
    measurements=array(members("", name=TEXT, value={"type": ["number", "string", "array"]}, unit=TEXT)),
)
T4_SCHEMA = members(
    "schema_version results metadata",
    schema_version={"const": "1.0.0"},
    metadata=members("", timeunit={"const": "milliseconds"}),
    results=array(T4_RESULT, minItems=1),
)

# bencher.dev/docs/reference/bencher-metric-format
BMF_METRIC = members("value", value=NUMBER, lower_value=NUMBER, upper_value=NUMBER)
BMF_SCHEMA = {"type": "object", "additionalProperties": {"type": "object", "additionalProperties": BMF_METRIC}}

FIRST, SECOND, THIRD = (f"carpet/{name}/block=256" for name in ("first", "second", "third"))


@pytest.fixture
def runs(tmp_path):
    """BASE, and NEW whose first case takes a quarter longer; both hold a case without a time."""
    rest = [record("second", 5e-5), record("third", 1.0, status="incorrect", reason="because")]
    return [write_run(tmp_path / name, [record("first", s), *rest]) for name, s in (("base", 1e-4), ("new", 1.25e-4))]


def exported(run, form, *more):
    out = run.parent / f"{run.name}.{form}"
    output("export", run, "--to", form, "--out", out, *more)
    return out


@pytest.mark.skipif(not COMPARE_PY.exists(), reason="Debian package libbenchmark-tools is not installed")
def test_google_benchmark_compare_reads_it(runs, tmp_path):
    files = [exported(run, "google-benchmark") for run in runs]
    dump = tmp_path / "difference.json"
    subprocess.run(
        [sys.executable, COMPARE_PY, "-d", dump, "benchmarks", *files], check=True, timeout=60, capture_output=True
    )
    by_name = {entry["name"]: entry for entry in json.loads(dump.read_text())}
    (first,) = by_name[FIRST]["measurements"]
    assert first["time"] == first["cpu"] == pytest.approx(0.25)
    assert by_name[SECOND]["measurements"][0]["time"] == 0
    assert THIRD not in by_name


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
    assert struct.unpack(f"<{size}f", data) == pytest.approx([1e-4] * 5, rel=1e-6)


def test_t4_follows_the_schema(runs):
    root = json.loads(exported(runs[0], "t4", "--filter", "first").read_text())
    jsonschema.validate(root, T4_SCHEMA)
    assert root["results"][0]["configuration"] == {"block": 256}


def test_bencher_follows_the_schema(runs):
    root = json.loads(exported(runs[0], "bencher").read_text())
    jsonschema.validate(root, BMF_SCHEMA)
    assert root[FIRST]["latency"]["value"] == pytest.approx(1e5)
    assert THIRD not in root


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
    run = write_run(tmp_path / "run", [record("a", 1.0, emulated=True)])
    assert "emulated" in refused("export", run, "--to", form, "--out", tmp_path / "out")


@pytest.mark.parametrize(
    "words, about",
    [
        ("absent --to junit", "absent: no run"),
        ("RUN --to csv", "--to 'csv'"),
        ("RUN --to junit --filter [", "--filter '['"),
        ("RUN --to junit --out no/such/folder", "--out no/such/folder"),
        ("RUN --to t4", "choose one by --filter"),
    ],
)
def test_bad_input_is_one_line_and_status_2(runs, words, about):
    assert about in refused("export " + words.replace("RUN", str(runs[0])))
