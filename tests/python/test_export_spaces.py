"""Files of one tuning space each: T4, T1 and Kernel Tuner's cache, read by retime and by Kernel Tuner itself."""

import json
import lzma
import shutil
import subprocess
import sys
from importlib.util import find_spec

import jsonschema
import pytest
from program import ROOT, correct_of, output, refused, replayed, retime
from synthetic import record, write_run
from test_export_consumers import T4_SCHEMA, array, members

from examples.tuner_bench import to_t4

RECORDED = ROOT / "results/h200/tune_sweep_carpet"

# What Kernel Tuner 1.x reads of a cache: util.process_cache, read_cache and infer_args_from_cache.
NUMBER, TEXT = {"type": "number"}, {"type": "string"}
FAILURES = ["InvalidConfig", "CompilationFailedConfig", "RuntimeFailedConfig"]
ENTRY = members(
    "time times compile_time verification_time benchmark_time strategy_time framework_time timestamp",
    time={"anyOf": [NUMBER, {"enum": FAILURES}]},
    times=array(NUMBER),
    **dict.fromkeys(("compile_time", "verification_time", "benchmark_time", "strategy_time"), NUMBER),
    framework_time=NUMBER,
    timestamp=TEXT,
)
CACHE_SCHEMA = members(
    "device_name kernel_name problem_size tune_params_keys tune_params objective cache",
    device_name=TEXT,
    kernel_name=TEXT,
    problem_size=array({"type": "integer"}, minItems=1, maxItems=3),
    tune_params_keys=array(TEXT, minItems=1),
    tune_params={"type": "object", "additionalProperties": array({"type": ["number", "string"]})},
    objective={"const": "time"},
    cache={"type": "object", "additionalProperties": ENTRY},
)

SIMULATE = """
import json, sys
from kernel_tuner import tune_kernel
cache = json.load(open(sys.argv[1]))
found, about = tune_kernel(
    cache["kernel_name"], "__global__ void absent() {}", tuple(cache["problem_size"]), [], cache["tune_params"],
    cache=sys.argv[1], simulation_mode=True, strategy="brute_force", lang="CUDA", quiet=True)
print("FOUND " + json.dumps([len(found), about["best_config"]], default=str))
"""
SIMULATE_T1 = """
import json, sys
from pathlib import Path
from kernel_tuner.interface import tune_kernel_T1
_, found = tune_kernel_T1(Path(sys.argv[1]), sys.argv[2], simulation_mode=True, strategy="brute_force")
print("FOUND " + json.dumps(found["results"], default=str))
"""
needs_kernel_tuner = pytest.mark.skipif(
    find_spec("kernel_tuner") is None, reason="PyPI package kernel-tuner is not installed"
)


