"""The listing of docs/add_a_model.md: one more file, and the family has one more model, in every variant that can run it."""

import json
import math

import pytest
from listings import build
from program import output, records

KINDS = 20


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("one_more")
    program = build("add_a_model.md", folder)
    listed = json.loads(output("list --json --filter ^replications/", by=program))
    chosen = f"--axis model=coupons --axis kinds={KINDS} --axis replications=2000 --budget 0.01"
    output(f"run --filter ^replications/ {chosen} --out", folder / "run", by=program)
    return listed, records(folder / "run")


def test_its_axis_is_listed(found):
    listed, _ = found
    assert all("kinds" in {axis["name"] for axis in variant["axes"]} for variant in listed)


def test_every_variant_that_can_runs_it(found):
    _, ran = found
    status = {r["variant"]: r["status"] for r in ran}
    refused = {variant for variant, s in status.items() if s == "constraint"}
    assert refused == {"in_block", "chosen", "chosen_gpus"} & set(status)
    assert {status[variant] for variant in set(status) - refused} == {"correct"}
    assert {"wlp", "tlp", "cpu_serial"} < set(status)


def test_the_answer_is_the_known_one(found):
    _, ran = found
    chances = [k / KINDS for k in range(1, KINDS + 1)]
    expected, spread = sum(1 / p for p in chances), math.sqrt(sum((1 - p) / p**2 for p in chances))
    for r in ran:
        if r["status"] == "correct":
            assert r["observables"]["estimate"] == pytest.approx(expected, abs=4 * spread / math.sqrt(2000))
