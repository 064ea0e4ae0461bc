"""The listings of docs/add_a_family.md: two folders, and the program has one more family that runs and is right."""

import json

import pytest
from listings import build
from program import output, records


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return build("add_a_family.md", tmp_path_factory.mktemp("one_more"))


def test_the_family_is_listed_beside_the_others(program):
    listed = json.loads(output("list --json", by=program))
    assert {v["variant"] for v in listed if v["family"] == "heat"} == {"cpu", "global"}
    assert len({v["family"] for v in listed}) > 1


def test_it_runs_and_is_right_at_every_value_of_its_axes(program, tmp_path):
    for axis in ("block", "cells_per_thread", "launch"):
        out = tmp_path / axis
        output(f"run --filter ^heat/global/ --profile smoke --axis {axis}=all --out", out, by=program)
        found = records(out)
        assert len(found) > 1
        assert {r["status"] for r in found} == {"correct"}
        assert found[0]["observables"]["total"] == pytest.approx(1)
        assert len(found[0]["observables"]["total_series"]["x"]) > 3
