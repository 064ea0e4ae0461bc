"""What families cannot run: one line that names it and says what would be right, or a record that does.

Files that they read: tests/*/bad_input_test.cpp.
"""

import numpy as np
import pytest
from program import ROOT, axes, output, records, refused

SMALL = {
    "apsp": {},
    "cahn_hilliard": {"n": 24},
    "carpet": {},
    "pcpd": {"time": 1, "lattices": 2},
    "replications": {"replications": 3, "draws": 100, "clients": 20, "steps": 20},
    "turning_bands": {"n": 8, "lines": 2},
}


def small(family, values):
    """Flags of a small workload with these values, AXIS=VALUE each."""
    return axes(**(SMALL[family] | dict(value.split("=", 1) for value in values.split())))


REFUSED = {
    "apsp": [
        ("graph=watts n=10 k=10", "k=10"),
        ("k=1", "k=1"),
        ("graph=barabasi_albert n=50", "m=50"),
        ("graph=torus n=7", "n=7"),
        ("graph=ring n=2", "n=2"),
        ("graph=nowhere.txt", "nowhere.txt"),
        (f"graph={ROOT / 'README.md'}", "README.md, line "),
        ("sources=some", "sources=some"),
        ("sources=0", "sources=0"),
        ("p=2", "p=2"),
        ("n=-5", "n=-5"),
    ],
    "cahn_hilliard": [
        ("dt=0.026", "dt=0.026 is unstable: the fastest mode asks for dt <= 0.025"),
        ("boundary=open", "one of periodic, mirror"),
        ("k=0", "a number above 0"),
    ],
    "carpet": [
        (f"{axis}={value}", value.split(":")[0])
        for axis, values in {
            "steps": "0 -1 99999999 ten",
            "occupancy": "0.5",
            "level": "0 99",
            "precision": "half",
            "generators": "/no/such/file",
            "surface": "0 -1 3x full 99999999999 600 1000",
            "start": "center 3 3: :3 1:2:3 -1:2 a:b 999999:0",
        }.items()
        for value in values.split()
    ],
    "pcpd": [
        ("p=1.5", "p=1.5: '1.5' must be a number from 0 to 1"),
        ("d=2", "d=2: '2' must be a number from 0 to 1"),
        ("model=xcpd", "must be one of dp, pcpd, tcpd, qcpd"),
        ("seed=-1", "'-1' must be a number of at least 0"),
        ("decorrelation=3", "must be a number from 0 to 2"),
        ("generator=mt19937", "must be one of own, lfsr113, well512, philox, philox7, mwc64x"),
        ("start=random:1.5", "start=random:1.5: give a density from 0 to 1, such as random:0.5"),
        ("start=/", "start=/: give full, random:DENSITY or a .npy file that exists"),
    ],
    "replications": [
        ("model=mm1 lambda=1", "less than mu=1, or the queue grows for ever"),
        ("lambda=0", "lambda=0: '0' must be a number from 0.001 to 1000"),
        ("replications=0", "replications=0: '0' must be a number from 1 to"),
        ("seed=-1", "seed=-1: '-1' must be a number of at least 0"),
        ("model=walk chunk=5", "chunk=5: give a divisor of width=24 and height=20"),
        ("model=walk chunk=8", "chunk=8: give a divisor of width=24 and height=20"),
        ("model=walk width=1000000 height=1000000 chunk=1", "no more than 1000000 chunks"),
        ("chunk=0", "chunk=0: '0' must be a number from 1 to"),
        ("generator=foo", "must be one of taus88, xorwow, philox, mwc64x"),
        ("draws=0", "draws=0: '0' must be a number from 1 to"),
        ("clients=-5", "clients=-5: '-5' must be a number from 1 to"),
        ("steps=0", "steps=0: '0' must be a number from 1 to"),
        ("model=foo", "model=foo: "),
    ],
    "turning_bands": [
        ("n=0", "'0' must be a number from 1 to"),
        ("lines=0", "'0' must be a number from 1 to"),
        ("line_length=0", "'0' must be auto, or a whole number from 1"),
        ("resolution=3", "'3' must be a power of two from 1 to 64"),
        ("line_maker=kasdin", "must be one of power_law, spectrum, covariance"),
        ("a=0", "must be a number from 0.001"),
    ],
}


@pytest.mark.parametrize("family, values, said", [(family, *each) for family in REFUSED for each in REFUSED[family]])
def test_values_outside_an_axis(tmp_path, family, values, said):
    assert said in refused(f"verify --filter ^{family}/", *small(family, values), "--out", tmp_path / "run")


