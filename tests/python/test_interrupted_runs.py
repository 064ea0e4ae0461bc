"""Runs that end early, meet another run or run out of space: what is on disk stays whole."""

import json
import resource
import signal
import time

from program import begun, output, records, refused

SMALL = "--filter '^carpet/(c_compact|cpu_serial)/' --axis steps=10 --axis occupancy=0.093"


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
    full = begun(f"run {SMALL} --out", run, preexec_fn=small_files)
    assert f"{run}/records.jsonl: File too large" in full.communicate()[1] and full.returncode == 2
    records(run)
    output(f"run {SMALL} --resume --out", run)
    assert len(records(run)) == 2


def test_arrays_that_do_not_fit_on_the_disk_are_named_and_removed(tmp_path):
    full = begun(f"verify {SMALL} --save {tmp_path}/saved --out {tmp_path}/run", preexec_fn=small_files)
    assert "--save" in full.communicate()[1] and full.returncode == 2
    assert not list(tmp_path.rglob("*.npy"))


def whole_records(run):
    """Without a last one that is still being written."""
    file = run / "records.jsonl"
    written = file.read_text() if file.exists() else ""
    return [json.loads(line) for line in written.split("\n")[:-1]]


def test_a_killed_run_goes_on_where_it_was(tmp_path):
    run = tmp_path / "run"
    command = "run --filter ^carpet/cpu_serial/ --axis steps=10..40:+1 --axis occupancy=0.35 --budget 0.05"
    killed = begun(command, "--out", run)
    while len(whole_records(run)) < 3:
        time.sleep(0.01)
    killed.kill()
    killed.wait()
    before = whole_records(run)
    assert 3 <= len(before) < 31
    output(f"{command} --resume --out", run)
    after = records(run)
    assert after[: len(before)] == before
    assert len({record["key"] for record in after}) == len(after) == 31


def test_a_header_tells_nothing_of_the_machines_folders(tmp_path):
    run = tmp_path / "run"
    output(f"verify {SMALL} --out {run} --save={tmp_path}/saved")
    header = json.loads((run / "header.json").read_text())
    assert header["argv"][-2:] == ["run", "--save=saved"] and "--filter" in header["argv"]
    assert not any(word.startswith("/") for word in strings(header)), header


def test_a_run_of_another_schema_is_not_gone_on_with(tmp_path):
    run = tmp_path / "run"
    output(f"verify {SMALL} --out", run)
    header = json.loads((run / "header.json").read_text())
    (run / "header.json").write_text(json.dumps(header | {"schema_version": 1}))
    assert "was written with schema_version 1, this is 2" in refused(f"verify {SMALL} --resume --out", run)


def test_google_benchmarks_csv_holds_every_case(tmp_path):
    out = tmp_path / "table.csv"
    output(f"run {SMALL} --benchmark_out={out} --benchmark_out_format=csv --out", tmp_path / "run")
    assert sum("carpet/" in line for line in out.read_text().splitlines()) == 2


def test_listing_interleaved_cases_runs_none(tmp_path):
    listed = output(f"run {SMALL} --interleave --benchmark_list_tests --out", tmp_path / "run")
    assert len(listed.splitlines()) == 2
    assert not (tmp_path / "run").exists()
