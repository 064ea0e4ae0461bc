"""What plots accepts, what it refuses and in which words, and which times it lets anyone use."""

import json

import pytest
from synthetic import header, record, refusal, write_run

from plots.__main__ import main
from plots.data.load import load_run
from plots.data.records import Records, latest


def refused(tmp_path, *runs) -> str:
    return refusal(main, *runs, "--out", tmp_path / "out", "--recorded", tmp_path / "none")


def test_a_valid_run_loads(tmp_path):
    run, records = load_run(write_run(tmp_path / "r", [record("a_dense", 2.0, steps=100)]))
    assert run.is_gpu and not run.unfinished
    assert records[0].time_s == pytest.approx(2.0)
    assert records[0].workload == (("steps", 100),) and records[0].tuning == (("block", 256),)


@pytest.mark.parametrize("part", ["header", "record"])
def test_another_schema_version_is_refused(tmp_path, part):
    head, line = header(), record("a_dense", 1.0, steps=1)
    (head if part == "header" else line)["schema_version"] = 3
    error = refused(tmp_path, write_run(tmp_path / "r", [line], head))
    assert "schema_version is 3, but this reader knows 2 only" in error
    assert ("header.json" if part == "header" else "records.jsonl, line 1") in error


def test_a_malformed_line_is_named(tmp_path):
    run = write_run(tmp_path / "r", [record("a_dense", 1.0, steps=1)])
    with (run / "records.jsonl").open("a") as file:
        file.write('{"schema_version": 2, \n' + json.dumps(record("a_dense", 1.0, steps=2)) + "\n")
    error = refused(tmp_path, run)
    assert "records.jsonl, line 2: not valid JSON" in error


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda r: r.pop("axes"), '"axes" is a required property'),
        (lambda r: r.update(status="fine"), '"fine" is not one of'),
        (lambda r: r.update(samples_ns=[1, -2]), "samples_ns"),
        (lambda r: r["statistics"].update(median_ns="fast"), "statistics.median_ns"),
        (lambda r: r.update(observables={"m": {"x_name": "t", "x": [1, None], "y": [1, 2]}}), "observables.m"),
        (lambda r: r.update(tuning=["unroll"]), "tuning names an axis that the record has not: unroll"),
    ],
)
def test_a_record_against_the_schema_is_refused(tmp_path, change, words):
    line = record("a_dense", 1.0, steps=1)
    change(line)
    error = refused(tmp_path, write_run(tmp_path / "r", [line]))
    assert "records.jsonl, line 1" in error and words in error


def test_an_emulated_gpu_time_that_claims_to_be_measured_is_refused(tmp_path):
    run = write_run(tmp_path / "r", [record("a_dense", 1.0, steps=1)], header("emulation"))
    assert "times nothing" in refused(tmp_path, run)


def test_missing_files_and_empty_runs_are_refused(tmp_path):
    assert "not a directory" in refused(tmp_path, tmp_path / "nowhere")
    (tmp_path / "bare").mkdir()
    assert "header.json: No such file" in refused(tmp_path, tmp_path / "bare")
    assert "no records" in refused(tmp_path, write_run(tmp_path / "empty", []))


def test_runs_of_two_gpus_are_refused(tmp_path):
    other = header(device={"kind": "cuda", "name": "Other GPU", "uuid": None})
    one = write_run(tmp_path / "a", [record("a_dense", 1.0, steps=1)])
    two = write_run(tmp_path / "b", [record("a_dense", 1.0, steps=1)], other)
    assert "different GPUs (NVIDIA H200, Other GPU)" in refused(tmp_path, one, two)


def test_the_cut_last_line_of_a_killed_run_is_tolerated(tmp_path):
    run = write_run(tmp_path / "r", [record("a_dense", 1.0, steps=1), record("a_dense", 1.0, steps=2)])
    text = (run / "records.jsonl").read_text()
    (run / "records.jsonl").write_text(text[:-40])
    loaded, records = load_run(run)
    assert loaded.unfinished and len(records) == 1


def test_times_that_do_not_count_can_not_be_had(tmp_path):
    lines = [
        record("a_dense", 1.0, emulated=True, steps=1),
        record("b_diamond", 1.0, status="incorrect", steps=1),
        record("c_compact", 1.0, status="out_of_memory", reason="too big", steps=1),
        record("cpu_serial", 3.0, processor="cpu", steps=1),
    ]
    _, loaded = load_run(write_run(tmp_path / "r", lines))
    records = Records(loaded)
    for r in records[:3]:
        with pytest.raises(ValueError, match="no time of it may be used"):
            _ = r.time_s
    assert records.best().variants() == ["cpu_serial"]
    assert records.correct().variants() == ["a_dense", "cpu_serial"]


def test_an_incorrect_case_is_never_the_best(tmp_path):
    lines = [
        record("a_dense", 1.0, status="incorrect", tuning={"block": 64}, steps=1),
        record("a_dense", 2.0, tuning={"block": 128}, steps=1),
        record("a_dense", 3.0, tuning={"block": 256}, steps=1),
    ]
    _, loaded = load_run(write_run(tmp_path / "r", lines))
    (best,) = Records(loaded).best()
    assert best["block"] == 128


def test_the_later_run_of_a_case_counts(tmp_path):
    old = write_run(tmp_path / "old", [record("a_dense", 1.0, steps=1)], header(utc="2026-11-20T00:00:00Z"))
    new = write_run(tmp_path / "new", [record("a_dense", 2.0, steps=1)], header(utc="2026-11-21T00:00:00Z"))
    chosen = latest(load_run(new)[1] + load_run(old)[1])
    assert [r.time_s for r in chosen] == [pytest.approx(2.0)]


def test_a_later_verification_without_times_leaves_the_timed_record(tmp_path):
    verified = dict(record("a_dense", 9.0, steps=1), statistics=None, samples_ns=[], measurement=None)
    failed = record("b_diamond", 9.0, status="incorrect", steps=1)
    timed = [record("a_dense", 1.0, steps=1), record("b_diamond", 1.0, steps=1)]
    old = write_run(tmp_path / "old", timed, header(utc="2026-11-20T00:00:00Z"))
    new = write_run(tmp_path / "new", [verified, failed], header(utc="2026-11-21T00:00:00Z"))
    chosen = latest(load_run(old)[1] + load_run(new)[1])
    assert {r.variant: r.status for r in chosen} == {"a_dense": "correct", "b_diamond": "incorrect"}
    assert [r.time_s for r in chosen.timed()] == [pytest.approx(1.0)]


def test_grouping_is_ordered_and_leaves_out_what_lacks_the_axis(tmp_path):
    lines = [record("a_dense", 1.0, steps=s, occupancy=o) for s in (10, 2) for o in (0.59, 0.093)]
    lines.append(record("a_dense", 1.0, steps=10, generators="mine.txt"))
    _, loaded = load_run(write_run(tmp_path / "r", lines))
    points = [point for point, _ in Records(loaded).by("occupancy", "steps")]
    assert points == [(0.093, 2), (0.093, 10), (0.59, 2), (0.59, 10)]
