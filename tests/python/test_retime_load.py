"""`retime.load`: runs as a pandas data frame, read by the report's own reader."""

import importlib.util
import os
import shutil
import subprocess
import sys

import pytest
from program import ROOT, output
from synthetic import energy, header, record, write_run

import retime

needs_pandas = pytest.mark.skipif(
    importlib.util.find_spec("pandas") is None, reason="PyPI package pandas is not installed"
)


@pytest.fixture
def runs(tmp_path):
    """A run on a GPU, and one of the emulation on a later day."""
    walk = {"steps": 100, "occupancy": 0.093}
    first = [
        record("a_dense", 4e-4, **walk),
        record("a_dense", 3e-4, tuning={"block": 64}, **walk),
        record("c_compact", 1e-4, base="a_dense", **walk),
        record("b_shared", 1.0, family="cahn_hilliard", status="incorrect", reason="because", n=64),
    ]
    second = [record("a_dense", 1.0, emulated=True, steps=100)]
    return [
        write_run(tmp_path / "runs/gpu", first),
        write_run(tmp_path / "runs/emulated", second, header("emulation", utc="2026-11-22T04:00:00Z")),
    ]


@needs_pandas
def test_a_row_a_case_with_its_axes_times_and_run(runs):
    frame = retime.load(*runs)
    assert len(frame) == 5
    compact = frame[frame.variant == "c_compact"].iloc[0]
    assert compact.median_ns == pytest.approx(1e5) and compact.speedup_over_base == pytest.approx(3)
    assert compact.samples_ns == pytest.approx([1e5] * 5) and (compact.steps, compact.occupancy) == (100, 0.093)
    assert (compact.device, compact.board, compact.git_sha) == ("NVIDIA H200", "GPU-1", "0123456789abcdef")
    assert compact.run == str(runs[0]) and compact.utc == "2026-11-21T04:00:00Z" and not compact.git_dirty
    assert frame.groupby("variant").median_ns.min()["a_dense"] == pytest.approx(3e5)


@needs_pandas
def test_energy_is_a_column_with_gaps(tmp_path):
    known, unknown = record("a_dense", 4e-4, steps=100), record("a_dense", 4e-4, steps=200)
    known["measurement"]["energy"] = energy(power_w=300, time_s=4e-4)
    frame = retime.load(write_run(tmp_path / "run", [known, unknown]))
    assert frame.energy_j.iloc[0] == pytest.approx(0.12) and frame.energy_j.isna().iloc[1]


@needs_pandas
def test_what_has_no_time_has_a_gap(runs):
    frame = retime.load(*runs)
    gaps = frame[frame.median_ns.isna()]
    assert list(gaps.reason) == ["because", "emulated: its time is not a measurement"]
    assert list(gaps.samples_ns) == [[], []] and list(gaps.device) == ["NVIDIA H200", "emulation"]
    assert list(frame.steps.isna()) == [False, False, False, True, False]  # no axis of cahn_hilliard
    assert str(frame.steps.dtype) == "Int64"


@needs_pandas
def test_a_folder_of_runs_is_all_of_them(runs):
    assert set(retime.load(runs[0].parent).run) == {str(run) for run in runs}


@needs_pandas
def test_it_is_the_table_that_export_writes(runs, tmp_path):
    import pandas

    table = tmp_path / "run.csv"
    output("export --to csv", runs[0], "--out", table)
    frame, read = retime.load(runs[0]), pandas.read_csv(table)
    assert list(frame)[: len(list(read))] == list(read)
    for name in read:
        mine, its = (list(each[name].astype(object).where(each[name].notna(), "")) for each in (frame, read))
        assert mine == its, name


@needs_pandas
def test_recorded_runs_are_read():
    frame = retime.load(ROOT / "results/h200/tune_sweep_carpet", ROOT / "results/h200/carpet")
    assert {"search", "final", "winner", ""} >= set(frame.tuning_role) and len(frame) > 500
    assert (frame.run.nunique(), frame.median_ns.notna().sum() > 500) == (2, True)


@needs_pandas
def test_an_axis_with_the_name_of_a_column_keeps_its_values(tmp_path):
    run = write_run(tmp_path / "run", [record("a", 1e-4, family="mine", device="left", n=1)])
    frame = retime.load(run)
    assert list(frame.axis_device) == ["left"] and list(frame.device) == ["NVIDIA H200"]


@needs_pandas
def test_bad_input_names_the_file(tmp_path):
    with pytest.raises(retime.InputError, match="absent: not a directory"):
        retime.load(tmp_path / "absent")
    with pytest.raises(retime.InputError, match="name a run directory"):
        retime.load()
    run = write_run(tmp_path / "run", [record("a", 1e-4, n=1) | {"status": "splendid"}])
    with pytest.raises(retime.InputError, match=r"records.jsonl, line 1"):
        retime.load(run)


def test_without_pandas_it_says_what_to_install(monkeypatch, runs):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        retime.load(*runs)


def test_it_needs_nothing_that_only_the_report_needs():
    words = "import sys, retime; print([m for m in ('numpy', 'scipy', 'matplotlib', 'pandas') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", words], cwd=ROOT, text=True).strip() == "[]"


@pytest.mark.skipif(importlib.util.find_spec("setuptools") is None, reason="PyPI package setuptools is not installed")
def test_the_installed_package_reads_runs_far_from_the_repository(runs, tmp_path):
    """As `pip install .` lays it out, with the schema that it needs."""
    tree, installed = tmp_path / "tree", tmp_path / "installed"
    for part in ("pyproject.toml", "retime", "plots", "docs/record.schema.json"):
        (tree / part).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, tree / part, **({"symlinks": True} if copy is shutil.copytree else {}))
    build = "from setuptools import setup; setup()"
    made = [sys.executable, "-W", "ignore", "-c", build, "--quiet", "build_py", "--build-lib", installed]
    subprocess.run(made, cwd=tree, check=True, timeout=60, capture_output=True)
    assert not (installed / "docs").exists() and not (installed / "results").exists()
    words = "import retime, plots.data.load as load, sys; print(len(load.load_run(load.Path(sys.argv[1]))[1]))"
    environment = os.environ | {"PYTHONPATH": str(installed)}
    said = subprocess.check_output([sys.executable, "-c", words, runs[0]], cwd=tmp_path, text=True, env=environment)
    assert said.strip() == "4"
