"""What the turning_bands family cannot run: one line that names it, status 2, and nothing written."""

import numpy as np
import pytest
from program import output, records, refused

SMALL = "--axis n=8 --axis lines=2"


@pytest.mark.parametrize(
    "axis, said",
    [
        ("mesh=foo", "mesh=foo: give regular, jittered, random, or a file of points that exists"),
        ("mesh=/", "/: not a file that can be read"),
        ("nx=-1", "'-1' must be a number from 0 to"),
        ("fields=0", "'0' must be a number from 1 to 10000"),
        ("line_length=0", "'0' must be auto, or a whole number from 1"),
        ("line_length=15", "line_length=15: the mesh crosses a line on 16 samples; give 16 or more, or auto"),
        ("line_length=99999999", "line_length=99999999: give 16777216 samples at most in double precision, or auto"),
        ("resolution=3", "'3' must be a power of two from 1 to 64"),
        ("line_maker=kasdin", "must be one of power_law, spectrum, covariance"),
        ("index=-7", "must be a number from -6 to 4"),
        ("a=0", "must be a number from 0.001"),
        ("seed=-1", "must be a number of at least 0"),
        ("correction=hold", "correction=hold: lines limited to what the mesh resolves take resolution=4 or more"),
        ("correction=compression --axis index=-2.5", "factors for power_law with index=-1, -2 and -3"),
        ("nx=200000 --axis precision=float", "131072 are the most in float precision; give a smaller mesh"),
        ("line_maker=spectrum --axis spectrum=missing.txt", "give k6_exp, von_karman, or a file of two columns"),
        ("line_maker=covariance --axis covariance=/", "give gaussian, exponential, or a file of two columns"),
    ],
)
def test_axes(tmp_path, axis, said):
    assert said in refused(f"verify --filter ^turning_bands/ {SMALL} --axis {axis}", "--out", tmp_path / "run")


@pytest.mark.parametrize("size", ["n=0 --axis lines=2", "n=8 --axis lines=0"])
def test_sizes(size):
    assert "'0' must be a number from 1 to" in refused(f"verify --filter ^turning_bands/ --axis {size}")


def box(r):
    return np.where(r < 8, 1.0, 0.0)


@pytest.mark.parametrize(
    "axis, rows, said",
    [
        ("covariance", b"", "it has no numbers; rows of 2 are wanted"),
        ("covariance", b"0 1\n1 .5\n", "2 rows; a table takes at least 4"),
        ("covariance", b"0 1 0\n1 .5 0\n2 .1 0\n3 0 0\n", "line 1: 3 numbers, 2 are wanted"),
        ("covariance", b"0 1\n2 .5\n1 .1\n3 0\n", "row 3: the first column has to ascend from 0 or above"),
        ("covariance", b"0 1\n1 nan\n2 .1\n3 0\n", "line 2: 'nan' is no finite number"),
        ("covariance", b"0 0\n1 0\n2 0\n3 0\n", "starts at r = 0 with the variance, above 0"),
        ("covariance", b"0 1\n1 2\n2 .1\n3 0\n", "C(1) = 2 is above C(0) = 1"),
        ("covariance", box, "not positive definite on a line"),
        ("covariance", np.cos, "not positive definite on a line"),
        ("covariance", b"\x93NUMPY \xff\x00\n", "line 1: '\\x93NUMPY' is no finite number"),
        ("spectrum", b"0 1\n1 -2\n2 .1\n3 0\n", "a spectrum is 0 or above, but P(1) = -2"),
        ("spectrum", b"0 0\n1 0\n2 0\n3 0\n", "no power where the line has modes"),
        ("spectrum", b"k P\n0 0\n1 0\n2 0\n", "line 1: 'k' is no finite number"),
        ("mesh", b"0 0 0\n1 inf 2\n", "line 2: 'inf' is no finite number"),
        ("mesh", b"0 0 0\n1 2\n", "line 2: 2 numbers, 3 are wanted"),
        ("mesh", b"", "it has no numbers; rows of 3 are wanted"),
    ],
)
def test_files(tmp_path, axis, rows, said):
    file = tmp_path / "given.txt"
    if callable(rows):
        r = np.arange(0, 40, 0.1)
        np.savetxt(file, np.c_[r, rows(r)])
    else:
        file.write_bytes(rows)
    maker = "" if axis == "mesh" else f"--axis line_maker={axis}"
    line = refused(f"verify --filter ^turning_bands/ {SMALL} {maker}", "--axis", f"{axis}={file}")
    assert str(file) in line and said in line


@pytest.mark.parametrize(
    "array, said",
    [
        (np.array([[0, 0, 0], [1, np.nan, 2]]), "row 1: nan is no finite number"),
        (np.zeros((4, 2)), "an array of n x 3 numbers is wanted"),
        (np.zeros((0, 3)), "it has no numbers; rows of 3 are wanted"),
        (np.zeros((4, 3), int), "give a .npy file of float32 or float64"),
        (np.array([[0, 0, 0], [1e12, 0, 0]]), "give a smaller mesh or resolution"),
    ],
)
def test_arrays_of_points(tmp_path, array, said):
    file = tmp_path / "points.npy"
    np.save(file, array)
    line = refused("verify --filter ^turning_bands/ --axis lines=2", "--axis", f"mesh={file}")
    assert str(file) in line and said in line


def test_points_from_a_file_have_no_extents(tmp_path):
    file = tmp_path / "points.npy"
    np.save(file, np.zeros((4, 3)))
    line = refused("verify --filter ^turning_bands/ --axis lines=2 --axis ny=4", "--axis", f"mesh={file}")
    assert line.startswith("retime: ny=4: points from a file have no extents; leave it out")


@pytest.mark.parametrize(
    "which, axes, reason",
    [
        ("cell_parallel", "mesh=random", "mesh=random: this variant takes a regular mesh"),
        ("ours", "resolution=64", "lines_at_once=32: "),
        ("fft_3d", "fields=2", "a 3-D FFT makes 1 field a run"),
        ("cpu_fft_3d", "timed=projection", "a 3-D FFT projects nothing"),
        ("fft_3d", "mesh=jittered", "this variant takes a regular mesh"),
        ("ours", "nx=1048576", "nx=1048576: cells_per_thread=16 takes more than 65535 blocks; give more"),
    ],
)
def test_points_that_a_variant_lacks(tmp_path, which, axes, reason):
    tuned = "--axis cells_per_thread=16 --axis n=1" if "nx" in axes else "--axis n=8"
    chosen = f"--axis lines=2 {tuned} --axis {axes}"
    output(f"verify --filter ^turning_bands/{which}/ {chosen}", "--out", tmp_path / "run")
    (record,) = records(tmp_path / "run")
    assert record["status"] == "constraint" and reason in record["reason"]
