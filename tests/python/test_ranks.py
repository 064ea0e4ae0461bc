"""Several ranks of an MPI job: every case has one record, whichever of them die."""

import json
import os
import random
import resource
import signal
import subprocess
import tempfile
import time

import failing
import pytest
from mpi import ENVIRONMENT, begun, complaints, done, needs_mpi, ranks_of
from program import input_of, output, program, records, slow, words

SWEEP = "--filter '^carpet/' --profile smoke --budget 0.1"
SHORT = "--filter '^carpet/(c_compact|a_dense|cpu_serial)/' --axis steps=10 --axis occupancy=0.093,0.35"
pytestmark = needs_mpi


def cases_of(command):
    return {line.split("  (")[0] for line in output(f"run {command} --dry-run").splitlines()}


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """What one process finds."""
    run = tmp_path_factory.mktemp("alone") / "run"
    output(f"run {SWEEP} --out {run}")
    return {r["key"]: r for r in records(run)}


@pytest.mark.parametrize("ranks", [slow(1), 2, slow(5)])
def test_every_case_has_one_record_with_the_answer_of_a_process_alone(ranks, alone, tmp_path):
    _, said, status = done(f"run {SWEEP}", tmp_path / "run", ranks)
    assert status == 0, said
    found = records(tmp_path / "run")
    assert len(found) == len(alone) and {r["key"] for r in found} == set(alone)
    for r in found:
        before = alone[r["key"]]
        assert (r["status"], r["verify"], r["observables"]) == (
            before["status"],
            before["verify"],
            before["observables"],
        )
    boards = {r.get("board") for r in found}
    header = json.loads((tmp_path / "run/header.json").read_text())
    if ranks == 1:
        assert boards == {None} and "boards" not in header
    else:
        assert boards == {f"emulation-{rank}" for rank in range(1, ranks)}
        assert boards == {one["board"] for one in header["boards"]} and header["device"]["uuid"] is None
        on_gpu = [r for r in found if r["processor"] == "gpu"]
        assert len({(input_of(r), r["board"]) for r in on_gpu}) == len({input_of(r) for r in on_gpu})


@pytest.mark.slow
def test_cases_that_keep_the_whole_host_busy_follow_each_other_on_one_rank(tmp_path):
    inputs = "--axis steps=4 --axis occupancy=0.093,0.35,0.59"
    _, said, status = done(f"run --filter ^carpet/cpu_task_pool/ {inputs}", tmp_path / "run", 5)
    assert status == 0, said
    found = records(tmp_path / "run")
    assert len(found) == 3 and {r["board"] for r in found} == {"emulation-1"}


@pytest.mark.slow
def test_inputs_that_a_claim_compares_are_on_one_rank(tmp_path):
    """little_gain_beyond_700 divides times of 700 replications by those of 64."""
    _, said, status = done("verify --profile claims --filter =walk/", tmp_path / "run", 4)
    assert status == 0, said
    boards = {size: set() for size in (64, 700)}
    for r in records(tmp_path / "run"):
        if r["axes"]["replications"] in boards:
            boards[r["axes"]["replications"]].add(r["board"])
    assert boards[64] == boards[700] and len(boards[64]) == 1


@pytest.mark.parametrize("seed", [slow(1), 2])
def test_a_rank_that_is_killed_costs_no_record(seed, alone, tmp_path):
    """Killed as soon as it has begun, and later: what it had not finished is another's."""
    draw = random.Random(seed)
    run, killed = tmp_path / "run", []
    job = begun(f"run {SWEEP} --processes 2", run, 5, "--enable-recovery")
    while len(killed) < 3 and job.poll() is None:
        time.sleep(draw.uniform(0.2, 0.8))
        members = {
            rank: process for rank, process in ranks_of(job).items() if rank > 0 and (run / "records.jsonl").exists()
        }
        if members:
            rank = draw.choice(sorted(members))
            os.kill(members[rank], signal.SIGKILL)
            killed.append(rank)
    _, said = job.communicate(timeout=300)
    found = records(run)
    assert len(found) == len(alone) and {r["key"] for r in found} == set(alone), said
    lost = [json.loads(line) for line in (run / "lost_ranks.jsonl").read_text().splitlines()]
    missed = {one["rank"] for one in lost}
    assert len(lost) == len(missed) and {killed[0]} <= missed <= {*killed}  # not who dies when all is done
    for one in lost:
        assert f"rank {one['rank']} on host" in said and one["reason"] == "its process ended"
    for r in found:
        assert r["measurement"] is None or len(r["measurement"]["processes"]) == (2 if r["processor"] == "cpu" else 1)


@pytest.mark.slow
def test_a_job_whose_first_rank_dies_ends_and_is_gone_on_with(alone, tmp_path):
    run = tmp_path / "run"
    job = begun(f"run {SWEEP}", run, 3, "--enable-recovery")
    while not (run / "records.jsonl").exists():
        time.sleep(0.05)
    os.kill(ranks_of(job)[0], signal.SIGKILL)
    job.communicate(timeout=30)  # the others do not measure for nobody
    before = len((run / "records.jsonl").read_text().splitlines())
    assert before < len(alone)
    _, said, status = done(f"run {SWEEP} --resume", run, 3)
    assert status == 0 and f"{before} of {len(alone)} cases are there" in said
    found = records(run)
    assert len(found) == len(alone) and {r["key"] for r in found} == set(alone)


