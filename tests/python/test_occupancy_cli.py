"""retime occupancy as a user meets it."""

import json

import pytest
from program import output, refused


def test_worked_by_hand_for_hopper():
    """40 registers x 32 lanes = 1280: 12 warps in each quarter of 16384 registers, so 48 of 64, 6 blocks of 8 warps."""
    found = json.loads(output("occupancy --json --registers 40 --block 256 --cc 9.0"))
    asked = {"block": 256, "blocks_per_multiprocessor": 6, "warps": 48, "occupancy": 0.75, "limiter": "registers"}
    assert found["asked"] == asked
    assert len(found["table"]) == 32
    best = max(found["table"], key=lambda row: (row["occupancy"], row["block"]))
    assert (found["best"]["occupancy"], found["best"]["block"]) == (best["occupancy"], best["block"])


def test_the_devices_of_the_listing():
    """11 registers x 32 lanes x 8 warps = 2816: two blocks of 256 threads in 8192 registers; two of 320 are 20 warps of 24."""
    found = json.loads(output("occupancy --json --registers 11 --cc 1.0"))
    assert (found["asked"]["warps"], found["best"]["block"], found["best"]["warps"]) == (16, 320, 20)
    assert len(found["table"]) == 512 // 32


def test_shared_memory_that_grows_with_the_block():
    found = json.loads(output("occupancy --json --registers 16 --shared-per-thread 128 --cc 8.6"))
    fits = [row["block"] for row in found["table"] if row["blocks_per_multiprocessor"] > 0]
    assert max(fits) == 99 * 1024 // 128 // 32 * 32


@pytest.mark.parametrize(
    "flags", ["--cc 6.1", "--cc x", "--cc 9", "--block 1025", "--block 0", "--registers 256", "--shared -1"]
)
def test_bad_input_is_one_line(flags):
    said = refused(f"occupancy {flags}")
    assert all(word in said for word in flags.split())


def test_an_output_file_needs_a_check():
    assert "--check" in refused("occupancy --out answers.json")
