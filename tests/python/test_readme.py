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


def beyond_the_papers(tables):
    """The work as README.md words it -> the row of its fastest variant of ours."""
    fields, walks = tables("cahn_hilliard_beyond"), tables("carpet_beyond")
    named = [(f"field, {'3-D, ' if row['dim'] == '3' else ''}N = {row['n']}", row) for row in fields]
    named += [(f"walk, occupancy {row['occupancy']}", row) for row in walks if row["steps"] == "3000"]
    return {work: row for work, row in reversed(named)}


def test_what_is_beyond_the_papers_is_the_recorded_one(tables):
    recorded = beyond_the_papers(tables)
    peers = {}
    for family, words in (("cahn_hilliard", "field, N = {n}"), ("carpet", "walk, occupancy {occupancy}")):
        for row in tables(f"{family}_peers"):
            peers.setdefault(words.format(**row), []).append(float(row["peer (ms)"]))
    rows = rows_after("test_readme.py holds these rows to the runs of ours. -->")
    assert len(rows) >= 7
    for work, printed, tuned, ours, gain, peer in rows:
        row = recorded[work]
        time, name = re.fullmatch(r"([\d.]+) \((.*)\)", ours).groups()
        heads = ("as printed (ms)", "tuned (ms)", "ours (ms)", "tuned / ours")
        of_row = [f"{float(row[head]):.3g}" if row[head] else "" for head in heads]
        assert [printed, tuned, time, gain, name] == [*of_row, row["ours"]], work
        assert peer == (f"{min(peers[work]):.3g}" if work in peers else ""), work


def test_what_is_said_of_the_fourier_method_is_recorded(tables):
    """From which error on it takes less time than ours, at the largest size, and the least errors of both."""
    rows = tables("cahn_hilliard_fourier")
    (head,) = [head for head in rows[0] if head.startswith("time of 1 at N = 8192")]
    own, other = ([r for r in rows if ("Fourier" in r["method"]) == wanted] for wanted in (False, True))
    fastest = min(float(r[head]) for r in own)
    faster = min(float(r["error"]) for r in other if float(r[head]) < fastest)
    least = [min(float(r["error"]) for r in each) for each in (other, own)]
    told = re.search(
        r"an error of\s+([\d.]+) %.* below ([\d.e-]+) in.* explicit step's is ([\d.e-]+)", README, re.S
    ).groups()
    assert list(told) == [f"{100 * faster:.1g}", *(f"{error:.0e}".replace("e-0", "e-") for error in least)]


def test_walks_without_a_zero_skipped_are_the_recorded_ones(tables):
    whole = [row for row in tables("carpet_beyond") if row["steps"] == "3000" and "skipped" not in row["ours"]]
    best = {
        occupancy: min(float(row["ours (ms)"]) for row in whole if row["occupancy"] == occupancy)
        for occupancy in ("0.093", "0.35", "0.59")
    }
    told = re.search(r"the best of ours takes ([\d.]+), ([\d.]+) and ([\d.]+) ms", README).groups()
    assert list(told) == [f"{time:.3g}" for time in best.values()]


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
