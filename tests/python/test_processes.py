"""`retime run --processes`: what several processes measured is one record, and nothing of it is lost or mixed."""

import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import time

import failing
import pytest
from program import THOROUGH, begun, output, program, records, refused, retime

from plots.data.load import load_run

SERIAL = "--filter ^carpet/cpu_serial/ --axis occupancy=0.35"
ONE = f"run {SERIAL} --axis steps=10 --budget 0.06"
WAYS = "--filter ^failing/ways --axis block=64 --timeout 0.3"


def the_record(run):
    """The record of a run of one case, which meets the schema."""
    _, (record,) = load_run(run)
    return record.data


# How many, and what they say together.


def test_three_processes_are_one_record(tmp_path):
    run = tmp_path / "run"
    output(f"{ONE} --processes 3 --out", run)
    record = the_record(run)
    measured = record["measurement"]["processes"]
    assert [process["round"] for process in measured] == [0, 1, 2]
    assert sum(process["samples"] for process in measured) == len(record["samples_ns"])
    statistics = record["statistics"]
    assert statistics["interval_of"] == "process_to_come"
    medians = [process["median_ns"] for process in measured]
    assert statistics["median_ns"] == sorted(medians)[1]
    assert statistics["ci_low_ns"] < min(medians) and max(medians) < statistics["ci_high_ns"]
    assert {block["process"] for block in record["measurement"]["blocks"]} == {0, 1, 2}
    assert all(process["host_share"] == 1 and process["host_pace_ns"] > 0 for process in measured)
    assert all(process["stolen_cores"] >= 0 for process in measured)
    assert not (run / "processes.jsonl").exists()


def test_one_process_says_so(tmp_path):
    run = tmp_path / "run"
    output(f"{ONE} --processes 1 --out", run)
    record = the_record(run)
    assert record["statistics"]["interval_of"] == "this_process" and len(record["measurement"]["processes"]) == 1


@pytest.mark.parametrize("profile, least, most", [("smoke", 1, 1), ("quick", 5, 10)])
def test_the_profile_says_how_many(tmp_path, profile, least, most):
    run = tmp_path / "run"
    output(f"{ONE} --profile {profile} --out", run)
    assert least <= len(the_record(run)["measurement"]["processes"]) <= most


def test_an_interleaved_run_takes_ten(tmp_path):
    run = tmp_path / "run"
    output(f"{ONE} --interleave --precision 0.5 --out", run)
    assert len(the_record(run)["measurement"]["processes"]) == 10


def test_emulated_cases_have_no_time_to_repeat(tmp_path):
    run = tmp_path / "run"
    output("run --filter ^carpet/c_compact/ --axis steps=10 --axis occupancy=0.35 --processes 3 --out", run)
    record = the_record(run)
    assert record["time_is"] == "emulated" and len(record["measurement"]["processes"]) == 1


def test_what_misses_its_precision_is_noisy_and_counted(tmp_path):
    noisy = retime(f"{ONE} --processes 2 --precision 1e-6 --out", tmp_path / "noisy")
    assert noisy.stdout.splitlines()[0].endswith(" noisy")
    assert "1 noisy (!): half the interval is wider than was asked" in noisy.stdout
    assert the_record(tmp_path / "noisy")["statistics"]["noisy"] is True
    quiet = retime(f"{ONE} --processes 2 --precision 0.9999 --out", tmp_path / "quiet")
    told = the_record(tmp_path / "quiet")["statistics"]["noisy"]
    assert ("noisy" in quiet.stdout + quiet.stderr) == told


@pytest.mark.parametrize("count", ["0", "x", "-1", "1.5", "2000"])
def test_other_numbers_are_refused(tmp_path, count):
    assert f"--processes '{count}'" in refused(f"{ONE} --processes={count} --out", tmp_path / "run")


# One case's end is not the run's.


@failing.built
@pytest.mark.parametrize("command", ["run --processes 2 --budget 0.1", "verify"])
def test_a_case_that_hangs_or_crashes_leaves_the_others(tmp_path, command):
    run = tmp_path / "run"
    done = failing.retime(f"{command} {WAYS} --axis way=hang,right,crash,fitted,fault,wrong --out", run)
    assert done.returncode == 1
    ends = {record["axes"]["way"]: (record["status"], record["reason"]) for record in records(run)}
    assert {way: end[0] for way, end in ends.items()} == {
        "hang": "timeout",
        "right": "correct",
        "crash": "runtime_error",
        "fitted": "correct",
        "fault": "runtime_error",
        "wrong": "incorrect",
    }
    assert ends["hang"][1] == "no end within 0.3 s; its process was stopped"
    assert ends["crash"][1] == "its process ended: signal 6 (Aborted)"
    load_run(run)


@failing.built
def test_what_the_folder_holds_sets_the_exit_status(tmp_path):
    run = tmp_path / "run"
    assert failing.retime(f"verify {WAYS} --axis way=wrong --out", run).returncode == 1
    again = failing.retime(f"verify {WAYS} --axis way=wrong --resume --out", run)
    assert again.returncode == 1 and "1 of 1 cases are there" in again.stderr
    others = failing.retime(f"verify {WAYS} --axis way=right,wrong --resume --out", run)
    assert others.returncode == 1 and "1 of 2 cases are there" in others.stderr
    assert [record["status"] for record in records(run)] == ["incorrect", "correct"]


# Ended early, gone on with.


