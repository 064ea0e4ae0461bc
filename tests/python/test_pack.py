"""results/pack.py: what it packs is read as before, and what it cannot keep it leaves alone."""

import gzip
import json
import lzma
import subprocess
import sys

import numpy as np
import pytest
from program import ROOT, output, records, refused, retime
from synthetic import header, processes, record, refusal, write_run

from plots.__main__ import main
from plots.data.load import find_runs, load_run
from plots.files.errors import InputError
from plots.verdicts.family import saved

COUNTERS = (
    '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n"0","step","dram__bytes_read.sum","byte","1,024"\n'
)


def pack(*arguments):
    command = [sys.executable, ROOT / "results" / "pack.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.fixture
def run(tmp_path):
    """With everything that a run may hold: one case, counted, with an array."""
    array = "saved/carpet/a_dense/steps=1/distribution.npy"
    line = record("a_dense", 2.0, steps=1) | {"saved": [f"elsewhere/{array}"]}
    run = write_run(tmp_path / "of" / "run", [line])
    (run / "counters.csv").write_text(COUNTERS)
    (run / array).parent.mkdir(parents=True)
    np.save(run / array, np.eye(50))
    (run / "t4").mkdir()
    (run / "t4" / "carpet_a_dense.json").write_text('{"schema_version": "1.0.0"}')
    return run


def refused_by_plots(run):
    return refusal(main, run, "--out", run / "out", "--recorded", run / "none")


def names(run):
    return {str(path.relative_to(run)) for path in run.rglob("*") if path.is_file()}


def test_a_packed_run_is_read_as_before(run):
    (before,) = load_run(run)[1]
    done = pack(run)
    assert done.returncode == 0, done.stderr
    assert names(run) == {
        "header.json",
        "records.jsonl.xz",
        "counters.csv.xz",
        "saved/carpet/a_dense/steps=1/distribution.npy.xz",
        "t4/carpet_a_dense.json.gz",
    }
    loaded, (after,) = load_run(run)
    assert find_runs(run.parent) == [run]
    assert after.data == before.data == records(run)[0]
    assert loaded.counters.read_bytes == before.run.counters.read_bytes == 1024
    assert np.array_equal(saved(after, "distribution"), np.eye(50))
    assert gzip.decompress((run / "t4/carpet_a_dense.json.gz").read_bytes()) == b'{"schema_version": "1.0.0"}'


def test_packing_again_changes_nothing(run):
    assert pack(run).returncode == 0
    before = {name: (run / name).read_bytes() for name in names(run)}
    assert pack(run).returncode == 0
    assert {name: (run / name).read_bytes() for name in names(run)} == before


@pytest.mark.parametrize("name", ["records.jsonl", "counters.csv", "saved/carpet/a_dense/steps=1/distribution.npy"])
@pytest.mark.parametrize("damage", [lambda data: data[:-20], lambda data: data[:40] + b"?" + data[41:], lambda _: b""])
def test_a_damaged_packed_file_is_named(run, name, damage):
    pack(run)
    file = run / f"{name}.xz"
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(InputError) as said:
        saved(load_run(run)[1][0], "distribution")
    assert str(said.value).startswith(f"{file}: damaged, or no xz file (")
    if not name.endswith(".npy"):
        assert refused_by_plots(run) == f"plots: {said.value}\n"


def test_a_fault_in_packed_records_names_the_line(run):
    pack(run)
    (run / "counters.csv.xz").unlink()  # of one case
    line = json.dumps(record("a_dense", 1.0, steps=1)) + "\n"
    (run / "records.jsonl.xz").write_bytes(lzma.compress((line + "{}\n").encode()))
    assert f"{run}/records.jsonl.xz, line 2: schema_version is null" in refused_by_plots(run)


def test_the_program_reads_packed_runs(run):
    before = output(f"export --to junit {run}")
    pack(run)
    assert output(f"export --to junit {run}") == before
    packed = run / "records.jsonl.xz"
    packed.write_bytes(packed.read_bytes()[:-20])
    assert refused(f"export --to junit {run}") == f"retime: {packed}: cut short\n"


def test_a_packed_run_takes_no_more_records(run):
    pack(run)
    packed = f"{run}/records.jsonl.xz"
    said = refused(f"run --resume --filter ^carpet/a_dense --out {run}")
    assert said == f"retime: {packed}: packed; unpack it first: xz -dk {packed}\n"


@pytest.mark.parametrize(
    "spoil, why",
    [
        (lambda run: (run / "header.json").unlink(), "header.json: No such file"),
        (lambda run: (run / "header.json").write_text("[]"), "no run that can be kept"),
        (lambda run: (run / "records.jsonl").unlink(), "records.jsonl: No such file"),
        (lambda run: (run / "records.jsonl").open("a").write('{"cut": sh'), "no run that can be kept"),
        (lambda run: (run / "records.jsonl").write_text("3\n"), "no run that can be kept"),
        (lambda run: (run / "processes.jsonl").write_text(""), "not finished"),
    ],
)
def test_what_is_no_whole_run_is_left_alone(run, tmp_path, spoil, why):
    good = write_run(tmp_path / "good", [record("a_dense", 1.0, steps=1)])
    spoil(run)
    before = names(run)
    for arguments in ([good, run], ["--archive", tmp_path / "runs.tar.xz", good, run]):
        done = pack(*arguments)
        assert done.returncode == 2 and done.stderr.startswith(f"pack: {run}: ") and why in done.stderr
        assert len(done.stderr.splitlines()) == 1 and names(run) == before
        assert names(good) == {"header.json", "records.jsonl"} and not (tmp_path / "runs.tar.xz").exists()


def test_an_archive_compares_as_its_runs_do(tmp_path):
    runs = []
    for name, factor in (("base", 1.0), ("new", 1.1)):
        line = record("a_dense", 1e-3 * factor, steps=1)
        line["measurement"]["processes"] = processes(*(factor * t for t in (1e6, 1.001e6, 0.999e6, 1e6, 1.0005e6)))
        runs.append(write_run(tmp_path / "session" / name, [line], header(interleave={"session": "s"})))
    done = pack("--archive", tmp_path / "runs.tar.xz", *runs)
    assert done.returncode == 0 and names(runs[0]) == {"header.json", "records.jsonl"}, done.stderr
    subprocess.run(["tar", "xJf", "runs.tar.xz", "--one-top-level=out"], cwd=tmp_path, check=True)
    kept = [tmp_path / "out" / "session" / run.name for run in runs]
    assert [records(run)[0] for run in kept] == [records(run)[0] | {"samples_ns": []} for run in runs]
    said = [retime("compare", *each, "--margin", "0.02").stdout for each in (runs, kept)]
    assert said[0] == said[1] and "slower" in said[0]
    assert "its samples are left out" in refused("export --to junit", kept[0])


def test_runs_of_one_name_do_not_replace_each_other_in_an_archive(run, tmp_path):
    done = pack("--archive", tmp_path / "runs.tar.xz", run, run)
    assert (
        done.returncode == 2 and "the same last two folders" in done.stderr and not (tmp_path / "runs.tar.xz").exists()
    )


def test_what_the_program_wrote_is_packed(tmp_path):
    output(f"run --filter ^carpet/cpu_serial/ --axis steps=60 --axis occupancy=0.093 --budget 0.1 --out {tmp_path}/r")
    before = records(tmp_path / "r")
    assert pack(tmp_path / "r").returncode == 0
    assert records(tmp_path / "r") == before == [r.data for r in load_run(tmp_path / "r")[1]]
