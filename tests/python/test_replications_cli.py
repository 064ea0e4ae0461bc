"""What the replications family cannot run: one line that names it and says what would be right, or a record that does."""

import pytest
from program import output, records, refused

SMALL = {"replications": 3, "draws": 100, "clients": 20, "steps": 20}


def chosen(**axes):
    return [part for name, value in (SMALL | axes).items() for part in ("--axis", f"{name}={value}")]


@pytest.mark.parametrize(
    "axes, said",
    [
        ({"model": "mm1", "lambda": 1}, "less than mu=1, or the queue grows for ever"),
        ({"lambda": 0}, "lambda=0: '0' must be a number from 0.001 to 1000"),
        ({"replications": 0}, "replications=0: '0' must be a number from 1 to"),
        ({"seed": -1}, "seed=-1: '-1' must be a number of at least 0"),
        ({"model": "walk", "chunk": 5}, "chunk=5: give a divisor of width=24 and height=20"),
        ({"model": "walk", "chunk": 8}, "chunk=8: give a divisor of width=24 and height=20"),
        ({"model": "walk", "width": 1000000, "height": 1000000, "chunk": 1}, "no more than 1000000 chunks"),
        ({"chunk": 0}, "chunk=0: '0' must be a number from 1 to"),
        ({"generator": "foo"}, "must be one of taus88, xorwow, philox, mwc64x"),
        ({"draws": 0}, "draws=0: '0' must be a number from 1 to"),
        ({"clients": -5}, "clients=-5: '-5' must be a number from 1 to"),
        ({"steps": 0}, "steps=0: '0' must be a number from 1 to"),
    ],
)
def test_values_outside_an_axis(axes, said):
    assert said in refused("verify --filter ^replications/", *chosen(**axes))


def test_a_model_that_is_none_is_told_those_that_are():
    line = refused("verify --filter ^replications/", *chosen(model="foo"))
    assert "model=foo" in line and all(model in line for model in ("mm1", "pi", "walk"))


@pytest.mark.parametrize(
    "variant, axes, reason",
    [
        ("wlp", {"warps_per_block": 33}, "warps_per_block=33: give 1 to 32"),
        ("tlp", {"block": 48}, "block=48: give a multiple of 32 from 32 to 1024"),
        ("in_block", {"block": 48}, "block=48: give a multiple of 32 from 32 to 1024"),
        ("in_block", {"block": 2048}, "block=2048: give a multiple of 32 from 32 to 1024"),
        ("in_block", {"blocks_per_multiprocessor": 65}, "blocks_per_multiprocessor=65: give 1 to 64"),
        ("in_block", {"generator": "xorwow"}, "threads cannot enter its streams; give taus88, philox, mwc64x"),
        ("in_block", {"model": "mm1", "blocks_per_multiprocessor": 4}, "model mm1 takes a block a replication"),
        ("cpu_serial", {"model": "pi", "draws": 2000000000, "replications": 1000}, "random words take too long"),
    ],
)
def test_points_that_a_variant_lacks(tmp_path, variant, axes, reason):
    output(f"verify --filter ^replications/{variant}/", *chosen(**({"model": "pi"} | axes)), "--out", tmp_path / "run")
    (record,) = records(tmp_path / "run")
    assert record["status"] == "constraint" and reason in record["reason"]


def test_axes_of_other_models_are_left_out(tmp_path):
    """Values of an axis that a model lacks make no cases of it; nor are they in a record."""
    axes = chosen(model="pi,mm1", draws="5,7", clients=20)
    output("verify --filter ^replications/wlp/", *axes, "--out", tmp_path / "run")
    ran = [record["axes"] for record in records(tmp_path / "run")]
    assert sorted(axes.get("draws", "none") for axes in ran if axes["model"] == "pi") == [5, 7]
    (queue,) = [axes for axes in ran if axes["model"] == "mm1"]
    assert set(queue) == {*("model", "replications", "generator", "seed", "clients", "lambda", "mu", "warps_per_block")}

    output("verify --filter", "^replications/wlp/.*model=mm1", *chosen(), "--out", tmp_path / "filtered")
    assert [record["axes"] for record in records(tmp_path / "filtered")] == [queue]


def test_keys_have_the_model_and_its_size(tmp_path):
    output("verify --filter ^replications/wlp/", *chosen(model="pi,mm1,walk"), "--out", tmp_path / "run")
    keys = sorted(record["key"] for record in records(tmp_path / "run"))
    assert keys == [
        "replications/wlp/clients=20/model=mm1/replications=3/warps_per_block=1",
        "replications/wlp/draws=100/model=pi/replications=3/warps_per_block=1",
        "replications/wlp/model=walk/replications=3/steps=20/warps_per_block=1",
    ]
