"""variants/papers.json against the registry, both ways: no printed row without a variant, no label without a row."""

import json
from pathlib import Path

import pytest
from program import retime

ROOT = Path(__file__).resolve().parent.parent.parent
PAPERS = json.loads((ROOT / "variants" / "papers.json").read_text(encoding="utf-8"))
FAMILIES = [(paper, family) for paper, families in PAPERS.items() for family in families]


@pytest.mark.parametrize("paper, family", FAMILIES)
def test_rows_are_the_registered_labels(paper, family):
    listed = retime("list", "--json", "--filter", f"^{family}/")
    assert listed.returncode == 0, listed.stderr
    registered = {v["label"]: v["variant"] for v in json.loads(listed.stdout) if v["label"]}
    assert {v["paper"] for v in json.loads(listed.stdout) if v["label"]} == {paper}
    assert registered == {label: row["variant"] for label, row in PAPERS[paper][family]["rows"].items()}


@pytest.mark.parametrize("paper, family", FAMILIES)
def test_figures_are_drawn_by_the_family(paper, family):
    """A figure that is said to be drawn has its name in the family's module, up to a size that stands for N."""
    module = ROOT / "plots" / "families" / family
    source = "".join(f.read_text(encoding="utf-8") for f in [*module.glob("*.py"), *module.parent.glob(f"{family}.py")])
    for figure in PAPERS[paper][family]["figures"].values():
        kind, _, name = figure["by"].partition(" ")
        if kind == "figure":
            assert name.removesuffix("_N") in source, name
