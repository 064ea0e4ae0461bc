"""What the turning_bands family cannot run: one line that names it, status 2, and nothing written. Files are in
tests/turning_bands/bad_input_test.cpp."""

import pytest
from program import output, records, refused


@pytest.mark.parametrize(
    "axis, message",
    [
        ("n=0", "'0' must be a number from 1 to"),
        ("lines=0", "'0' must be a number from 1 to"),
        ("line_length=0", "'0' must be auto, or a whole number from 1"),
        ("resolution=3", "'3' must be a power of two from 1 to 64"),
        ("line_maker=kasdin", "must be one of power_law, spectrum, covariance"),
        ("a=0", "must be a number from 0.001"),
    ],
)
def test_axes(tmp_path, axis, message):
    chosen = {"n": 8, "lines": 2} | dict([axis.split("=")])
    axes = " ".join(f"--axis {name}={value}" for name, value in chosen.items())
    assert message in refused(f"verify --filter ^turning_bands/ {axes}", "--out", tmp_path / "run")


@pytest.mark.parametrize(
    "variant, axes, reason",
    [
        ("cell_parallel", "mesh=random", "mesh=random: this variant takes a regular mesh"),
        ("ours", "resolution=64", "lines_at_once=32: "),
        ("fft_3d", "fields=2", "a 3-D FFT makes 1 field a run"),
        ("cpu_fft_3d", "timed=projection", "a 3-D FFT projects nothing"),
        ("fft_3d", "mesh=jittered", "this variant takes a regular mesh"),
        ("ours", "nx=1048576", "nx=1048576: cells_per_thread=16 takes more than 65535 blocks; give more"),
        ("ours", "ny=1048576", "ny=1048576: block_y=8 takes more than 65535 blocks; give more"),
    ],
)
def test_points_that_a_variant_lacks(tmp_path, variant, axes, reason):
    tuned = "--axis cells_per_thread=16 --axis n=1" if "1048576" in axes else "--axis n=8"
    chosen = f"--axis lines=2 {tuned} --axis {axes}"
    output(f"verify --filter ^turning_bands/{variant}/ {chosen}", "--out", tmp_path / "run")
    (record,) = records(tmp_path / "run")
    assert record["status"] == "constraint" and reason in record["reason"]
