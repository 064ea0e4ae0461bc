"""The numbers of docs/evidence.md are those of the recorded runs."""

import json
import re

import pytest
from program import ROOT

from plots.data.load import load_run
from plots.files.text import signs

TEXT = (ROOT / "docs/evidence.md").read_text()
JOINED = " ".join(TEXT.split())


def rows_after(comment):
    """Cells of the table that follows a comment, without its two header lines."""
    lines = TEXT.split(comment)[1].splitlines()
    table = [line for line in lines[1 : lines.index("", 2)] if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def test_claims_are_the_recorded_ones(recorded_tables):
    tables = ["claims", "apsp_questions", "cahn_hilliard_questions"]
    recorded = {signs(row["what is said"]): row for name in tables for row in recorded_tables(name)}
    rows = rows_after("test_evidence.py holds these rows to the recorded runs. -->")
    assert len(rows) >= 12
    for verdict, claim, *shown in rows:
        row = recorded[claim]
        assert [verdict, *shown] == [row[c] for c in ("verdict", "paper", "here, as printed", "here, tuned")], claim


def test_it_says_how_many_claims_there_are(recorded_tables):
    count = len(recorded_tables("claims"))
    assert f"The report has all {count} claims" in JOINED
    assert f"**reproduce published speed-ups**: {count} claims" in (ROOT / "README.md").read_text()


def test_fractions_are_the_recorded_ones(recorded_tables):
    recorded = recorded_tables("carpet_ceilings")
    rows = rows_after("test_evidence.py holds these rows to the recorded runs, too. -->")
    assert len(rows) == 4
    for variant, *shown in rows:
        of_it = [row for row in recorded if row["variant"].replace(",", "") == f"Variant {variant}"]
        forms = ("of the ceiling", "of the ceiling, tuned")
        percent = [100 * float(row[form]) for row in of_it for form in forms if row[form]]
        stated = [float(number) for text in shown for number in text.rstrip(" %").split(", ")]
        assert stated == pytest.approx(percent, abs=1), variant


FIELD, WALK = "field, N = {n}", "walk, s = {steps}, occupancy {occupancy}"


def beyond_the_papers(recorded_tables):
    """The work as docs/evidence.md words it -> its rows, the fastest variant of ours first."""
    rows = {}
    for row in recorded_tables("cahn_hilliard_beyond"):
        rows.setdefault((FIELD if row["dim"] == "2" else "field, 3-D, N = {n}").format(**row), []).append(row)
    for row in recorded_tables("carpet_beyond"):
        rows.setdefault(WALK.format(**row), []).append(row)
    return rows


def shown(number):
    return f"{float(number):.3g}" if number else ""


def test_what_is_beyond_the_papers_is_the_recorded_one(recorded_tables, tables_of_h100):
    recorded, elsewhere, peers = beyond_the_papers(tables_of_h100), beyond_the_papers(recorded_tables), {}
    for family, words in (("cahn_hilliard", FIELD), ("carpet", WALK)):
        for row in tables_of_h100(f"{family}_peers"):
            peers.setdefault(words.format(**row), []).append(float(row["peer (ms)"]))
    rows = rows_after("test_evidence.py holds these rows to the runs of ours. -->")
    assert len(rows) >= 15
    for work, *cells in rows:
        fastest = recorded[work][0]
        whole = next(row for row in recorded[work] if "skipped" not in row["ours"])
        expected = [shown(fastest[head]) for head in ("as printed (ms)", "tuned (ms)")]
        expected += [f"{shown(fastest['ours (ms)'])} ({fastest['ours']})", shown(fastest["tuned / ours"])]
        is_walk = work.startswith("walk")
        expected.append(f"{shown(whole['ours (ms)'])} ({whole['ours'].split(',')[0]})" if is_walk else "")
        expected.append(shown(min(peers[work])) if work in peers else "")
        there = elsewhere.get(work)
        expected.append(", ".join(shown(there[0][head]) for head in ("ours (ms)", "tuned / ours")) if there else "")
        assert cells == expected, work


def of_graphs(rows, table_2):
    """The cells of the page's row of one graph and size."""

    def fastest(kind):
        return min((row for row in rows if row["kind"] == kind), key=lambda row: float(row["all pairs (ms)"]))

    best, ours, peer = (fastest(kind) for kind in ("paper's best", "ours", "peer"))
    sampled = ", sampled" * (peer["sources timed"] != "all")
    cells = [table_2["GPU, paper (s)"], shown(table_2["kernel 7 (s)"]), shown(float(best["all pairs (ms)"]) / 1e3)]
    cells += [f"{shown(ours['all pairs (ms)'])} ({ours['what']})", shown(ours["paper's best / this"])]
    cells.append(shown(ours["traversed edges per s"]))
    name = peer["what"].split()[0]
    return [*cells, f"{shown(float(peer['all pairs (ms)']) / 1e3)} ({name}{sampled})"]


def test_what_is_beyond_the_paper_on_graphs_is_recorded(tables_of_h100):
    recorded, table_2 = tables_of_h100("apsp_beyond"), tables_of_h100("apsp_table_2")
    rows = rows_after("test_evidence.py holds these rows to the runs on graphs. -->")
    assert len(rows) == 6
    for work, *cells in rows:
        at = dict(zip(("graph", "N"), work.split(", N = ")))
        here, (printed,) = ([r for r in t if r | at == r] for t in (recorded, table_2))
        assert cells == of_graphs(here, printed), work
    of_ring = {
        r["what"]: float(r["all pairs (ms)"]) / 1e3 for r in recorded if (r["graph"], r["N"]) == ("(1)", "30000")
    }
    tuned, loop = of_ring["Kernel 7"], of_ring["device_loop"]
    share = f"{100 * (1 - loop / tuned):.0f} %"
    assert (
        f"takes {tuned:.0f} s with its levels enqueued ahead, and {loop:.0f} s" in JOINED
        and f"take {share} of the paper's time" in JOINED
    )


def test_all_pairs_on_16_cores_are_recorded():
    loaded = [load_run(ROOT / "results" / "h100" / name)[1] for name in ("apsp_beyond", "apsp_cpu_all")]
    for variant in ("cpu_bfs_parallel", "cpu_bit_parallel"):
        seconds = {
            r["graph"]: r.time_s for records in loaded for r in records if (r.variant, r["n"]) == (variant, 30000)
        }
        ring, *others = (shown(seconds[graph]) for graph in ("watts_ring", "watts", "barabasi_albert"))
        assert re.search(rf"{ring}, {others[0]} and {others[1]} s\b", JOINED), variant


def test_the_walks_counters_are_recorded(tables_of_h100):
    assert all(row["DRAM busy"] for row in tables_of_h100("carpet_counters"))


def test_what_is_said_of_the_fourier_method_is_recorded(tables_of_h100):
    """From which error on it takes less time than ours, at the largest size, and the least errors of both."""
    rows = tables_of_h100("cahn_hilliard_fourier")
    (head,) = [head for head in rows[0] if head.startswith("time of 1 at N = 8192")]
    own, other = ([r for r in rows if ("Fourier" in r["method"]) == is_fourier] for is_fourier in (False, True))
    fastest = min(float(r[head]) for r in own)
    faster = min(float(r["error"]) for r in other if float(r[head]) < fastest)
    least = [min(float(r["error"]) for r in each) for each in (other, own)]
    told = re.search(
        r"an error of\s+([\d.]+) %.*\sbelow ([\d.e-]+) in.* explicit step's is ([\d.e-]+)", JOINED
    ).groups()
    assert list(told) == [f"{100 * faster:.1g}", *(f"{error:.0e}".replace("e-0", "e-") for error in least)]


def test_the_audit_is_the_recorded_one(recorded_tables):
    recorded = {row["check"]: row["result"] for row in recorded_tables("checks") if row["by"] == "retime audit"}
    told = r"(\d+) of\s+(\d+) comparisons of equal code said \*same\*, (\d+) \*undecided\*; (\d+) of (\d+) with 2 %"
    same, equal, undecided, slower, injected = re.search(told, JOINED).groups()
    assert recorded["equal code"] == f"{same} of {equal} same, {undecided} of {equal} undecided"
    assert recorded["code made 2 % slower"] == f"{slower} of {injected} slower"


def test_the_audit_of_fresh_processes_is_the_recorded_one():
    recorded = json.loads((ROOT / "results/h200/audit_across.json").read_text())["designs"]
    rows = rows_after("test_evidence.py holds these rows to the recorded audit. -->")
    assert len(rows) == len(recorded) == 3
    for (_, *shown), design in zip(rows, recorded):
        equal, slower = (row["verdicts"] for row in design["matrix"])
        counts = [equal["faster"] + equal["slower"], equal["same"], slower["slower"]]
        assert shown == [f"{n} of {sum(v.values())}" for n, v in zip(counts, (equal, equal, slower))]


@pytest.mark.parametrize("session,verdict", [("ab_same", "same"), ("ab_slower", "slower")])
def test_the_sessions_of_ab_are_the_recorded_ones(session, verdict):
    cases = json.loads((ROOT / f"results/h200/repeatability/{session}.json").read_text())["cases"]
    count = sum(case["verdict"] == verdict for case in cases)
    assert re.search(rf"\*{verdict}\* of {count} of\s+{len(cases)}\b", JOINED), (count, len(cases))


def test_the_tuners_rows_are_those_of_the_tuners_bench():
    """The default strategy, and in each column the best of Kernel Tuner's; what is said of its dual annealing."""
    page = (ROOT / "examples/tuner_bench/README.md").read_text()
    rows = re.findall(
        r"^\| ([^|]+) \| ([\d. |]+) \| [^|]+ \| (\d+) % \|", page.split("### Warm start")[0], re.MULTILINE
    )
    strategies = {name: [*numbers.split(" | "), int(percent)] for name, numbers, percent in rows}
    peers = [each for name, each in strategies.items() if name.startswith("Kernel Tuner")]
    best = [max(column) for column in zip(*peers)]
    told = [line for line in TEXT.splitlines() if line.startswith(("| `tune`", "| the best of Kernel Tuner"))]
    shown = [[cell.strip() for cell in line.strip("|").split("|")][1:] for line in told]
    assert shown == [[*each[:4], f"{each[4]} %"] for each in (strategies["default"], best)]
    alone, again = (strategies[f"Kernel Tuner: dual_annealing{words}"] for words in ("", ", restarted"))
    assert best[:2] == alone[:2]
    assert (
        f"at {alone[3]}, or, if it is started again whenever it stops, at {again[2]} after 100 and {again[3]}" in JOINED
    )
