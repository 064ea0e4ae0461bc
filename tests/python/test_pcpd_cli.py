"""What the pcpd family cannot run: one line that names it and says what would be right, or a record that does."""

import numpy as np
import pytest
from program import output, records, refused

SMALL = "--axis time=1 --axis lattices=2"


@pytest.mark.parametrize(
    "axis, said",
    [
        ("p=1.5", "p=1.5: '1.5' must be a number from 0 to 1"),
        ("d=2", "d=2: '2' must be a number from 0 to 1"),
        ("model=xcpd", "must be one of dp, pcpd, tcpd, qcpd"),
        ("seed=-1", "'-1' must be a number of at least 0"),
        ("decorrelation=3", "must be a number from 0 to 2"),
        ("generator=mt19937", "must be one of own, lfsr113, well512, philox, philox7, mwc64x"),
        ("start=random:1.5", "start=random:1.5: give a density from 0 to 1, such as random:0.5"),
        ("start=/", "start=/: give full, random:DENSITY or a .npy file that exists"),
    ],
)
def test_values_outside_an_axis(axis, said):
    assert said in refused(f"verify --filter ^pcpd/ {SMALL} --axis {axis}")


@pytest.mark.parametrize(
    "array, more, said",
    [
        (np.zeros((2, 8192)), "", "it has 2 dimensions; give one, the sites of a lattice"),
        (np.append(np.ones(8191), np.nan), "", "site 8191 is neither 0 nor 1"),
        (np.zeros(8192), "--axis length=4096", "it has 8192 sites, but length=4096; give length=auto"),
        (np.zeros(0), "", "it has 0 sites; give at least 10"),
    ],
)
def test_a_start_that_is_none(tmp_path, array, more, said):
    file = tmp_path / "start.npy"
    np.save(file, array)
    line = refused(f"verify --filter ^pcpd/ {SMALL} {more}", "--axis", f"start={file}")
    assert str(file) in line and said in line


@pytest.mark.parametrize(
    "variant, axes, reason",
    [
        ("multispin", "length=12345 block=64", "length=12345: 64 work-items take a multiple of 2048 sites"),
        ("multispin", "length=6144 block=64", "at least 8192"),  # N_local is 3
        ("own_sites", "length=10240 block=64", "a multiple of 4096 sites, at least 12288"),
        ("shared_lattice", "length=2097152", "a block's shared memory holds 1859584 sites at most"),
        ("multispin", "p=0.3", "p=0.3: 2 AND words draw at most 0.25; give a smaller decorrelation"),
        ("multispin", "generator=well512", "this variant draws from lfsr113, philox, mwc64x"),
        ("cpu_scalar", "generator=mwc64x", "this variant draws from lfsr113"),
        ("cpu_scalar", "length=9999999999", "moves take too long"),
    ],
)
def test_points_that_a_variant_lacks(tmp_path, variant, axes, reason):
    chosen = [part for axis in axes.split() for part in ("--axis", axis)]
    output(f"verify --filter ^pcpd/{variant}/ {SMALL}", *chosen, "--out", tmp_path / "run")
    (record,) = records(tmp_path / "run")
    assert record["status"] == "constraint" and reason in record["reason"]
