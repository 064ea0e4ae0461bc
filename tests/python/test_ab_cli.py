"""`retime ab`: one command measures two programs against each other, and its runs are what `compare` reads."""

import json
import os
import shutil
import signal
import time
from xml.etree import ElementTree

import failing
import pytest
from program import begun, program, records, refused, retime

from plots.data.load import load_run

CASES = "--filter ^carpet/cpu_serial/ --axis occupancy=0.35"
ONE = f"{CASES} --axis steps=100"


def against_itself(flags, *more):
    return retime(f"ab {program()} {program()} {flags}", *more)


def script(path, line):
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)
    return path


def verdicts(table):
    """By case, what a file of `--json` says."""
    return {case["key"]: case["verdict"] for case in json.loads(table.read_text())["cases"]}


def test_equal_programs_are_told_so_and_compare_agrees(tmp_path):
    runs = tmp_path / "runs"
    files = {name: tmp_path / f"ab.{name}" for name in ("json", "junit", "markdown")}
    flags = [word for name, file in files.items() for word in (f"--{name}", file)]
    done = against_itself(f"{CASES} --axis steps=20,40 --budget 10 --margin 0.05 --out", runs, *flags)
    assert "BASE and NEW are the same program: " in done.stdout and done.stdout.endswith(f"{runs}\n")
    for side in ("base", "new"):
        _, loaded = load_run(runs / side)
        assert len(loaded) == 2
        assert all(len(record.data["measurement"]["processes"]) >= 8 for record in loaded)
    again = retime(f"compare {runs}/base {runs}/new --margin 0.05 --json", tmp_path / "compare.json")
    assert again.returncode == done.returncode
    assert verdicts(tmp_path / "compare.json") == verdicts(files["json"])
    assert "paired processes" in again.stdout
    assert ElementTree.parse(files["junit"]).getroot()[0].get("tests") == "2"
    assert files["markdown"].read_text().count("paired processes") == 2


def test_an_injected_slowdown_is_found(tmp_path):
    """One that a machine busy with other tests does not hide."""
    runs = tmp_path / "runs"
    done = against_itself(f"{ONE} --inject 3 --budget 60 --out", runs)
    assert done.returncode == 1, done.stdout
    assert done.stdout.splitlines()[1].startswith("slower") and "1 slower" in done.stdout
    assert "same program" not in done.stdout
    header = json.loads((runs / "new/header.json").read_text())
    assert header["injected"] == {"base_runs": 1, "new_runs": 4}
    compared = retime("compare", runs / "base", runs / "new")
    assert compared.returncode == 1 and "1 slower" in compared.stdout


@failing.built
def test_a_case_that_is_wrong_is_measured_no_more(tmp_path):
    runs = tmp_path / "runs"
    done = failing.retime(
        f"ab {failing.PROGRAM} {failing.PROGRAM} --filter ^failing/ways --axis block=64 --timeout 0.3"
        " --axis way=crash,hang,right --budget 3 --out",
        runs,
    )
    assert done.returncode in (0, 3), done.stdout + done.stderr
    for side in ("base", "new"):
        assert [record["status"] for record in records(runs / side)] == ["runtime_error", "timeout", "correct"]


@failing.built
def test_a_case_that_has_become_wrong_fails_the_gate(tmp_path):
    """NEW is the same file, which computes wrongly where the environment says so."""
    wrong = script(tmp_path / "wrong", f'RETIME_TOY_WRONG=1 exec {failing.PROGRAM} "$@"')
    flags = "--filter ^failing/ways --axis block=64 --axis way=right --axis n=64,128 --budget 30"
    done = failing.retime(f"ab {failing.PROGRAM} {wrong} {flags} --out", tmp_path / "runs")
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.count("incorrect") == 2
    assert [record["status"] for record in records(tmp_path / "runs/base")] == ["correct"] * 2
    assert [record["status"] for record in records(tmp_path / "runs/new")] == ["incorrect"] * 2


def test_rounds_before_a_program_was_rebuilt_are_kept(tmp_path):
    """NEW turns into a copy of itself with a byte more."""
    shutil.copy(program(), tmp_path / "rebuilt")
    (tmp_path / "rebuilt").open("ab").write(b"x")
    new = script(tmp_path / "new", f'exec {program()} "$@"')
    runs = tmp_path / "runs"
    process = begun(f"ab {program()} {new} {ONE} --margin 0.0001 --budget 100 --out", runs)
    assert process.stderr.readline().startswith("round 1, ")
    script(new, f'exec {tmp_path / "rebuilt"} "$@"')
    printed, said = process.communicate(timeout=60)
    assert process.returncode == 2 and "another build" in said.splitlines()[-1] and "1 undecided" in printed
    for side in ("base", "new"):
        assert records(runs / side)[0]["measurement"]["processes"]


def test_a_budget_that_decides_nothing_is_named(tmp_path):
    done = against_itself(f"{ONE} --budget 0.01 --out", tmp_path / "runs")
    assert "nothing will be decided: 8 rounds are the fewest" in done.stderr


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("other", ["/bin/true", "/no/such/program", "text"])
def test_what_is_no_program_is_named(tmp_path, other, place):
    (tmp_path / "text").write_text("none")
    named = tmp_path / "text" if other == "text" else other
    programs = [program(), program()]
    programs[place - 1] = named
    assert str(named) in refused(f"ab {programs[0]} {programs[1]} {ONE} --out", tmp_path / "runs")


def test_a_script_that_is_no_retime_is_named(tmp_path):
    other = script(tmp_path / "script", "echo '{\"protocol\": 99}' >&0\nsleep 1")
    assert "speaks protocol 99" in refused(f"ab {program()} {other} {ONE} --out", tmp_path / "runs")


@failing.built
def test_programs_without_a_common_case_are_refused(tmp_path):
    said = refused(f"ab {failing.PROGRAM} {program()} --filter ^failing/many --out", tmp_path / "runs")
    assert "no case" in said


def test_a_folder_with_runs_is_not_written_to(tmp_path):
    (tmp_path / "runs/base").mkdir(parents=True)
    assert "holds runs already" in refused(f"ab {program()} {program()} {ONE} --out", tmp_path / "runs")
    assert not (tmp_path / "runs/new").exists()


def test_folders_that_are_called_base_and_new_are_in_nobodys_way(tmp_path, monkeypatch):
    for name in ("base", "new"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    assert against_itself(f"{CASES} --axis steps=10 --budget 0.1").returncode == 0


def test_a_folder_that_cannot_be_written_is_named_before_anything_runs(tmp_path):
    (tmp_path / "file").write_text("")
    start = time.monotonic()
    assert "--out" in refused(f"ab {program()} {program()} {ONE} --budget 100 --out", tmp_path / "file")
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("flag", ["--budget 0", "--inject 99", "--margin 0", "--timeout -1", "--axis stops=1"])
def test_bad_flags_are_refused_before_anything_runs(tmp_path, flag):
    said = refused(f"ab {program()} {program()} {ONE} {flag} --out", tmp_path / "runs")
    assert flag.split("=")[0].split()[0] in said and "serves no cases" not in said


def test_ctrl_c_writes_what_there_is(tmp_path):
    runs = tmp_path / "runs"
    process = begun(f"ab {program()} {program()} {ONE} --margin 0.0001 --budget 100 --out", runs)
    assert process.stderr.readline().startswith("round 1, ")
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 130 and "1 undecided" in printed
    for side in ("base", "new"):
        (record,) = records(runs / side)
        assert record["status"] == "correct" and record["measurement"]["processes"]
