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


needs_cuda_bench = pytest.mark.skipif(
    find_spec("tabulate") is None or find_spec("cuda") is None or find_spec("cuda.bench") is None,
    reason="PyPI package cuda-bench[compare] is not installed",
)


def said_by(script, *arguments):
    """What a script of cuda-bench prints."""
    path = Path(find_spec("cuda.bench").origin).parent / "scripts" / script
    done = subprocess.run([sys.executable, path, *arguments], timeout=60, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@needs_cuda_bench
def test_nvbench_compare_reads_it(runs):
    assert "25.00%" in said_by("nvbench_compare.py", "--no-color", *(exported(run, "nvbench") for run in runs))


def scattered(made):
    """As a GPU measures it: samples that differ, and the clocks between them."""
    median_ns = made["statistics"]["median_ns"]
    made["samples_ns"] = [median_ns * (1 + at / 1e4) for at in (-9, -6, -3, -1, 0, 0, 1, 2, 4, 7)]
    made["statistics"] |= {"min_ns": made["samples_ns"][0], "max_ns": made["samples_ns"][-1], "sd_ns": median_ns / 2e3}
    made["measurement"]["states"] = [{"sm_clock_mhz": 1980.0}]
    return made


@needs_cuda_bench
def test_nvbench_compare_robust_decides(tmp_path):
    """It says "AMBG" of a difference in time as long as it does not know the clocks, or the samples' quartiles."""
    times = {"base": 1e-4, "new": 1.25e-4}
    runs = [
        write_run(tmp_path / name, [scattered(record("first", s, steps=1)), scattered(record("second", 5e-5, steps=1))])
        for name, s in times.items()
    ]
    said = said_by("nvbench_compare_robust.py", "--no-color", *(exported(run, "nvbench") for run in runs))
    (slow,) = [line for line in said.splitlines() if "SLOW" in line]
    assert ">= +24.9%" in slow or ">= +24.8%" in slow, said
    assert "(classified as SAME): 1" in said and "requires more evidence): 0" in said


def test_nvbench_has_no_axis_of_one_value(tmp_path):
    """Of each benchmark alone; readers print a column for each."""
    made = [record("first", 1e-4, steps=steps, occupancy=0.093) for steps in (100, 200)]
    made += [record("second", 1e-4, steps=100, occupancy=0.093)]
    root = json.loads(exported(write_run(tmp_path / "run", made), "nvbench").read_text())
    first, second = root["benchmarks"]
    assert [axis["name"] for axis in first["axes"]] == ["steps"] and second["axes"] == []
    assert [state["name"] for state in first["states"]] == ["Device=0 steps=100", "Device=0 steps=200"]
    assert [value["name"] for value in first["states"][0]["axis_values"]] == ["steps"]
    assert second["states"][0]["name"] == "Device=0"


def test_google_benchmark_s_own_file_has_the_same_names(tmp_path):
    """That which `run` writes: with the reason of what was not timed, in JSON and in CSV."""
    walk = "run --filter '^carpet/(a_dense|cpu_serial)/' --axis steps=10 --axis occupancy=0.093 --budget 0.05"
    own, table, listed = tmp_path / "own.json", tmp_path / "own.csv", f"{walk} --benchmark_list_tests"
    output(f"{walk} --out {tmp_path}/run --benchmark_out={own}")
    output(f"{walk} --out {tmp_path}/again --benchmark_out={table} --benchmark_out_format=csv")
    written = {one["name"]: one for one in json.loads(own.read_text())["benchmarks"]}
    (timed,) = json.loads(exported(tmp_path / "run", "google-benchmark").read_text())["benchmarks"]
    assert "cpu_serial" in timed["name"] and timed["real_time"] == pytest.approx(written[timed["name"]]["real_time"])
    assert set(output(listed).splitlines()) == set(written) and len(written) == 2
    assert all(f'"{name}"' in table.read_text() for name in written)
    compared = retime("compare", own, exported(tmp_path / "run", "google-benchmark")).stdout
    assert timed["name"] in compared and "only in NEW" not in compared


def test_google_benchmark_s_filter_finds_names_to_their_ends(tmp_path):
    walk = "run --filter ^carpet/cpu_serial --axis steps=10,100 --axis occupancy=0.093 --benchmark_list_tests"
    for end in ("steps=10$", "steps=10/iterations:1/manual_time$"):
        assert output(f"{walk} --benchmark_filter={end}").splitlines() == ["carpet/cpu_serial/occupancy=0.093/steps=10"]


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
        ("RUN --to xml", "--to 'xml': one of bencher|csv|"),
        ("RUN --to junit --filter [", "--filter '['"),
        ("RUN --to junit --out no/such/folder", "--out no/such/folder"),
        ("RUN --to t4", "choose one by --filter"),
    ],
)
def test_bad_input_is_one_line_and_status_2(runs, words, about):
    assert about in refused("export " + words.replace("RUN", str(runs[0])))
