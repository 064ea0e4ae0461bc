"""The README's numbers are those of the recorded runs."""

import functools
import json
import re

import pytest
from program import ROOT
from synthetic import report_of, table

README = (ROOT / "README.md").read_text()


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    runs = sorted(p.parent for p in (ROOT / "results" / "h200").glob("*/header.json"))
    return functools.partial(table, report_of(*runs, "--only", "fits", "--out", tmp_path_factory.mktemp("report")))


def rows_after(comment):
    """Cells of the table that follows a comment, without its two header lines."""
    lines = README.split(comment)[1].splitlines()
    table = [line for line in lines[1 : lines.index("", 2)] if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def test_claims_are_the_recorded_ones(tables):
    recorded = {row["what is said"]: row for row in tables("claims")}
    rows = rows_after("test_readme.py holds these rows to the recorded runs. -->")
    assert len(rows) >= 12
    for verdict, claim, *shown in rows:
        row = recorded[claim]
        assert [verdict, *shown] == [row[c] for c in ("verdict", "paper", "here, as printed", "here, tuned")], claim


def test_fractions_are_the_recorded_ones(tables):
    recorded = tables("carpet_ceilings")
    rows = rows_after("test_readme.py holds these rows to the recorded runs, too. -->")
    assert len(rows) == 4
    for variant, *shown in rows:
        of_it = [row for row in recorded if row["variant"].replace(",", "") == f"Variant {variant}"]
        forms = ("of the ceiling", "of the ceiling, tuned")
        percent = [100 * float(row[form]) for row in of_it for form in forms]
        stated = [float(number) for text in shown for number in text.rstrip(" %").split(", ")]
        assert stated == pytest.approx(percent, abs=1), variant


def test_the_audit_is_the_recorded_one(tables):
    recorded = {row["check"]: row["result"] for row in tables("checks") if row["by"] == "retime audit"}
    told = r"(\d+) of\s+(\d+) comparisons of equal code said \*same\*, (\d+) \*undecided\*; (\d+) of (\d+) with 2 %"
    same, equal, undecided, slower, injected = re.search(told, README).groups()
    assert recorded["equal code"] == f"{same} of {equal} same, {undecided} of {equal} undecided"
    assert recorded["code made 2 % slower"] == f"{slower} of {injected} slower"


def test_the_audit_of_fresh_processes_is_the_recorded_one():
    recorded = json.loads((ROOT / "results/h200/audit_across.json").read_text())["designs"]
    rows = rows_after("test_readme.py holds these rows to the recorded audit. -->")
    assert len(rows) == len(recorded) == 3
    for (_, *shown), design in zip(rows, recorded):
        equal, slower = (row["verdicts"] for row in design["matrix"])
        found = [equal["faster"] + equal["slower"], equal["same"], slower["slower"]]
        assert shown == [f"{n} of {sum(v.values())}" for n, v in zip(found, (equal, equal, slower))]


@pytest.mark.parametrize("session,verdict", [("ab_same", "same"), ("ab_slower", "slower")])
def test_the_sessions_of_ab_are_the_recorded_ones(session, verdict):
    cases = json.loads((ROOT / f"results/h200/repeatability/{session}.json").read_text())["cases"]
    count = sum(case["verdict"] == verdict for case in cases)
    assert re.search(rf"\*{verdict}\* of {count} of\s+{len(cases)}\b", README), (count, len(cases))
