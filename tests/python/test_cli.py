"""The command line as a user meets it: bad input is one line and exit status 2, and nothing is written."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from program import program, retime

SMALL = ["run", "--filter", "^carpet/c_compact/", "--axis", "steps=10"]


@pytest.mark.parametrize(
    "arguments, named",
    [
        (["run", "--filter", "("], "--filter"),
        (["run", "--filter", "^nosuch/"], "^nosuch/"),
        (["run", "--profile", "huge"], "huge"),
        (["run", "--axis", "steps"], "steps"),
        (["run", "--filter", "^carpet/", "--axis", "steps=0"], "steps"),
        (["run", "--filter", "^carpet/", "--axis", "steps=1.5"], "steps"),
        (["run", "--filter", "^carpet/", "--axis", "nosuch=1"], "nosuch"),
        (["run", "--filter", "^carpet/", "--axis", "launch=stream,nosuch"], "nosuch"),
        (["run", "--filter", "^carpet/", "--axis", "steps=5", "--axis", "steps=6"], "twice"),
        (["run", "--filter", "^carpet/", "--seed", "-3"], "--seed -3"),
        (["run", "--filter", "^carpet/", "--axis", "generators=/no/such/file"], "/no/such/file"),
        (["run", "--device", "cuda:0"], "cuda:0"),
        (["run", "--device", "gpu"], "gpu"),
        (["run", "--precision", "0"], "--precision"),
        (["run", "--budget", "-1"], "--budget"),
        (["run", "--resume"], "--resume"),
        (["run", "--nosuch"], "--nosuch"),
        (["run", "--benchmark_nosuch=1", *SMALL[1:]], "--benchmark_nosuch"),
        (["list", "--filter", "^nosuch$"], "nosuch"),
        (["nosuch"], "nosuch"),
        (["nosuch", "--flag"], "nosuch"),
        (["list", "--nosuch"], "list --help"),
        (["run", "--seed", "x"], "--seed"),
        ([], "a command is missing"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, named, tmp_path):
    out = ["--out", tmp_path / "run"] if arguments[:1] == ["run"] else []
    done = retime(*arguments, *out)
    assert done.returncode == 2, done.stderr
    assert named in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert not (tmp_path / "run").exists()


def test_runs_begun_together_go_to_folders_of_their_own(tmp_path):
    begun = [
        subprocess.Popen([program(), *SMALL], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    folders = {one.communicate()[0].splitlines()[-1] for one in begun}
    assert [one.returncode for one in begun] == [0] * 4
    assert len(folders) == 4 and all((tmp_path / folder / "records.jsonl").exists() for folder in folders)


def test_a_place_that_cannot_be_written_is_refused_before_the_first_case(tmp_path):
    (tmp_path / "file").write_text("")
    done = retime(*SMALL, "--out", tmp_path / "file" / "run")
    assert done.returncode == 2 and done.stdout == ""
    assert "not a folder that can be written" in done.stderr and len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_a_run_is_not_overwritten_and_can_be_resumed(tmp_path):
    run = tmp_path / "run"
    assert retime(*SMALL, "--out", run).returncode == 0
    before = (run / "records.jsonl").read_text()
    assert retime(*SMALL, "--out", run).returncode == 2
    assert (run / "records.jsonl").read_text() == before

    (run / "records.jsonl").write_text(before + '{"key": "cut')
    more = retime(*SMALL, "--axis", "occupancy=0.093,0.35", "--out", run, "--resume")
    assert more.returncode == 0, more.stderr
    keys = [json.loads(line)["key"] for line in (run / "records.jsonl").read_text().splitlines()]
    assert len(keys) == len(set(keys))
    assert sum("occupancy=0.35" in key for key in keys) == 1


def test_google_benchmarks_own_flags_work(tmp_path):
    out = tmp_path / "gb.json"
    run = ["run", "--filter", "^carpet/(c_compact|cpu_serial)/", "--axis", "steps=10", "--axis", "occupancy=0.093"]
    listed = retime(*run, "--benchmark_list_tests")
    assert "carpet/c_compact/" in listed.stdout and "carpet/cpu_serial/" in listed.stdout
    done = retime(*run, "--out", tmp_path / "run", f"--benchmark_out={out}", "--benchmark_filter=cpu_serial")
    assert done.returncode == 0, done.stderr
    names = [entry["name"] for entry in json.loads(out.read_text())["benchmarks"]]
    assert len(names) == 1 and "cpu_serial" in names[0]


def test_dry_run_names_cases_and_writes_nothing(tmp_path):
    done = retime(*SMALL, "--dry-run", "--out", tmp_path / "run")
    assert done.returncode == 0
    assert all(line.startswith("carpet/c_compact/") for line in done.stdout.splitlines())
    assert not (tmp_path / "run").exists()


def test_list_says_what_a_run_takes_and_of_which_values():
    said = retime("list", "--filter", "^carpet/a_dense$|^apsp/k1").stdout
    assert "steps S of the walk (default 100; quick 50,100,200,300)" in said
    assert "block=256 of 32,64,128,256,512,1024" in said
    assert "block=256 of 32..1024:+32" in said


def test_list_as_json_names_every_axis():
    variants = json.loads(retime("list", "--json").stdout)
    assert {v["variant"] for v in variants if v["family"] == "carpet"} >= {"a_dense", "b_diamond", "c_compact"}
    assert all(axis["kind"] in ("workload", "tuning") for v in variants for axis in v["axes"])
    assert all(v["size_axis"] in {axis["name"] for axis in v["axes"]} for v in variants)
    (k1,) = [v for v in variants if v["variant"] == "k1_frontier_copy"]
    assert k1["printed"] == {"block": 256, "neighbours_at_once": 1, "levels_ahead": 0}
    assert {axis.get("formerly") for axis in k1["axes"]} == {None, "together", "ahead"}


def test_the_version_names_build_and_device():
    done = retime("--version")
    assert done.returncode == 0
    kind = json.loads(retime("device", "--json").stdout)["device"]["kind"]
    backend = "emulation" if kind == "emulation" else "NVIDIA"
    assert re.fullmatch(
        rf"{program().name} \d+\.\d+\.\d+ \(git (\w{{40}}|unknown)(, with changes)?\), device: {backend}.*\n",
        done.stdout,
    ), done.stdout


def test_the_device_is_text_for_people_and_json_for_programs():
    text = retime("device")
    assert text.returncode == 0 and not text.stdout.lstrip().startswith("{")
    header = json.loads(retime("device", "--json").stdout)
    assert header["device"]["kind"] in text.stdout or header["device"]["compute_capability"] in text.stdout
    assert {"git", "clocks", "ceilings"} <= header.keys()


def test_help_everywhere():
    listed = re.split("subcommands:", retime("--help").stdout, flags=re.IGNORECASE)[1]  # as CLI11's version spells it
    commands = [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "]
    assert {"list", "run", "verify", "device", "occupancy", "compare", "audit", "export", "history"} <= set(commands)
    for command in commands:
        done = retime(command, "--help")
        assert done.returncode == 0
        assert f"{program().name} {command}" in done.stdout


def test_smoke_spends_a_second_a_case_at_most(tmp_path):
    # A run takes milliseconds, so that a second ends long before 10,000 samples do.
    run = ["run", "--filter", "^carpet/cpu_serial/", "--profile", "smoke", "--precision", "1e-9"]
    run += ["--axis", "steps=150", "--axis", "occupancy=0.59"]
    assert retime(*run, "--out", tmp_path / "run").returncode == 0
    record = json.loads((tmp_path / "run" / "records.jsonl").read_text())
    assert record["measurement"]["stop_reason"] == "budget"
    assert record["measurement"]["wall_s"] < 5


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("arguments", [("list",), ("occupancy", "--table")])
def test_output_that_cannot_be_written_is_no_success(arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run([program(), *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
