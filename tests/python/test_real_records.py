"""Records as the program writes them: they meet the schema, and the report takes them."""

import pytest
from program import output
from synthetic import report_of, table
from test_plots_claims import VARIANTS

from plots.data.load import load_run
from plots.data.records import Records
from plots.verdicts.family import saved


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("real") / "run"
    axes = "--axis steps=60,90 --axis occupancy=0.093"
    output(f"run --filter ^carpet/ {axes} --budget 0.2 --out {folder} --save {folder}/saved")
    return folder


def test_every_record_meets_the_schema_and_is_correct(run):
    loaded, records = load_run(run)
    assert not loaded.unfinished
    assert {r.variant for r in records} >= set(VARIANTS)
    assert all(r.is_correct for r in records)
    if not loaded.is_gpu:
        assert {r.processor for r in Records(records).timed()} == {"cpu"}


def test_the_emulation_alone_counts_accesses(run):
    loaded, records = load_run(run)
    for r in records:
        launch = r.data["launch"] or {}
        counted = not loaded.is_gpu and r.processor == "gpu"
        assert ("global_reads" in launch) == ("global_writes" in launch) == counted
        if counted:
            assert launch["global_reads"] >= r["steps"] and launch["global_writes"] >= r["steps"]


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
    report = report_of(run, "--recorded", tmp_path / "none")
    assert all(row["cases"] == row["correct"] for row in table(report, "cases"))
    for figure in ("fig_1", "fig_2", "fig_3", "fig_12", "probability", "displacement"):
        assert (report / "figures" / f"carpet_{figure}.svg").stat().st_size > 4000
