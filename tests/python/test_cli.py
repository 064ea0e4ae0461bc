"""The command line as a user meets it: bad input is one line and exit status 2, and nothing is written."""

import json
import re

import pytest
from program import begun, output, program, records, refused

SMALL = "run --filter ^carpet/c_compact/ --axis steps=10"


@pytest.mark.parametrize(
    "command, named",
    [
        ("run --filter (", "--filter"),
        ("run --filter ^nosuch/", "^nosuch/"),
        ("run --profile huge", "huge"),
        ("run --axis steps", "steps"),
        ("run --filter ^carpet/ --axis steps=0", "steps"),
        ("run --filter ^carpet/ --axis steps=1.5", "steps"),
        ("run --filter ^carpet/ --axis nosuch=1", "nosuch"),
        ("run --filter ^carpet/c_compact/ --axis tile_side=4", "tile_side"),
        ("run --filter ^carpet/ --axis launch=stream,nosuch", "nosuch"),
        ("run --filter ^carpet/ --axis steps=5 --axis steps=6", "twice"),
        ("run --filter ^carpet/ --seed -3", "--seed -3"),
        ("run --filter ^carpet/ --axis generators=/no/such/file", "/no/such/file"),
        ("run --device cuda:0", "cuda:0"),
        ("run --device gpu", "gpu"),
        ("run --precision 0", "--precision"),
        ("run --budget -1", "--budget"),
        ("run --resume", "--resume"),
        ("run --nosuch", "--nosuch"),
        (f"{SMALL} --benchmark_out=/no/such/folder/file.json", "/no/such/folder"),
        (f"{SMALL} --benchmark_filter=nosuch", "nosuch"),
        (f"{SMALL} --benchmark_filter=(", "not a regular expression"),
        ("list --filter ^nosuch$", "nosuch"),
        ("nosuch", "nosuch"),
        ("nosuch --flag", "nosuch"),
        ("list --nosuch", "list --help"),
        ("run --seed x", "--seed"),
        ("run --shuffle 1", "--shuffle"),
        ("verify --shuffle -1", "--shuffle -1"),
        ("verify --shuffle x", "--shuffle"),
        ("", "a command is missing"),
    ],
)
def test_bad_input_is_one_line_and_status_2(command, named, tmp_path):
    out = ["--out", tmp_path / "run"] if command.startswith("run") else []
    assert named in refused(command.replace("(", "'('"), *out)


def test_runs_begun_together_go_to_folders_of_their_own(tmp_path):
    together = [begun(SMALL, cwd=tmp_path) for _ in range(4)]
    folders = {process.communicate()[0].splitlines()[-1] for process in together}
    assert [process.returncode for process in together] == [0] * 4
    assert len(folders) == 4 and all((tmp_path / folder / "records.jsonl").exists() for folder in folders)


def test_a_run_is_not_overwritten_and_can_be_resumed(tmp_path):
    run = tmp_path / "run"
    output(SMALL, "--out", run)
    before = (run / "records.jsonl").read_text()
    refused(SMALL, "--out", run)
    assert (run / "records.jsonl").read_text() == before

    (run / "records.jsonl").write_text(before + '{"key": "cut')
    output(f"{SMALL} --axis occupancy=0.093,0.35 --resume --out", run)
    assert (run / "records.jsonl").read_text().startswith(before)
    keys = [record["key"] for record in records(run)]
    assert len(keys) == len(set(keys))
    assert sum("occupancy=0.35" in key for key in keys) == 1


def test_google_benchmarks_own_flags_work(tmp_path):
    out = tmp_path / "gb.json"
    run = "run --filter '^carpet/(c_compact|cpu_serial)/' --axis steps=10 --axis occupancy=0.093"
    listed = output(f"{run} --benchmark_list_tests")
    assert "carpet/c_compact/" in listed and "carpet/cpu_serial/" in listed
    output(run, "--out", tmp_path / "run", f"--benchmark_out={out}", "--benchmark_filter=cpu_serial")
    (name,) = [entry["name"] for entry in json.loads(out.read_text())["benchmarks"]]
    assert "cpu_serial" in name


def test_dry_run_names_cases_and_writes_nothing(tmp_path):
    cases = output(f"{SMALL} --dry-run", "--out", tmp_path / "run").splitlines()
    assert cases and all(line.startswith("carpet/c_compact/") for line in cases)
    assert not (tmp_path / "run").exists()


def test_list_says_what_a_run_takes_and_of_which_values():
    said = output("list --filter '^carpet/a_dense/|^apsp/k1'")
    assert "steps S of the walk (default 100; quick 50,100,200,300)" in said
    assert "block=256 of 32,64,128,256,512,1024" in said
    assert "block=256 of 32..1024:+32" in said
    assert "sites_per_thread=1 (--tuned 16) of 1,4,16" in said  # under a paper's label as printed


def test_list_as_json_names_every_axis():
    variants = json.loads(output("list --json"))
    assert {v["variant"] for v in variants if v["family"] == "carpet"} >= {"a_dense", "b_diamond", "c_compact"}
    assert all(axis["kind"] in ("workload", "tuning") for v in variants for axis in v["axes"])
    assert all(v["size_axis"] in {axis["name"] for axis in v["axes"]} for v in variants)
    (k1,) = [v for v in variants if v["variant"] == "k1_frontier_copy"]
    assert k1["printed"] == {"block": 256, "neighbours_at_once": 1, "levels_ahead": 0, "races": 0}
    (a,) = [v for v in variants if v["variant"] == "a_dense"]
    (sites,) = [axis for axis in a["axes"] if axis["name"] == "sites_per_thread"]
    assert (sites["usual"], sites["default"], a["printed"]["sites_per_thread"]) == (1, 16, 1)


def test_the_version_names_build_and_device():
    said = output("--version")
    kind = json.loads(output("device --json"))["device"]["kind"]
    backend = "emulation" if kind == "emulation" else "NVIDIA"
    sources = r"\(git (\w{40}|unknown)(, with changes)?\)"
    assert re.fullmatch(rf"{program().name} \d+\.\d+\.\d+ {sources}, device: {backend}.*\n", said), said


def test_the_device_is_text_for_people_and_json_for_programs():
    text = output("device")
    assert not text.lstrip().startswith("{")
    header = json.loads(output("device --json"))
    assert header["device"]["kind"] in text or header["device"]["compute_capability"] in text
    assert {"git", "clocks", "ceilings"} <= header.keys()


def test_smoke_spends_a_second_a_case_at_most(tmp_path):
    # A run takes milliseconds, so that a second ends long before 10,000 samples do.
    case = "--filter ^carpet/cpu_serial/ --axis steps=150 --axis occupancy=0.59"
    output(f"run {case} --profile smoke --precision 1e-9 --out", tmp_path / "run")
    (record,) = records(tmp_path / "run")
    assert record["measurement"]["stop_reason"] == "budget"
    assert record["measurement"]["wall_s"] < 5


def test_verify_draws_the_order_of_threads(tmp_path):
    output(f"verify --shuffle 3 --filter ^carpet/c_compact/ --axis steps=10 --out {tmp_path / 'run'}")
    assert {record["status"] for record in records(tmp_path / "run")} == {"correct"}
    again = refused(f"verify --shuffle 4 --filter ^carpet/c_compact/ --axis steps=10 --resume --out {tmp_path / 'run'}")
    assert "measuring" in again
