"""variants/published.json, the numbers that `table` and `show` print as the papers': each is the one in results/papers/."""

import json

import pytest
from program import ROOT, output

TABLES = json.loads((ROOT / "variants/published.json").read_text(encoding="utf-8"))["tables"]
NUMBERS = [(table, number) for table in TABLES for number in table["numbers"]]


def at(paper, place):
    """What stands at "/tables/table_1/rows/0"; entries of a list of claims go by their id."""
    value = paper
    for part in place.strip("/").split("/"):
        if isinstance(value, dict):
            value = value[part]
        elif isinstance(value[0], dict):
            (value,) = (entry for entry in value if entry["id"] == part)
        else:
            value = value[int(part)]
    return value


@pytest.mark.parametrize("table", TABLES, ids=[table["family"] for table in TABLES])
def test_numbers_are_the_papers_own(table):
    paper = json.loads((ROOT / f"results/papers/{table['paper']}.json").read_text(encoding="utf-8"))
    assert table["family"] in paper["families"]
    for number in table["numbers"]:
        printed = at(paper, number["place"]) * number.get("scale", 1)
        assert number["value"] == pytest.approx(printed, rel=1e-9), number["what"]


def test_every_family_has_numbers_of_variants_that_are_there():
    listed = {(one["family"], one["variant"]) for one in json.loads(output("list --json"))}
    assert {table["family"] for table in TABLES} == {family for family, _ in listed}
    for table, number in NUMBERS:
        for variant in {number["variant"], number.get("over", number["variant"])}:
            assert (table["family"], variant) in listed


@pytest.mark.parametrize("family", sorted({table["family"] for table in TABLES}))
def test_what_a_table_would_measure_can_be_asked_for(family):
    """Each number that is to be measured has cases of its variants."""
    keys = output(f"table {family} --dry-run").splitlines()
    for table, number in NUMBERS:
        if table["family"] == family and number.get("measure") is not None:
            for variant in {number["variant"], number.get("over", number["variant"])}:
                assert any(key.startswith(f"{family}/{variant}/") for key in keys), (variant, keys)