def simulated(script, *arguments):
    """What Kernel Tuner finds, in a process of its own: it keeps much of a search in modules."""
    words = [sys.executable, "-W", "ignore", "-c", script, *map(str, arguments)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    (found,) = [line for line in done.stdout.splitlines() if line.startswith("FOUND ")] or [done.stderr]
    return json.loads(found.removeprefix("FOUND "))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A tuning run on a GPU, of twelve spaces, each with a search, its finals and a winner."""
    run = tmp_path_factory.mktemp("recorded") / "run"
    run.mkdir()
    shutil.copy(RECORDED / "header.json", run)
    (run / "records.jsonl").write_bytes(lzma.decompress((RECORDED / "records.jsonl.xz").read_bytes()))
    return run


def winners():
    """(variant, steps) -> the configuration that won in the recorded run."""
    entries = json.loads((RECORDED / "best.json").read_text())["entries"]
    return {(e["variant"].split("/")[1], e["workload"]["steps"]): e["tuning"] for e in entries}


def all_of(run, form, folder):
    assert f"in {folder}" in output(f"export --all --to {form}", run, "--out", folder)
    return {file.stem: json.loads(file.read_text()) for file in sorted(folder.iterdir())}


def of_name(stem):
    """The variant and the size that the name of a recorded space says."""
    variant, _, steps = stem.removeprefix("carpet_").rpartition("_steps=")
    return variant, int(steps)


def best_of(cache):
    correct = [entry for entry in cache["cache"].values() if entry["time"] not in FAILURES]
    return min(correct, key=lambda entry: entry["time"])


def test_every_space_replays_to_the_winner_of_its_run(recorded, tmp_path):
    """Through retime's own reader."""
    documents = all_of(recorded, "t4", tmp_path / "t4")
    won = winners()
    assert {of_name(stem) for stem in documents} == set(won)
    for stem, document in documents.items():
        jsonschema.validate(document, T4_SCHEMA)
        ran = correct_of(replayed(tmp_path / f"t4/{stem}.json"))
        _, best = min(ran, key=lambda pair: pair[0])
        assert best == won[of_name(stem)], stem


def test_a_cache_has_what_kernel_tuner_reads(recorded, tmp_path):
    documents = all_of(recorded, "kernel-tuner-cache", tmp_path / "caches")
    for stem, cache in documents.items():
        jsonschema.validate(cache, CACHE_SCHEMA)
        variant, steps = of_name(stem)
        assert (cache["kernel_name"], cache["problem_size"]) == (variant, [steps])
        names = cache["tune_params_keys"]
        assert names == list(cache["tune_params"])
        for key, entry in cache["cache"].items():
            assert key == ",".join(str(entry[name]) for name in names)
            assert all(entry[name] in cache["tune_params"][name] for name in names)
        best = best_of(cache)
        assert {name: best[name] for name in names} == winners()[variant, steps]


def test_our_own_reader_takes_the_cache_too(recorded, tmp_path):
    cache, t4 = tmp_path / "cache.json", tmp_path / "t4.json"
    output("export --to kernel-tuner-cache --filter a_dense.*steps=125", recorded, "--out", cache)
    assert to_t4.main([str(cache), str(t4)]) == 0
    run = replayed(t4)
    assert (run["objective"], run["unit"]) == ("time", "ms")
    assert min(value for value, _ in correct_of(run)) == best_of(json.loads(cache.read_text()))["time"]


@needs_kernel_tuner
@pytest.mark.parametrize("variant", ["a_dense", "c_compact"])
def test_kernel_tuner_simulates_to_the_same_optimum(recorded, tmp_path, variant):
    file = tmp_path / "cache.json"
    output(f"export --to kernel-tuner-cache --filter {variant}.*steps=500", recorded, "--out", file)
    cache = json.loads(file.read_text())
    count, best = simulated(SIMULATE, file)
    assert count == len(cache["cache"]) and best["time"] == best_of(cache)["time"]


@needs_kernel_tuner
def test_kernel_tuner_takes_failures_for_failures(tmp_path):
    run = write_run(tmp_path / "run", with_failures())
    output("export --to kernel-tuner-cache", run, "--out", tmp_path / "cache.json")
    count, best = simulated(SIMULATE, tmp_path / "cache.json")
    assert count == 5 and (best["block"], best["time"]) == (32, 0.1)


@needs_kernel_tuner
def test_kernel_tuner_reads_the_t1_file_beside_the_cache(tmp_path):
    of = "--filter ^apsp/cpu_floyd_blocked/ --axis graph=ring --axis n=60"
    output(f"tune {of} --precision 0.5 --out", tmp_path / "run", OMP_NUM_THREADS="1")
    output("export --to kernel-tuner-cache", tmp_path / "run", "--out", tmp_path / "cache.json")
    output(f"export --to t1 {of} --out", tmp_path / "t1.json")
    results = simulated(SIMULATE_T1, tmp_path / "t1.json", tmp_path / "cache.json")
    assert len(results) == 4 and all(result["invalidity"] == "correct" for result in results)


def with_failures():
    ends = {"incorrect": 64, "constraint": 128, "compile_error": 256, "runtime_error": 512}
    failed = [record("a", 1.0, tuning={"block": b}, status=s, reason="because", n=8) for s, b in ends.items()]
    return [record("a", 1e-4, tuning={"block": 32}, n=8), *failed]


def test_failures_have_kernel_tuner_s_words(tmp_path):
    run = write_run(tmp_path / "run", with_failures())
    cache = json.loads(output("export --to kernel-tuner-cache", run))
    jsonschema.validate(cache, CACHE_SCHEMA)
    runtime, invalid, compilation = "RuntimeFailedConfig", "InvalidConfig", "CompilationFailedConfig"
    assert [e["time"] for e in cache["cache"].values()] == [0.1, runtime, invalid, compilation, runtime]


def test_a_t1_file_says_size_and_device():
    of = "--filter ^apsp/k6_update_array/ --axis graph=ring --axis n=60"
    said = json.loads(output(f"export --to t1 {of}"))["KernelSpecification"]
    assert said["ProblemSize"] == [60] and said["Arguments"] == []
    assert said["Device"]["Name"] in ("emulation", "GPU") or "NVIDIA" in said["Device"]["Name"]


def test_described_spaces_are_a_file_each(tmp_path):
    of = "--filter '^carpet/(a_dense|c_compact)/' --axis steps=10,20"
    said = output(f"export --to t1 --all {of} --axis occupancy=0.35 --out", tmp_path / "t1")
    assert said == f"4 files in {tmp_path / 't1'}\n"
    names = {f"carpet_{variant}_steps={steps}.json" for variant in ("a_dense", "c_compact") for steps in (10, 20)}
    assert {file.name for file in (tmp_path / "t1").iterdir()} == names


def test_a_space_too_many_is_said_shortly(recorded):
    said = refused("export --to t4", recorded)
    assert "here are 12: carpet/a_branchless/steps=125, " in said and "and 7 more" in said
    assert "--filter" in said and "--all --out DIR" in said and len(said) < 350


def test_all_or_none(recorded, tmp_path):
    """A folder stands where a file is to be."""
    (tmp_path / "out/carpet_c_compact_steps=500.json").mkdir(parents=True)
    done = retime("export --to t4 --all", recorded, "--out", tmp_path / "out")
    assert done.returncode == 2 and "carpet_c_compact_steps=500.json: cannot be written" in done.stderr
    assert len(list((tmp_path / "out").iterdir())) == 1


def test_spaces_without_times_are_left_out_and_counted(tmp_path):
    run = write_run(tmp_path / "run", [record("a", 1e-4, n=1), record("b", 1.0, emulated=True, n=1)])
    done = retime("export --to t4 --all", run, "--out", tmp_path / "out")
    assert done.returncode == 0 and "1 of 2 spaces are left out" in done.stderr
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["carpet_a.json"]


@pytest.mark.parametrize("form", ["t4", "kernel-tuner-cache"])
def test_an_emulated_search_is_refused(tmp_path, form):
    walk = "--filter ^carpet/a_dense --axis steps=10 --axis occupancy=0.093"
    output(f"tune {walk} --evaluations 4 --out", tmp_path / "run")
    said = refused(f"export --to {form}", tmp_path / "run", "--out", tmp_path / "out.json")
    assert "emulated: its time is not a measurement" in said
    refused(f"export --all --to {form}", tmp_path / "run", "--out", tmp_path / "folder")


@pytest.mark.parametrize(
    "words, about",
    [
        ("RUN --to t4 --all", "--out DIR"),
        ("RUN --to csv --all --out OUT", "--all: of t4, t1 and kernel-tuner-cache"),
        ("RUN --to t4 --all --out RUN/header.json", "header.json is not a folder"),
        ("RUN --to t4 --axis n=1", "--axis n=1: of t1 alone"),
        ("RUN --to kernel-tuner-cache --filter cpu", "no case has a tuning axis"),
        ("--to kernel-tuner-cache", "name the run directory"),
        ("--to t1 --axis nosuch=1", "nosuch"),
    ],
)
def test_bad_input_is_one_line_and_status_2(tmp_path, words, about):
    run = write_run(tmp_path / "run", [record("a", 1e-4, n=1), record("cpu", 1e-4, tuning={}, n=1)])
    assert about in refused("export " + words.replace("RUN", str(run)).replace("OUT", str(tmp_path / "out")))
