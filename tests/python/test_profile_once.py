"""run --profile-once: a verified run of each case for a profiler, and nothing that could be taken for a time."""

import json

import pytest
from program import output, records, refused

SMALL = "run --filter '^carpet/(c_compact|cpu_serial)/' --axis steps=10 --axis occupancy=0.093"


def test_each_case_is_verified_and_profiled_and_not_timed(tmp_path):
    run = tmp_path / "run"
    output(f"{SMALL} --profile-once --out", run)
    found = records(run)
    assert {record["variant"] for record in found} == {"c_compact", "cpu_serial"}
    for record in found:
        assert record["status"] == "correct"
        assert record["statistics"] is None and record["measurement"] is None and record["samples_ns"] == []
        assert record["verify"]["value"] is not None
        assert record["verify_after"]["note"] == "the profiled run"
        assert record["phases_ns"]["whole"] is None
    header = json.loads((run / "header.json").read_text())
    assert header["measuring"] == {"timed": False, "profile_once": True}
    assert header["ceilings"] is None


def test_it_takes_what_a_tuner_found(tmp_path):
    untuned, run, file = tmp_path / "untuned", tmp_path / "run", tmp_path / "best.json"
    output(f"{SMALL} --profile-once --out", untuned)
    (printed,) = [record for record in records(untuned) if record["variant"] == "c_compact"]
    workload = {axis: value for axis, value in printed["axes"].items() if axis not in printed["tuning"]}
    tuning = {axis: printed["axes"][axis] for axis in printed["tuning"]} | {"block": 128}
    assert printed["axes"]["block"] != 128
    entry = {"variant": "carpet/c_compact", "workload": workload, "tuning": tuning, "time_is": "emulated"}
    file.write_text(json.dumps({"schema_version": 1, "device": "emulation", "entries": [entry]}))
    output(f"{SMALL} --profile-once --tuned", file, "--out", run)
    (tuned,) = [record for record in records(run) if record["variant"] == "c_compact"]
    assert tuned["axes"]["block"] == 128 and tuned["status"] == "correct" and tuned["statistics"] is None


def test_a_run_of_it_is_gone_on_with_by_itself_alone(tmp_path):
    run = tmp_path / "run"
    output(f"{SMALL} --profile-once --out", run)
    output(f"{SMALL} --profile-once --resume --out", run)
    assert len(records(run)) == 2
    assert "measuring" in refused(f"{SMALL} --resume --out", run)


@pytest.mark.parametrize(
    "other",
    [
        "--processes 3",
        "--precision 0.1",
        "--budget 5",
        "--cache cold",
        "--interleave",
        "--timeout 5",
        "--shard 1/2",
        "--device all",
    ],
)
def test_what_contradicts_it_is_refused(other, tmp_path):
    said = refused(f"{SMALL} --profile-once {other}", "--out", tmp_path / "run")
    assert "--profile-once" in said and other.split()[0] in said


def test_verify_has_no_such_flag():
    assert "--profile-once" in refused("verify --profile-once")
