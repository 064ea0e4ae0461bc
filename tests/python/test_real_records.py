"""Records as the program writes them: they meet the schema, and the report takes them."""

import csv

import pytest
from program import retime

from plots.__main__ import main
from plots.family import saved
from plots.load import load_run
from plots.records import Records


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("real") / "run"
    done = retime(
        "run",
        "--filter",
        "^carpet/",
        "--axis",
        "steps=60,90",
        "--axis",
        "occupancy=0.093",
        "--budget",
        "0.2",
        "--out",
        folder,
        "--save",
        folder / "saved",
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_every_record_meets_the_schema_and_is_correct(run):
    loaded, records = load_run(run)
    assert not loaded.unfinished
    assert {r.variant for r in records} >= {
        "cpu_serial",
        "cpu_task_pool",
        "a_dense",
        "a_branchless",
        "b_diamond",
        "c_compact",
    }
    assert all(r.is_correct for r in records)
    if not loaded.is_gpu:
        assert {r.processor for r in Records(records).timed()} == {"cpu"}


def test_answers_are_those_of_a_random_walk(run):
    _, records = load_run(run)
    for r in records:
        assert r.observables["total_probability"] == pytest.approx(1, abs=1e-6)
        series = r.observables["mean_square_displacement_series"]
        assert series["x"][-1] == r["steps"]
        assert series["y"][-1] == pytest.approx(r.observables["mean_square_displacement"], rel=1e-5)
        assert series["y"][0] in (0.25, 0.5, 0.75, 1)  # one step: a quarter for each open neighbour


def test_saved_arrays_are_found_and_agree(run):
    _, records = load_run(run)
    for r in records:
        ground, p = saved(r, "carpet"), saved(r, "distribution")
        assert p.sum() == pytest.approx(1, abs=1e-6) and p[ground == 0].max() == 0
        assert ground.mean() == pytest.approx(r.observables["occupancy"])


def test_the_report_takes_them(run, tmp_path):
    assert main([str(run), "--out", str(tmp_path / "report"), "--recorded", str(tmp_path / "none")]) == 0
    rows = list(csv.DictReader((tmp_path / "report" / "tables" / "cases.csv").open()))
    assert [row["cases"] for row in rows] == [row["correct"] for row in rows]
    for figure in (
        "carpet_fig_1",
        "carpet_fig_2",
        "carpet_fig_3",
        "carpet_fig_12",
        "carpet_probability",
        "carpet_displacement",
    ):
        assert (tmp_path / "report" / "figures" / f"{figure}.png").stat().st_size > 4000
