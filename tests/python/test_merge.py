"""`run --shard I/N` and `retime merge`: the parts of a sweep that independent jobs record, and one run of them."""

import json
import shutil

import pytest
from program import input_of, output, records, refused, retime, words

SWEEP = "--filter '^(carpet|replications)/' --profile smoke"


def whole():
    return [line.split("  (")[0] for line in output(f"verify {SWEEP} --dry-run").splitlines()]


def part(which, of):
    return [line.split("  (")[0] for line in output(f"verify {SWEEP} --shard {which}/{of} --dry-run").splitlines()]


@pytest.fixture(scope="module")
def shards(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shards")
    runs = [folder / f"{which}" for which in (1, 2, 3)]
    for which, run in enumerate(runs, 1):
        output(f"verify {SWEEP} --shard {which}/3 --out", run)
    return runs


def edited(run, to, **members):
    shutil.copytree(run, to)
    header = json.loads((to / "header.json").read_text())
    for name, value in members.items():
        header[name] = value
    (to / "header.json").write_text(json.dumps(header))
    return to


@pytest.mark.parametrize("of", [1, 2, 5])
def test_every_case_is_in_one_part(of):
    parts = [part(which, of) for which in range(1, of + 1)]
    assert sorted(sum(parts, [])) == sorted(whole())
    assert all(parts)


def test_the_cases_of_an_input_stay_together(shards):
    inputs = [{input_of(r) for r in records(run) if r["processor"] == "gpu"} for run in shards]
    assert sum(map(len, inputs)) == len(set.union(*inputs)) > 3


def test_merged_parts_are_the_whole_run(shards, tmp_path):
    out = tmp_path / "all"
    done = retime("merge", *shards, "--out", out)
    assert done.returncode == 0 and done.stdout == f"{out}\n", done.stderr
    assert sorted(r["key"] for r in records(out)) == sorted(whole())
    assert [r for run in shards for r in records(run)] == records(out)
    header = json.loads((out / "header.json").read_text())
    assert "shard" not in header["measuring"] and header["argv"] == ["retime", "merge"]
    assert retime("export", out, "--to", "junit").returncode == 0


def test_a_missing_part_is_named(shards, tmp_path):
    done = retime("merge", shards[0], shards[2], "--out", tmp_path / "all")
    assert done.returncode == 1 and "shard 2/3 is missing" in done.stderr
    assert len(records(tmp_path / "all")) == len(records(shards[0])) + len(records(shards[2]))


def test_a_part_that_is_not_finished_is_named(shards, tmp_path):
    shutil.copytree(shards[0], tmp_path / "part")
    (tmp_path / "part/processes.jsonl").write_text("")
    done = retime("merge", tmp_path / "part", *shards[1:], "--out", tmp_path / "all")
    assert done.returncode == 1 and f"{tmp_path}/part: is not finished" in done.stderr


def test_what_does_not_belong_together_is_refused(shards, tmp_path):
    first, second, third = shards
    copy = edited(first, tmp_path / "copy")
    assert "is named twice" in refused("merge", first, first, "--out", tmp_path / "x")
    assert "both have a record of " in refused("merge", first, copy, "--out", tmp_path / "x")
    program = edited(second, tmp_path / "program", program="0123")
    line = refused("merge", first, program, "--out", tmp_path / "x")
    assert "program" in line and str(first) in line and str(program) in line
    device = json.loads((second / "header.json").read_text())["device"] | {"name": "NVIDIA H100"}
    assert "device/name" in refused(
        "merge", first, edited(second, tmp_path / "device", device=device), "--out", tmp_path / "x"
    )
    measuring = json.loads((third / "header.json").read_text())["measuring"]
    fourth = edited(third, tmp_path / "fourth", measuring=measuring | {"shard": "4/8"})
    assert "is shard 4/8, others are of 3" in refused("merge", first, fourth, "--out", tmp_path / "x")
    other = edited(third, tmp_path / "other", measuring=measuring | {"shuffle": 7})
    assert "measuring/shuffle" in refused("merge", first, other, "--out", tmp_path / "x")
    assert "is not empty" in refused("merge", first, second, "--out", third)
    assert "name two runs" in refused("merge", first, "--out", tmp_path / "x")
    assert "no run" in refused("merge", first, tmp_path, "--out", tmp_path / "x")


def test_runs_of_two_boards_keep_them_apart(shards, tmp_path):
    runs = []
    for number, run in enumerate(shards[:2]):
        device = json.loads((run / "header.json").read_text())["device"] | {"uuid": f"GPU-{number}"}
        runs.append(edited(run, tmp_path / str(number), device=device))
    retime("merge", *runs, "--out", tmp_path / "all")
    header = json.loads((tmp_path / "all/header.json").read_text())
    assert header["device"]["uuid"] is None
    assert [one["board"] for one in header["boards"]] == ["GPU-0", "GPU-1"]
    assert [r["board"] for r in records(tmp_path / "all")] == ["GPU-0"] * len(records(runs[0])) + ["GPU-1"] * len(
        records(runs[1])
    )


@pytest.mark.parametrize("part, takes_turns", [("", False), ("--shard 1/1", True)])
def test_parts_take_turns_with_others_on_their_host(part, takes_turns, tmp_path):
    output(
        f"verify --filter '^carpet/cpu_serial/' --axis steps=10 {part} --out", tmp_path / "run", TMPDIR=str(tmp_path)
    )
    assert any(tmp_path.glob("retime-*.turns")) == takes_turns


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "1/", "/2", "a/b", "1/2/3", "-1/2", "1/0"])
def test_a_part_that_is_none_is_refused(text):
    assert f"--shard '{text}'" in refused(*words(f"verify {SWEEP} --shard={text}"))


def test_more_parts_than_inputs_leave_one_empty():
    assert "has no case" in refused(*words(f"verify {SWEEP} --shard 500/500"))


def test_a_folder_of_turns_that_is_none_is_named(tmp_path):
    sweep = "verify --filter '^carpet/cpu_serial/' --axis steps=10 --shard 1/2 --out"
    said = refused(sweep, tmp_path / "run", TMPDIR=str(tmp_path / "none"))
    assert f"TMPDIR='{tmp_path / 'none'}': " in said
