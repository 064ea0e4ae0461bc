"""Runs on several boards at once: a claim says where it crosses them."""

from pathlib import Path

import pytest
from synthetic import header

from plots.data.records import Record, Run
from plots.verdicts.claims import Measured
from plots.verdicts.ledger import crossing

BOARDS = [{"board": f"GPU-{n}", "host": 0} for n in (1, 2)]
SEVERAL = Run(Path("several"), header(device=header()["device"] | {"uuid": None}) | {"boards": BOARDS})


def record(processor, board, run=SEVERAL):
    return Record({"processor": processor, "board": board}, run)


def measured(*records):
    return crossing(Measured(2.0, 1.99, 2.01, "so much", tuple(records)))


def test_the_boards_of_a_run_are_named():
    assert SEVERAL.board == "GPU-1+GPU-2"


def test_times_of_one_board_cross_none():
    one = measured(record("gpu", "GPU-1"), record("gpu", "GPU-1"))
    assert (one.low, one.high, one.note) == (1.99, 2.01, "so much")


def test_times_of_two_boards_are_compared_by_a_wider_interval():
    two = measured(record("gpu", "GPU-1"), record("gpu", "GPU-2"))
    assert two.note == "so much; crosses 2 boards" and two.low < 1.9 and two.high > 2.1


def test_a_cpu_variant_of_the_run_is_of_no_board():
    assert measured(record("gpu", "GPU-1"), record("cpu", "GPU-2")).note == "so much"


@pytest.mark.parametrize("processor", ["cpu", "gpu"])
def test_a_record_of_another_run_is_of_another_board(processor):
    other = Run(Path("other"), header(device=header()["device"] | {"uuid": "GPU-3"}))
    assert "crosses 2 boards" in measured(record("gpu", "GPU-1"), Record({"processor": processor}, other)).note
