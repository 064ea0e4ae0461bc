"""The listing of docs/add_a_variant.md: one more file, and the program has one more variant that runs and is right."""

import json

import pytest
from listings import build
from program import output, records


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return build("add_a_variant.md", tmp_path_factory.mktemp("one_more"))


def test_the_new_variant_is_listed(program):
    listed = {v["variant"]: v for v in json.loads(output("list --json", by=program)) if v["family"] == "carpet"}
    mine = listed["my_dense"]
    assert mine["base"] in listed
    assert next(a for a in mine["axes"] if a["name"] == "block")["values"] == [512, 1024]


def test_the_new_variant_runs_and_is_right(program, tmp_path):
    run = tmp_path / "run"
    output("run --filter '^carpet/(my|a)_dense/' --profile smoke --axis block=all --out", run, by=program)
    found = records(run)
    assert {r["axes"]["block"] for r in found if r["variant"] == "my_dense"} == {512, 1024}
    assert {r["status"] for r in found} == {"correct"}
