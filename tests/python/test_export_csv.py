"""`export --to csv`: a table that every reader takes, and the numbers of the records."""

import csv
import io

import pytest
from program import ROOT, output
from synthetic import processes, record, write_run

import retime


def rows_of(run, *more):
    return list(csv.DictReader(io.StringIO(output("export --to csv", run, *more), newline="")))


@pytest.fixture
def run(tmp_path):
    """Two families, a base, and a reason with all that a cell could stumble over."""
    reason = '=SUM(1,2) is "off",\nby far'
    return write_run(
        tmp_path / "run",
        [
            record("a_dense", 4e-4, steps=100, occupancy=0.093),
            record("a_dense", 3e-4, tuning={"block": 64}, steps=100, occupancy=0.093),
            record("c_compact", 1e-4, base="a_dense", steps=100, occupancy=0.093),
            record("c_compact", 1e-4, base="a_dense", steps=200, occupancy=0.093),
            record("b_shared", 1.0, family="cahn_hilliard", status="incorrect", reason=reason, n=64),
        ],
    )


def test_a_row_a_case_under_one_header(run):
    rows = rows_of(run)
    assert len(rows) == 5 and not any(None in row or None in row.values() for row in rows)
    first, wrong = rows[0], rows[-1]
    assert (first["family"], first["variant"], first["label"]) == ("carpet", "a_dense", "Variant A")
    assert (first["steps"], first["n"], first["block"]) == ("100", "", "256")
    assert float(first["median_ns"]) == 4e5 and first["samples"] == "5" and first["noisy"] == "false"
    assert float(first["gb_per_s"]) == pytest.approx(2500) and first["processor"] == "gpu"
    assert (wrong["status"], wrong["reason"]) == ("incorrect", '=SUM(1,2) is "off",\nby far')
    assert wrong["n"] == "64" and wrong["steps"] == wrong["median_ns"] == wrong["samples"] == wrong["gb_per_s"] == ""


def test_speed_ups_are_over_the_base_s_best_on_the_same_workload(run):
    ups = [row["speedup_over_base"] for row in rows_of(run)]
    assert [bool(up) for up in ups] == [False, False, True, False, False]
    assert float(ups[2]) == pytest.approx(3)


def test_a_speed_up_is_the_mean_of_the_rounds_as_the_report_has_it(tmp_path):
    """Where the medians' quotient is 3."""
    base, fast = record("a_dense", 3e-4, steps=100), record("c_compact", 1e-4, base="a_dense", steps=100)
    base["measurement"]["processes"] = processes(2e5, 3e5, 8e5)
    fast["measurement"]["processes"] = processes(1e5, 1e5, 2e5)
    run = write_run(tmp_path / "run", [base, fast])
    assert float(rows_of(run)[1]["speedup_over_base"]) == pytest.approx(24 ** (1 / 3))
    assert retime.load(run).speedup_over_base.iloc[1] == pytest.approx(24 ** (1 / 3))


def test_a_filter_takes_no_base_away(run):
    (row,) = rows_of(run, "--filter", "c_compact.*steps=100")
    assert float(row["speedup_over_base"]) == pytest.approx(3)


def test_no_axis_is_dropped_because_it_is_constant(run):
    assert {row["occupancy"] for row in rows_of(run, "--filter", "carpet")} == {"0.093"}


def test_a_run_of_today_has_a_row_for_each_case(tmp_path):
    """CPU variants have times, the emulation has none."""
    walk = "run --filter '^carpet/(a_dense|cpu_serial)/' --axis steps=10 --axis occupancy=0.093 --budget 0.05"
    output(f"{walk} --out", tmp_path / "run")
    by_variant = {row["variant"]: row for row in rows_of(tmp_path / "run")}
    assert by_variant["a_dense"]["reason"].startswith("emulated") and not by_variant["a_dense"]["median_ns"]
    assert float(by_variant["cpu_serial"]["median_ns"]) > 0 and by_variant["cpu_serial"]["form"] == "as printed"


def test_docs_name_the_columns(run):
    document = (ROOT / "docs/exchange.md").read_text()
    axes = {"block", "n", "occupancy", "steps"}
    assert not [name for name in rows_of(run)[0] if name not in axes and f"`{name}`" not in document]
