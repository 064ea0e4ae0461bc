"""Runs that end early, meet another run or run out of space: what is on disk stays whole."""

import json
import os
import resource
import signal
import subprocess
import time

import pytest

from program import program, retime

SMALL = ["--filter", "^carpet/(c_compact|cpu_serial)/", "--axis", "steps=10", "--axis", "occupancy=0.093"]


def records(run):
    return [json.loads(line) for line in (run / "records.jsonl").read_text().splitlines()]


def strings(value):
    """All text in a JSON value."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for item in inner for text in strings(item)]


def small_files():
    """A disk with room for the header and a part of a record."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


def test_a_full_disk_is_named_and_leaves_whole_records(tmp_path):
    run = tmp_path / "run"
    command = [program(), "run", *SMALL, "--out", run]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=small_files, check=False)
    assert done.returncode == 2
    assert f"{run}/records.jsonl: File too large" in done.stderr
    records(run)
    assert retime("run", *SMALL, "--out", run, "--resume").returncode == 0
    assert len(records(run)) == 2


def test_arrays_that_do_not_fit_on_the_disk_are_named_and_removed(tmp_path):
    command = [program(), "verify", *SMALL, "--out", tmp_path / "run", "--save", tmp_path / "saved"]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=small_files, check=False)
    assert done.returncode == 2
    assert "--save" in done.stderr
    assert not list(tmp_path.rglob("*.npy"))


def test_two_programs_do_not_write_one_run(tmp_path):
    run = tmp_path / "run"
    command = [program(), "run", *SMALL, "--out", run]
    both = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [one.communicate()[1] for one in both]
    assert sorted(one.returncode for one in both) == [0, 2], said
    keys = [one["key"] for one in records(run)]
    assert len(keys) == len(set(keys)) == 2


def test_a_killed_run_goes_on_where_it_was(tmp_path):
    run = tmp_path / "run"
    command = [
        "run",
        "--filter",
        "^carpet/cpu_serial/",
        "--axis",
        "steps=10..40:+1",
        "--axis",
        "occupancy=0.35",
        "--budget",
        "0.05",
        "--out",
        run,
    ]
    begun = subprocess.Popen([program(), *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (run / "records.jsonl").exists() or len(records(run)) < 3:
        time.sleep(0.01)
    os.kill(begun.pid, signal.SIGKILL)
    begun.wait()
    before = records(run)
    assert 3 <= len(before) < 31
    done = retime(*command, "--resume")
    assert done.returncode == 0, done.stderr
    after = records(run)
    assert after[: len(before)] == before
    assert len({one["key"] for one in after}) == len(after) == 31


def test_a_header_tells_nothing_of_the_machines_folders(tmp_path):
    run = tmp_path / "run"
    assert retime("verify", *SMALL, "--out", run, f"--save={tmp_path}/saved").returncode == 0
    header = json.loads((run / "header.json").read_text())
    assert header["argv"][-2:] == ["run", "--save=saved"] and "--filter" in header["argv"]
    assert not any(word.startswith("/") for word in strings(header)), header


def test_a_run_of_another_schema_is_not_gone_on_with(tmp_path):
    run = tmp_path / "run"
    assert retime("verify", *SMALL, "--out", run).returncode == 0
    header = json.loads((run / "header.json").read_text())
    (run / "header.json").write_text(json.dumps(header | {"schema_version": 1}))
    done = retime("verify", *SMALL, "--out", run, "--resume")
    assert done.returncode == 2
    assert "was written with schema_version 1, this is 2" in done.stderr


@pytest.mark.parametrize(
    "flag, named",
    [
        ("--benchmark_out=/no/such/folder/file.json", "/no/such/folder"),
        ("--benchmark_filter=nosuch", "nosuch"),
        ("--benchmark_filter=(", "not a regular expression"),
        ("--benchmark_repetitions=3", "--benchmark_repetitions"),
    ],
)
def test_google_benchmarks_flags_that_cannot_be_used(tmp_path, flag, named):
    done = retime("run", *SMALL, flag, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert named in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "run").exists()


def test_google_benchmarks_csv_holds_every_case(tmp_path):
    out = tmp_path / "table.csv"
    done = retime("run", *SMALL, f"--benchmark_out={out}", "--benchmark_out_format=csv", "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert sum("carpet/" in line for line in out.read_text().splitlines()) == 2


def test_listing_interleaved_cases_runs_none(tmp_path):
    done = retime("run", *SMALL, "--interleave", "--benchmark_list_tests", "--out", tmp_path / "run")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 2
    assert not (tmp_path / "run").exists()
