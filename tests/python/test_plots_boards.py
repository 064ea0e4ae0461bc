"""Runs on several boards at once: a claim says where it crosses them."""

from pathlib import Path

import pytest
from synthetic import header

from plots.data.measured import Measured
from plots.data.records import Record, Run
from plots.verdicts.claims import BOARD_SPREAD
from plots.verdicts.published import crossing

BOARDS = [{"board": f"GPU-{n}", "host": 0} for n in (1, 2)]
SEVERAL = Run(Path("several"), header(device=header()["device"] | {"uuid": None}) | {"boards": BOARDS})


OTHER = Run(Path("other"), header(device=header()["device"] | {"uuid": "GPU-3"}))
ALONE = (1.99, 2.01, "so much")
WIDER = (2 * (1 - BOARD_SPREAD), 2 * (1 + BOARD_SPREAD), "so much; crosses 2 boards")


def test_the_boards_of_a_run_are_named():
    assert SEVERAL.board == "GPU-1+GPU-2"


@pytest.mark.parametrize(
    "processor, run, board, expected",
    [
        ("gpu", SEVERAL, "GPU-1", ALONE),
        ("gpu", SEVERAL, "GPU-2", WIDER),
        ("cpu", SEVERAL, "GPU-2", ALONE),  # a CPU variant of the run is of no board
        ("gpu", OTHER, None, WIDER),
        ("cpu", OTHER, None, WIDER),
    ],
)
def test_times_of_two_boards_are_compared_by_a_wider_interval(processor, run, board, expected):
    """Beside one of GPU-1."""
    records = (
        Record({"processor": "gpu", "board": "GPU-1"}, SEVERAL),
        Record({"processor": processor, "board": board}, run),
    )
    measured = crossing(Measured(2.0, 1.99, 2.01, "so much", records))
    assert (measured.low, measured.high, measured.note) == expected