@pytest.mark.slow
def test_two_jobs_do_not_write_into_one_folder(tmp_path):
    run = tmp_path / "run"
    jobs = [begun(f"run {SHORT}", run, 2) for _ in range(2)]
    said = [job.communicate(timeout=120)[1] for job in jobs]
    assert sorted(job.returncode for job in jobs) == [0, 2], said
    assert sum("another program" in text or "holds a run already" in text for text in said) == 1
    assert {r["key"] for r in records(run)} == cases_of(SHORT)
    assert len(records(run)) == len(cases_of(SHORT))


@pytest.mark.slow
def test_a_full_disk_is_named_and_leaves_whole_records(alone, tmp_path):
    run = tmp_path / "run"
    job = begun(f"run {SWEEP}", run, 3)
    while not (run / "records.jsonl").exists():
        time.sleep(0.02)
    room = (run / "records.jsonl").stat().st_size + 2000
    resource.prlimit(ranks_of(job)[0], resource.RLIMIT_FSIZE, (room, room))
    _, said = job.communicate(timeout=120)
    (line,) = complaints(said)
    assert job.returncode == 2 and "records.jsonl: File too large" in line
    before = len(records(run))
    assert before < len(alone)
    assert done(f"run {SWEEP} --resume", run, 3)[2] == 0
    assert {r["key"] for r in records(run)} == set(alone) and len(records(run)) == len(alone)


def test_a_rank_of_another_build_is_refused(tmp_path):
    other = tmp_path / "other"
    other.write_bytes(program().read_bytes() + b"\n")
    other.chmod(0o755)
    either = tmp_path / "either"  # not mpirun's own `:`, of which Open MPI 5.0.7 dies
    either.write_text(f'#!/bin/sh\n[ $OMPI_COMM_WORLD_RANK = 2 ] && exec {other} "$@"\nexec {program()} "$@"\n')
    either.chmod(0o755)
    _, said, status = done(f"run {SHORT}", tmp_path / "run", 3, by=either)
    assert status == 2 and not (tmp_path / "run").exists()
    (line,) = complaints(said)
    assert line.startswith("retime: rank 2 on host") and "program is" in line and "start a job for each" in line


@pytest.mark.parametrize(
    "command, names",
    [
        ("run --filter '^carpet/' --precision 7", "--precision 7"),
        ("run --filter '^carpet/' --device cuda:0", "--device cuda:0: each rank of a job has a GPU of its own"),
        slow("verify --filter '^nothing/'", "nothing"),
        slow("tune --filter '^carpet/a_dense/' --budget soon", "soon"),
        slow(
            "tune --filter '^carpet/a_dense/' --device cuda:0",
            "--device cuda:0: each rank of a job has a GPU of its own",
        ),
    ],
)
def test_bad_input_is_one_line_of_the_first_rank(command, names, tmp_path):
    _, said, status = done(command, tmp_path / "run", 3)
    (line,) = complaints(said)
    assert names in line and status == 2 and not (tmp_path / "run").exists()


def test_a_dry_run_names_the_cases_once(tmp_path):
    printed, _, status = done(f"run {SHORT} --dry-run", tmp_path / "run", 3)
    assert status == 0 and len(printed.splitlines()) == len(cases_of(SHORT))


@failing.built
@pytest.mark.parametrize(("ranks", "boards"), [(1, 1), (3, 2)])
def test_boards_compute_inputs_on_equal_shares_of_the_cores(ranks, boards, tmp_path):
    log = tmp_path / "cores"
    sweep = "verify --filter ^failing/ways/ --axis way=right --axis block=64 --axis n=32,64,128,256"
    with tempfile.TemporaryDirectory() as turns:  # of their own: other tests' ranks do not count
        environment = {"RETIME_TOY_CORES": str(log), "TMPDIR": turns}
        _, said, status = done(sweep, tmp_path / "run", ranks, by=failing.PROGRAM, env=environment)
    assert status == 0, said
    assert set(log.read_text().split()) == {str(max(1, len(os.sched_getaffinity(0)) // boards))}


def test_a_launcher_that_binds_ranks_to_cores_leaves_their_workers_all(tmp_path):
    run = tmp_path / "run"
    bound = ["mpirun", "--oversubscribe", "--bind-to", "core", "-n", "2"]
    flags = words("verify --filter '^carpet/cpu_task_pool/' --axis steps=10 --axis occupancy=0.093", "--out", run)
    subprocess.run([*bound, program(), *flags], env=ENVIRONMENT, check=True, capture_output=True, timeout=60)
    cores = json.loads((run / "header.json").read_text())["host"]["cores"]
    assert cores == len(os.sched_getaffinity(0))
