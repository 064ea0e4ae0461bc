"""results/board_spread.py: what it finds in planted runs, and that the report's bound is what the recorded boards give."""

import tarfile

import pytest
from program import ROOT
from synthetic import header, processes, record, write_run

from plots.data.measured import ALONE
from plots.verdicts.claims import BOARD_SPREAD
from results import board_spread

KEPT = ROOT / "results" / "h200" / "repeatability"
RECORDED = KEPT / "quick_runs_without_pace.tar.xz"


def archive(folder, times):
    """board -> run -> {variant: seconds}"""
    for board, runs in times.items():
        for i, each in enumerate(runs):
            lines = [record(v, t, processor="cpu" if v == "cpu_serial" else "gpu", steps=1) for v, t in each.items()]
            head = header(device=header()["device"] | {"uuid": board})
            write_run(folder / board / f"quick_{i}", lines, head)
    with tarfile.open(folder / "runs.tar.xz", "w:xz") as files:
        for board in times:
            files.add(folder / board, board)
    return folder / "runs.tar.xz"


def test_boards_are_compared_and_runs_of_one_board_are_not(tmp_path):
    runs = archive(
        tmp_path,
        {
            "a": [{"a_dense": 1.0, "cpu_serial": 1.0}, {"a_dense": 1.2}],
            "b": [{"a_dense": 1.21, "b_diamond": 1.0, "cpu_serial": 9.0}],
        },
    )
    assert board_spread.spreads(runs) == [pytest.approx(0.1)]


def test_the_reports_bound_is_that_of_the_recorded_boards():
    each = board_spread.spreads(RECORDED)
    assert len(each) > 100 and each[int(0.9 * len(each))] == pytest.approx(BOARD_SPREAD, abs=5e-4)


def test_processes_are_held_against_the_others_of_their_run(tmp_path):
    def case(processor, *medians):
        line = record("a_dense", 1.0, processor=processor, steps=len(medians))
        line["measurement"]["processes"] = processes(*medians)
        return line

    write_run(tmp_path / "a" / "quick_0", [case("gpu", 10, 11, 8), case("cpu", 1, 1, 4), case("gpu", 1, 9)])
    with tarfile.open(tmp_path / "runs.tar.xz", "w:xz") as files:
        files.add(tmp_path / "a", "a")
    deviations = board_spread.deviations([tmp_path / "runs.tar.xz"])
    assert deviations == {"gpu": pytest.approx([0, 0.1, 0.2]), "cpu": pytest.approx([0, 0, 3])}


def test_the_reports_bounds_of_one_process_are_those_of_the_recorded_processes():
    deviations = board_spread.deviations([RECORDED, KEPT / "quick_runs.tar.xz"])
    for processor, bound in ALONE.items():
        each = deviations[processor]
        assert len(each) > 10000 and each[int(0.95 * len(each))] == pytest.approx(bound, rel=0.1), processor
