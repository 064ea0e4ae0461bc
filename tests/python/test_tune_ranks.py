"""`retime tune` over several boards: candidates are measured side by side, and none is lost or measured twice."""

import json
import os
import random
import re
import signal
import time

import pytest
from failing import EVERY, PROGRAM, built, entries, in_role
from mpi import begun, complaints, done, needs_mpi, ranks_of
from program import lines, slow
from test_tune_journal import journalled

MANY = f"tune --filter ^failing/many {EVERY}"
RANDOM = "tune --filter ^failing/many --strategy random --evaluations 40"
BY_MODEL = "tune --filter ^failing/many --evaluations 40 --seed 3"
A_LITTLE_SLOW = {"RETIME_TOY_SLOW_MS": "8"}

pytestmark = [built, needs_mpi]


def tuned(command, out, ranks, *launcher, env=None):
    """What the job says on standard error; it ends well."""
    _, said, status = done(command, out, ranks, *launcher, by=PROGRAM, env=env)
    assert status == 0, said
    return said


def candidates(out):
    """(a, b) of each evaluation of the search, in the order in which they ended."""
    return [(r["axes"]["a"], r["axes"]["b"]) for r in in_role(out, "search")]


@pytest.mark.parametrize("ranks", [2, slow(5)])
def test_the_whole_space_is_measured_once_and_the_finals_are_of_one_board(ranks, tmp_path):
    out = tmp_path / "run"
    tuned(MANY, out, ranks)
    found = in_role(out, "search")
    assert len(found) == len(set(candidates(out))) == 200 and all(r["status"] == "correct" for r in found)
    boards = {f"emulation-{rank}" for rank in range(1, ranks)}
    assert {r["board"] for r in found} == boards
    finals = {r["board"] for role in ("final", "winner") for r in in_role(out, role)}
    assert finals == {"emulation-1"}
    (entry,) = entries(out / "best.json")
    assert entry["boards"] == ranks - 1
    a, b = entry["tuning"].values()
    assert abs(a - 7) + abs(b - 3) <= 4, "a launch more for each step away from a=7, b=3; up to 19 of them"
    header = json.loads((out / "header.json").read_text())
    assert {one["board"] for one in header["boards"]} == boards and header["device"]["uuid"] is None


@pytest.mark.slow
def test_boards_work_side_by_side(tmp_path):
    """What each candidate sleeps is spent on all boards at a time. Starting the ranks is no part of the search's time."""
    spent_s = {}
    for ranks in (2, 5):
        began = time.monotonic()
        tuned(RANDOM, tmp_path / str(ranks), ranks, env={"RETIME_TOY_SLOW_MS": "100"})
        (entry,) = entries(tmp_path / str(ranks) / "best.json")
        spent_s[ranks] = entry["spent_s"]
        assert spent_s[ranks] < time.monotonic() - began
    assert spent_s[5] < 0.6 * spent_s[2], spent_s


def test_each_board_measures_the_first_configuration(tmp_path):
    """What another board takes for it is what its times are compared by."""
    out = tmp_path / "run"
    tuned(BY_MODEL, out, 4)
    keys = [line["key"] for line in lines(out / "journal.jsonl") if "key" in line]
    compared = [key.split("@") for key in keys if "@" in key]
    assert {board for _, board in compared} == {"emulation-1", "emulation-2", "emulation-3"}
    assert len({key for key, _ in compared}) == 1
    assert len(in_role(out, "search")) == len(set(candidates(out))) == 40


def test_what_is_asked_again_is_recalled_in_the_order_in_which_it_ended(tmp_path):
    out = tmp_path / "run"
    tuned(BY_MODEL, out, 4)
    before = candidates(out)
    said = tuned(f"{BY_MODEL} --resume", out, 4)
    assert candidates(out) == before and complaints(said) == []
    printed, _, _ = done(f"{BY_MODEL} --resume", out, 4, by=PROGRAM)
    assert "(0 measured now)" in printed


@pytest.mark.parametrize("seed", [slow(1), 2])
def test_a_rank_that_is_killed_costs_no_candidate(seed, tmp_path):
    drawn = random.Random(seed)
    out, killed = tmp_path / "run", []
    job = begun(MANY, out, 5, "--enable-recovery", by=PROGRAM, env=A_LITTLE_SLOW)
    known = 0
    while len(killed) < 3 and known < 150:  # none in the finals, or when all is done
        assert job.poll() is None
        time.sleep(drawn.uniform(0.05, 0.2))
        known = len(journalled(out / "journal.jsonl"))
        if not 5 <= known < 150:
            continue
        rank, process = drawn.choice([one for one in sorted(ranks_of(job).items()) if one[0] > 0])
        os.kill(process, signal.SIGKILL)
        killed.append(rank)
    _, said = job.communicate(timeout=300)
    found = in_role(out, "search")
    assert killed and len(found) == len(set(candidates(out))) == 200, said
    assert all(r["status"] == "correct" for r in found)
    assert sorted(one["rank"] for one in lines(out / "lost_ranks.jsonl")) == sorted(killed)
    assert entries(out / "best.json")


@pytest.mark.slow
def test_a_search_whose_first_rank_is_killed_is_gone_on_with_on_another_number_of_boards(tmp_path):
    out = tmp_path / "run"
    job = begun(MANY, out, 5, "--enable-recovery", by=PROGRAM, env=A_LITTLE_SLOW)
    while len(journalled(out / "journal.jsonl")) < 20 and job.poll() is None:
        time.sleep(0.05)
    os.kill(ranks_of(job)[0], signal.SIGKILL)
    job.communicate(timeout=60)
    known = journalled(out / "journal.jsonl")
    printed, said, status = done(f"{MANY} --resume", out, 3, by=PROGRAM)
    assert status == 0, said
    assert len(candidates(out)) == len(set(candidates(out))) == 200
    measured = int(re.search(r"\((\d+) measured now", printed)[1])
    assert 200 - len(known) <= measured <= 200 - len(known) + 3  # the winner, and new boards' first configuration
