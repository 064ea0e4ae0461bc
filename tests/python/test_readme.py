"""What README.md says is so: its rows are the recorded runs', its excerpt stands in the example, its commands exist."""

import re
from types import SimpleNamespace

import pytest
from program import ROOT, output
from terminal import on_a_terminal
from test_evidence import JOINED as EVIDENCE

from plots.files.text import signs
from plots.verdicts import verdict_table

TEXT = (ROOT / "README.md").read_text()


def rows_after(words):
    """Cells of the first table after these words, without its two header lines."""
    lines = TEXT.split(words)[1].splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("|"))
    table = lines[first : lines.index("", first)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def test_it_is_read_in_minutes():
    assert len(TEXT.splitlines()) <= 250


def test_the_verdicts_are_the_recorded_ones(recorded_tables):
    recorded = {signs(row["what is said"]): row for row in recorded_tables("claims")}
    rows = rows_after("test_readme.py holds these rows to the recorded runs. -->")
    assert len(rows) >= 5 and {verdict for verdict, *_ in rows} == {"holds, by another factor", "differs", "reversed"}
    for verdict, claim, *shown in rows:
        row = recorded[claim]
        assert [verdict, *shown] == [row[c] for c in ("verdict", "paper", "here, as printed", "here, tuned")], claim
    assert f"{len(recorded)} claims" in TEXT


def test_the_table_of_verdicts_is_the_recorded_one(recorded_tables):
    shown = re.search(r"verdicts of the recorded runs: begin -->\n```\n(.*?)\n```", TEXT, re.DOTALL)[1]
    by_family = {}
    for row in recorded_tables("claims"):
        by_family.setdefault(row["family"], []).append(
            SimpleNamespace(verdict=row["verdict"], claim=SimpleNamespace(is_ours=False))
        )
    every = [verdict for verdicts in by_family.values() for verdict in verdicts]
    printed = verdict_table.for_terminal(sorted(by_family.items())) + verdict_table.in_a_line(every)
    assert shown.replace(";\n", "; ") == printed


def test_the_tuners_shares_are_those_of_the_evidence():
    tune, peers = re.search(r"in (\d+) % of the runs; the best strategy of Kernel Tuner 1.4 in (\d+) %", TEXT).groups()
    assert re.search(rf"`tune`, default strategy \|[^%]* {tune} % \|", EVIDENCE)
    assert re.search(rf"Kernel Tuner 1.4's strategies in each column \|[^%]* {peers} % \|", EVIDENCE)


def test_the_excerpt_stands_in_the_example():
    source = (ROOT / "examples/saxpy/saxpy.cu").read_text()
    excerpt = re.search(r"test_readme.py holds this excerpt to that file. -->\n```cpp\n(.*?)```", TEXT, re.DOTALL)[1]
    pieces = excerpt.strip().split("\n\n")
    assert len(pieces) == 3 and all(f"{piece}\n" in source for piece in pieces)


def test_the_terminal_sample_is_what_the_program_shows(monkeypatch):
    """Of the recorded runs, on a terminal of 80 columns."""
    monkeypatch.chdir(ROOT)
    sample = re.search(r"terminal sample: begin -->\n```\n(.*?)```", TEXT, re.DOTALL)[1]
    commands = re.split(r"^\$ retime ", sample, flags=re.MULTILINE)[1:]
    assert len(commands) == 1
    for each in commands:
        command, shown = each.split("\n", 1)
        printed = on_a_terminal(command, NO_COLOR="1").replace("\r", "")
        assert shown.strip() == printed.strip(), command


def test_every_command_has_a_row():
    told = {name for cells in rows_after("## Commands") for name in re.findall(r"`([a-z]+)`", cells[0])}
    there = set(re.findall(r"^  ([a-z]+) {2,}[A-Z]", output("--help"), re.MULTILINE))
    assert len(there) > 10 and there == told


@pytest.mark.parametrize("page", sorted(p.name for p in (ROOT / "docs").glob("*.md")))
def test_every_page_is_linked(page):
    assert f"](docs/{page}" in TEXT
