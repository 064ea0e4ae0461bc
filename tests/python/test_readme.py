"""The README's numbers are those of the recorded runs."""

import csv
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    out = tmp_path_factory.mktemp("report")
    runs = sorted(p.parent for p in (ROOT / "results" / "h200").glob("*/header.json"))
    command = [sys.executable, "-m", "plots", *runs, "--only", "fits", "--out", out]
    subprocess.run(command, cwd=ROOT, check=True)
    return {p.stem: list(csv.reader(p.open())) for p in (out / "tables").glob("*.csv")}


def rows_after(comment):
    """Cells of the table that follows a comment, without its two header lines."""
    lines = README.split(comment)[1].splitlines()
    table = [line for line in lines[1 : lines.index("", 2)] if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def as_number(text):
    return float(text.rstrip(" %"))


def test_claims_are_the_recorded_ones(tables):
    recorded = {row[1]: row for row in tables["claims"][1:]}
    rows = rows_after("test_readme.py holds these rows to the recorded runs. -->")
    assert len(rows) >= 5
    for claim, _, measured, verdict in rows:
        assert float(measured) == pytest.approx(float(recorded[claim][5]), rel=5e-3), claim
        assert verdict == recorded[claim][6], claim


def test_fractions_are_the_recorded_ones(tables):
    header, *recorded = tables["carpet_ceilings"]
    fraction = header.index("of the ceiling, tuned")
    rows = rows_after("test_readme.py holds these rows to the recorded runs, too. -->")
    assert len(rows) == 4
    for variant, *shown in rows:
        label = f"Variant {variant}"
        measured = [float(row[fraction]) for row in recorded if row[0].replace(",", "") == label]
        assert [as_number(s) for s in shown] == pytest.approx([100 * m for m in measured], abs=1), variant


def test_the_audit_is_the_recorded_one(tables):
    recorded = {row[1]: row[2] for row in tables["checks"][1:] if row[0] == "retime audit"}
    same, slower = re.search(
        r"(\d+) of\s+\d+ comparisons of equal code.*?(\d+) of \d+ with 2 %", README, re.DOTALL
    ).groups()
    assert recorded["equal code"] == f"{same} of {same} same"
    assert recorded["code made 2 % slower"] == f"{slower} of {slower} slower"