LACKING = {
    "pcpd": [
        ("multispin", "length=12345 block=64", "length=12345: 64 work-items take a multiple of 2048 sites"),
        ("multispin", "length=6144 block=64", "at least 8192"),  # N_local is 3
        ("own_sites", "length=10240 block=64", "a multiple of 4096 sites, at least 12288"),
        ("shared_lattice", "length=2097152", "a block's shared memory holds 1859584 sites at most"),
        ("multispin", "p=0.3", "p=0.3: 2 AND words draw at most 0.25; give a smaller decorrelation"),
        ("multispin", "generator=well512", "this variant draws from lfsr113, philox, mwc64x"),
        ("cpu_scalar", "generator=mwc64x", "this variant draws from lfsr113"),
        ("cpu_scalar", "length=9999999999", "moves take too long"),
    ],
    "replications": [
        ("wlp", "model=pi warps_per_block=33", "warps_per_block=33: give 1 to 32"),
        ("tlp", "model=pi block=48", "block=48: give a multiple of 32 from 32 to 1024"),
        ("in_block", "model=pi block=48", "block=48: give a multiple of 32 from 32 to 1024"),
        ("in_block", "model=pi block=2048", "block=2048: give a multiple of 32 from 32 to 1024"),
        ("in_block", "model=pi blocks_per_multiprocessor=65", "blocks_per_multiprocessor=65: give 1 to 64"),
        ("in_block", "model=pi generator=xorwow", "threads cannot enter its streams; give taus88, philox, mwc64x"),
        ("in_block", "model=mm1 blocks_per_multiprocessor=4", "model mm1 takes a block a replication"),
        ("cpu_serial", "model=pi draws=2000000000 replications=1000", "random words take too long"),
    ],
    "turning_bands": [
        ("cell_parallel", "mesh=random", "mesh=random: this variant takes a regular mesh"),
        ("ours", "resolution=64", "lines_at_once=32: "),
        ("fft_3d", "fields=2", "a 3-D FFT makes 1 field a run"),
        ("cpu_fft_3d", "timed=projection", "a 3-D FFT projects nothing"),
        ("fft_3d", "mesh=jittered", "this variant takes a regular mesh"),
        ("ours", "n=1 cells_per_thread=16 nx=1048576", "cells_per_thread=16 takes more than 65535 blocks; give more"),
        ("ours", "n=1 cells_per_thread=16 ny=1048576", "block_y=8 takes more than 65535 blocks; give more"),
    ],
}


@pytest.mark.parametrize(
    "family, variant, values, reason", [(family, *each) for family in LACKING for each in LACKING[family]]
)
def test_points_that_a_variant_lacks(tmp_path, family, variant, values, reason):
    output(f"verify --filter ^{family}/{variant}/", *small(family, values), "--out", tmp_path / "run")
    (record,) = records(tmp_path / "run")
    assert record["status"] == "constraint" and reason in record["reason"]


@pytest.mark.parametrize(
    "array, more, said",
    [
        (np.zeros((2, 8192)), "", "it has 2 dimensions; give one, the sites of a lattice"),
        (np.append(np.ones(8191), np.nan), "", "site 8191 is neither 0 nor 1"),
        (np.zeros(8192), "length=4096", "it has 8192 sites, but length=4096; give length=auto"),
        (np.zeros(0), "", "it has 0 sites; give at least 10"),
    ],
)
def test_a_start_of_pcpd_that_is_none(tmp_path, array, more, said):
    file = tmp_path / "start.npy"
    np.save(file, array)
    line = refused("verify --filter ^pcpd/", *small("pcpd", f"start={file} {more}"))
    assert str(file) in line and said in line


def test_axes_of_other_models_of_replications_are_left_out(tmp_path):
    """Values of an axis that a model lacks make no cases of it; nor are they in a record, or in its key."""
    models = small("replications", "model=pi,mm1,walk draws=5,7")
    output("verify --filter ^replications/wlp/", *models, "--out", tmp_path / "run")
    ran = records(tmp_path / "run")
    assert sorted(record["key"] for record in ran) == [
        "replications/wlp/clients=20/model=mm1/replications=3/warp_index=computed/warps_per_block=1",
        "replications/wlp/draws=5/model=pi/replications=3/warp_index=computed/warps_per_block=1",
        "replications/wlp/draws=7/model=pi/replications=3/warp_index=computed/warps_per_block=1",
        "replications/wlp/model=walk/replications=3/steps=20/warp_index=computed/warps_per_block=1",
    ]
    (queue,) = [record["axes"] for record in ran if record["axes"]["model"] == "mm1"]
    mine = {*("model", "replications", "generator", "seed", "clients", "lambda", "mu")}
    assert set(queue) == mine | {"warp_index", "warps_per_block"}
    filtered = tmp_path / "filtered"
    output("verify --filter ^replications/wlp/.*model=mm1", *small("replications", ""), "--out", filtered)
    assert [record["axes"] for record in records(filtered)] == [queue]
