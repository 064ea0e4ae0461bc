"""variants/papers.json against the registry, both ways: no printed row without a variant, no label without a row."""

import json

import pytest
from program import ROOT, output
from synthetic import ROWS as PAPERS

FAMILIES = [(paper, family) for paper, families in PAPERS.items() for family in families]


@pytest.mark.parametrize("paper, family", FAMILIES)
def test_rows_are_the_registered_labels(paper, family):
    labelled = [v for v in json.loads(output(f"list --json --filter ^{family}/")) if v["label"]]
    assert {v["paper"] for v in labelled} == {paper}
    rows = PAPERS[paper][family]["rows"]
    assert {v["label"]: v["variant"] for v in labelled} == {label: row["variant"] for label, row in rows.items()}


@pytest.mark.parametrize("paper, family", FAMILIES)
def test_figures_are_drawn_by_the_family(paper, family):
    """A figure that is said to be drawn has its name in the family's module, up to a size that stands for N."""
    module = ROOT / "plots" / "families" / family
    source = "".join(f.read_text(encoding="utf-8") for f in [*module.glob("*.py"), *module.parent.glob(f"{family}.py")])
    for figure in PAPERS[paper][family]["figures"].values():
        kind, _, name = figure["by"].partition(" ")
        if kind == "figure":
            assert name.removesuffix("_N") in source, name
