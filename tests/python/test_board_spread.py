"""results/board_spread.py: what it finds in planted runs, and that the report's bound is what the recorded boards give."""

import importlib.util
import tarfile

import pytest
from program import ROOT
from synthetic import header, record, write_run

from plots.claims import BOARD_SPREAD

RECORDED = ROOT / "results" / "h200" / "repeatability" / "quick_runs_without_pace.tar.xz"


@pytest.fixture(scope="module")
def board_spread():
    spec = importlib.util.spec_from_file_location("board_spread", ROOT / "results" / "board_spread.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def test_boards_are_compared_and_runs_of_one_board_are_not(board_spread, tmp_path):
    made = archive(
        tmp_path,
        {
            "a": [{"a_dense": 1.0, "cpu_serial": 1.0}, {"a_dense": 1.2}],
            "b": [{"a_dense": 1.21, "b_diamond": 1.0, "cpu_serial": 9.0}],
        },
    )
    assert board_spread.spreads(made) == [pytest.approx(0.1)]


def test_the_reports_bound_is_that_of_the_recorded_boards(board_spread):
    each = board_spread.spreads(RECORDED)
    assert len(each) > 100 and each[int(0.9 * len(each))] == pytest.approx(BOARD_SPREAD, abs=5e-4)