def measured(run):
    """What is on disk of each case, by key: in how many processes it was measured, and the samples of each."""
    samples_of = {}
    for name in ("processes.jsonl", "records.jsonl"):
        file = run / name
        whole = file.read_text().split("\n")[:-1] if file.exists() else []
        for record in map(json.loads, whole):
            parts = iter(record["samples_ns"])
            processes = record["measurement"]["processes"]
            samples = [list(itertools.islice(parts, process["samples"])) for process in processes]
            if name == "records.jsonl":
                samples_of[record["key"]] = samples
            else:
                samples_of.setdefault(record["key"], []).extend(samples)
    return samples_of


def test_ctrl_c_ends_with_the_case_and_resume_goes_on(tmp_path):
    run = tmp_path / "run"
    command = f"run {SERIAL} --axis steps=10..25:+1 --processes 3 --budget 0.3"
    process = begun(command, "--out", run)
    while not measured(run):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: its worker gets it, too
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert said.splitlines()[-1] == f"interrupted; the same command with --resume --out {run} goes on"
    before = measured(run)
    assert 1 <= len(before) < 16
    done = retime(f"{command} --resume --out", run)
    assert done.returncode == 0 and "0 of 16 cases are there" in done.stderr
    after = measured(run)
    assert len(after) == 16 and all(len(samples) == 3 for samples in after.values())
    assert all(after[key][: len(samples)] == samples for key, samples in before.items())
    whole = retime(f"{command} --resume --out", run)
    assert whole.returncode == 0 and "16 of 16 cases are there" in whole.stderr
    assert measured(run) == after


def killed_and_resumed(command, run, moments, most):
    """How often a run was killed until it was whole; after `most` kills it is left in peace."""
    before, kills, whole = {}, 0, False
    while not whole:
        process = begun(command, *["--resume"] * (run / "header.json").exists(), "--out", run)
        try:
            _, said = process.communicate(timeout=moments.uniform(0.05, 0.6) if kills < most else 120)
            assert process.returncode == 0, said
            whole = True
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
        after = measured(run)
        for key, samples in before.items():
            assert after[key][: len(samples)] == samples, f"after {kills} kills"
        before = after
    return kills


def test_kills_lose_no_process_that_was_on_disk(tmp_path):
    moments, kills, most = random.Random(30), 0, 30 if THOROUGH else 6
    while kills < most:
        run = tmp_path / f"run{kills}"
        command = f"run {SERIAL} --axis steps=10..17:+1 --interleave --processes 6 --budget 2.4"
        kills += killed_and_resumed(command, run, moments, most - kills)
        assert not (run / "processes.jsonl").exists()
        assert len({record["key"] for record in records(run)}) == len(records(run)) == 8
        assert all(len(samples) == 6 for samples in measured(run).values())
        load_run(run)


# Nothing is mixed.


def test_a_program_that_is_rebuilt_meanwhile_is_not_gone_on_with(tmp_path):
    run, copy = tmp_path / "run", tmp_path / "retime"
    shutil.copy(program(), copy)
    process = begun(f"run {SERIAL} --axis steps=10..17:+1 --processes 5 --budget 2 --out", run, by=copy)
    while not measured(run):
        time.sleep(0.01)
    rebuilt = shutil.copy(program(), tmp_path / "rebuilt")
    with open(rebuilt, "ab") as program_file:
        program_file.write(b"another build")
    os.replace(rebuilt, copy)  # whole at once: a process may begin at any time
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 2, said
    assert said.splitlines()[-1] == f"retime: {copy}: is another build than when this began; start anew"
    assert all(len(samples) == 1 for samples in measured(run).values())


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A whole run of one case."""
    run = tmp_path_factory.mktemp("small") / "run"
    output(f"{ONE} --processes 2 --out", run)
    return run


@pytest.mark.parametrize(
    "flags, place",
    [
        ("--budget 0.1", "measuring/budget_s 0.06, this is 0.1"),
        ("--precision 0.02", "measuring/precision 0.01, this is 0.02"),
        ("--cache cold", 'measuring/cache "warm", this is "cold"'),
        ("--processes 3", "measuring/processes/0 2, this is 3"),
        ("--interleave", "measuring/interleave false, this is true"),
        ("--seed 2", "seed 1, this is 2"),
    ],
)
def test_a_run_measured_otherwise_is_not_gone_on_with(small, flags, place):
    command = ONE if "--budget" not in flags else ONE.partition(" --budget")[0]
    processes = "" if "--processes" in flags else "--processes 2"
    assert f"{small} was written with {place}; use another --out" in refused(
        f"{command} {processes} {flags} --resume --out", small
    )


@pytest.mark.parametrize(
    "part, name",
    [("git", "sha"), ("flags", "cxx"), ("device", "uuid"), ("host", "cpu"), (None, "driver"), (None, "program")],
)
def test_a_run_of_another_origin_is_not_gone_on_with(small, part, name):
    file = small / "header.json"
    was = file.read_text()
    header = json.loads(was)
    (header[part] if part else header)[name] = "another"
    file.write_text(json.dumps(header))
    said = refused(f"{ONE} --processes 2 --resume --out", small)
    file.write_text(was)
    place = f"{part}/{name}" if part else name
    assert f'was written with {place} "another", this is ' in said
    assert "1 of 1 cases are there" in retime(f"{ONE} --processes 2 --resume --out", small).stderr
