"""A case under a paper's label runs as printed, `--tuned` asks for the other form, and each says which it is."""

import json

import pytest
from program import output, records, refused, retime

WALK = "--filter '^carpet/(a_dense|c_compact|cpu_serial)/' --axis steps=10 --axis occupancy=0.093 --budget 0.05"
PRINTED = {"launch": "wait", "order": "forward", "sites_per_thread": 1}
OURS = {"launch": "graph", "order": "alternate"}


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """A folder with both forms, what each call printed and what Google Benchmark's file says of the second."""
    folder = tmp_path_factory.mktemp("forms")
    file = folder / "gb.json"
    first = output(f"run {WALK} --out {folder}/run")
    tuned = f"run {WALK} --out {folder}/run --resume --tuned --benchmark_out={file}"
    second = retime(tuned, XDG_STATE_HOME=str(folder))
    assert second.returncode == 0, second.stderr
    return folder / "run", first, second, json.loads(file.read_text())["benchmarks"]


def tuning(record):
    return {name: record["axes"][name] for name in PRINTED}


def test_the_paper_s_form_is_taken_and_the_other_only_if_asked_for(both):
    found = {(r["variant"], r["printed"]): r for r in records(both[0])}
    assert set(found) == {("cpu_serial", True), *((v, p) for v in ("a_dense", "c_compact") for p in (True, False))}
    for variant, sites in (("a_dense", 16), ("c_compact", 2)):
        assert tuning(found[variant, True]) == PRINTED
        assert tuning(found[variant, False]) == OURS | {"sites_per_thread": sites}


def test_each_line_says_which_form_it_is(both):
    _, first, second, reported = both
    said = {line.split("/")[1]: line for line in first.splitlines() if line.startswith("carpet/") and "correct" in line}
    assert all(" as printed, correct" in said[variant] for variant in ("a_dense", "c_compact", "cpu_serial"))
    lines = [line for line in second.stdout.splitlines() if line.startswith("carpet/") and "correct" in line]
    assert len(lines) == 2 and all(" tuned, correct" in line for line in lines)
    assert [one["label"] for one in reported] == ["tuned"] * 2


def test_a_variant_of_ours_has_no_form(tmp_path):
    ours = "run --filter ^pcpd/ours/ --profile smoke --axis time=2 --axis model=pcpd --budget 0.05 --out"
    said = output(ours, tmp_path / "run")
    assert " correct" in said and "printed" not in said and "tuned" not in said
    assert not any(r["printed"] for r in records(tmp_path / "run"))


def test_without_a_table_one_line_says_that_the_recommended_settings_run(both):
    (line,) = [line for line in both[2].stderr.splitlines() if "--tuned" in line]
    assert "no table yet" in line and "recommended" in line


def table_of(folder, *variants, **tuned):
    entries = [{"variant": v, "workload": {"steps": 10}, "tuning": tuned, "time_is": "emulated"} for v in variants]
    (folder / "best.json").write_text(json.dumps({"schema_version": 1, "device": "emulation", "entries": entries}))
    return folder / "best.json"


def test_a_table_goes_before_the_recommended_settings(tmp_path):
    file = table_of(tmp_path, "carpet/a_dense", block=64)  # and no word of the other axes
    done = retime(f"run {WALK} --axis order=forward --tuned {file} --dry-run")
    a, c, cpu = done.stdout.splitlines()
    assert a.endswith("block=64/launch=graph/order=forward/sites_per_thread=16")
    assert c.endswith("block=256/indices=cached/launch=graph/order=forward/rings=1/sites_per_thread=2")
    (line,) = [line for line in done.stderr.splitlines() if "--tuned" in line]
    assert "no entry for carpet/c_compact;" in line


def test_this_gpu_s_own_table_is_found(tmp_path):
    place = tmp_path / "retime" / "emulation"
    place.mkdir(parents=True)
    table_of(place, "carpet/a_dense", "carpet/c_compact", block=512)
    done = retime(f"run {WALK} --tuned --dry-run", XDG_STATE_HOME=str(tmp_path))
    assert done.stdout.count("block=512") == 2 and "--tuned" not in done.stderr


def test_a_table_that_is_named_must_be_there(tmp_path):
    assert "cannot be read" in refused(f"run {WALK} --tuned {tmp_path}/no.json --out", tmp_path / "run")


def test_verify_takes_the_same_forms(tmp_path):
    verify = f"verify {WALK.replace('--budget 0.05', '')} --dry-run"
    assert output(verify) == output(f"run {WALK} --dry-run")
    assert output(f"{verify} --tuned", XDG_STATE_HOME=str(tmp_path)).count("launch=graph") == 2
