"""retime occupancy as a user meets it."""

import json

import pytest
from program import retime


def asked(*arguments):
    done = retime("occupancy", "--json", *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_worked_by_hand_for_hopper():
    """40 registers x 32 lanes = 1280: 12 warps in each quarter of 16384 registers, so 48 of 64, 6 blocks of 8 warps."""
    found = asked("--registers", "40", "--block", "256", "--cc", "9.0")
    assert found["asked"] == {
        "block": 256,
        "blocks_per_multiprocessor": 6,
        "warps": 48,
        "occupancy": 0.75,
        "limiter": "registers",
    }
    assert len(found["table"]) == 32
    assert found["best"]["occupancy"] == max(row["occupancy"] for row in found["table"])
    assert found["best"]["block"] == max(
        r["block"] for r in found["table"] if r["occupancy"] == found["best"]["occupancy"]
    )


def test_shared_memory_that_grows_with_the_block():
    found = asked("--registers", "16", "--shared-per-thread", "128", "--cc", "8.6")
    fits = [row["block"] for row in found["table"] if row["blocks_per_multiprocessor"] > 0]
    assert max(fits) == 99 * 1024 // 128 // 32 * 32


@pytest.mark.parametrize(
    "arguments, named",
    [
        (["--cc", "6.1"], "--cc 6.1"),
        (["--cc", "x"], "--cc x"),
        (["--cc", "9"], "--cc 9"),
        (["--block", "1025"], "--block 1025"),
        (["--block", "0"], "--block 0"),
        (["--registers", "256"], "--registers 256"),
        (["--shared", "-1"], "--shared -1"),
    ],
)
def test_bad_input_is_one_line(arguments, named):
    done = retime("occupancy", *arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1 and named in done.stderr


def test_an_output_file_needs_a_check():
    done = retime("occupancy", "--out", "answers.json")
    assert done.returncode == 2
    assert "--check" in done.stderr
