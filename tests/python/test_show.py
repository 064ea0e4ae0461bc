"""`show`, `table` and how `run` ends: what people see of a run."""

import csv
import io
import json
import os
import re
import sys
from pathlib import Path

import pytest
from program import ROOT, output, program, refused, retime
from terminal import on_a_terminal, plain

from plots.__main__ import main

RECORDED = ROOT / "results/h200/carpet"
WALK = "run --filter ^carpet/(cpu_serial|a_dense|c_compact)/ --axis steps=20 --axis occupancy=0.093,0.35 --budget 0.1"


# Where .venv is not beside the program, `table` takes the Python that is found first.
WITH_PLOTS = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    """A run's folder and what `run` printed."""
    folder = tmp_path_factory.mktemp("shown") / "walk"
    done = retime(WALK, "--processes", 1, "--out", folder)
    assert done.returncode == 0, done.stderr
    return folder, done


def test_a_run_ends_with_its_table_and_its_folder(walk):
    folder, done = walk
    lines = done.stdout.splitlines()
    assert lines[-1] == str(folder)
    assert "carpet/occupancy=0.093/steps=20" in lines
    assert re.search(r"^cpu_serial .* (ns|us|ms) ", done.stdout, re.MULTILINE)
    emulated = sum("(emulated" in line for line in lines)
    (counts,) = (line for line in lines if re.match(r"\d+ cases: ", line))
    assert f"{emulated} emulated" in counts or emulated == 0
    assert f"next: {program().name} show {folder}; a report: python -m plots {folder}" in done.stderr


def test_show_prints_the_table_again(walk):
    folder, done = walk
    shown = output("show", folder)
    assert shown in done.stdout
    assert "occupancy=0.35" not in output("show", folder, "--filter", "occupancy=0.093")


def test_a_run_names_its_folder_before_it_measures(walk):
    folder, done = walk
    assert re.match(rf"6 cases, sampling takes at most \S+ s, into {folder}\n", done.stderr)


def test_without_a_terminal_nothing_but_results_is_printed(walk):
    _, done = walk
    assert len(done.stderr.splitlines()) == 2  # the folder, and what to do next
    assert "\r" not in done.stdout + done.stderr and "\x1b" not in done.stdout + done.stderr


def test_quiet_is_the_folder_alone(tmp_path):
    done = retime(WALK, "--quiet", "--processes", 1, "--out", tmp_path / "walk")
    assert (done.stdout, done.stderr) == (f"{tmp_path}/walk\n", "")


def test_show_is_csv_json_and_markdown(walk):
    folder, _ = walk
    rows = list(csv.DictReader(io.StringIO(output("show", folder, "--csv"))))
    said = json.loads(output("show", folder, "--json"))
    found = [row for group in said["groups"] for row in group["rows"]]
    assert [row["key"] for row in rows] == [row["key"] for row in found]
    assert [float(row["median_ns"]) for row in rows] == [row["median_ns"] for row in found]
    assert said["cases"] == sum(said["outcomes"].values())
    markdown = output("show", folder, "--markdown").splitlines()
    assert len({line.count("|") for line in markdown}) == 1 and "| --- |" in markdown[1]


def test_show_reads_packed_runs():
    shown = output("show", RECORDED)
    assert "carpet/occupancy=0.093/steps=2000" in shown and re.search(r"^c_compact +tuned .*ms", shown, re.MULTILINE)
    assert re.search(r"^\d+ cases: ", shown, re.MULTILINE)


@pytest.mark.parametrize("command", [f"show {RECORDED}", f"table carpet {RECORDED}", "list", "device"])
def test_eighty_columns_hold(command):
    text = plain(on_a_terminal(command, **WITH_PLOTS)).replace("\r", "")
    too_long = [line for line in text.splitlines() if len(line) > 80]
    assert text and not too_long


def test_progress_fits_the_terminal(tmp_path):
    text = on_a_terminal(WALK, "--processes", 2, "--out", tmp_path / "walk")
    shown = [part for line in text.split("\n") for part in re.split(r"\r\x1b\[K|\r", line)]
    assert any(re.match(r"\d of 6 done", part) for part in shown)
    assert any("left: " in part for part in shown)
    folder = str(tmp_path)
    assert not [part for part in map(plain, shown) if len(part) > 80 and folder not in part]


def test_colours_are_for_terminals_that_want_them():
    assert "\x1b[" in on_a_terminal(f"show {RECORDED}", NO_COLOR=None)
    assert "\x1b[" not in on_a_terminal(f"show {RECORDED}", NO_COLOR="1")
    assert "\x1b[" not in on_a_terminal(f"show {RECORDED}", NO_COLOR=None, TERM="dumb")
    assert "\x1b[" not in output(f"show {RECORDED}")


TABLE = f"table carpet {RECORDED}"


def test_table_has_the_reports_numbers(tmp_path):
    """The claims of the paper and its Table I, as the report of the same runs has them."""
    assert main([str(RECORDED), "--only", "fits", "--out", str(tmp_path)]) == 0
    claims, table_1 = json.loads(output(TABLE, "--json", **WITH_PLOTS))
    for table, key in (claims, "what is said"), (table_1, "measured a*1e9 (s)"):
        with (tmp_path / f"tables/{table['name']}.csv").open(newline="") as file:
            report = {row[key]: row for row in csv.DictReader(file)}
        for row in (dict(zip(table["columns"], cells, strict=True)) for cells in table["rows"]):
            there = report[str(row[key])]
            assert row == {head: as_in(there[head], cell) for head, cell in row.items()}
        assert len(table["rows"]) > 10


def as_in(text, cell):
    """A cell of the report's CSV, of the type that the same one has in JSON."""
    return None if text == "" else float(text) if isinstance(cell, float) else text


def test_table_is_csv_and_markdown():
    said = output(TABLE, "--csv", **WITH_PLOTS)
    assert said.startswith("verdict,what is said,paper,") and "\n\nvariant,occupancy,form," in said
    assert "| verdict | what is said |" in output(TABLE, "--markdown", **WITH_PLOTS)


def test_table_of_a_table_alone(capsys):
    assert main([str(RECORDED), "--table", "carpet_table_1", "--as", "csv"]) == 0
    assert capsys.readouterr().out.startswith("variant,occupancy,form,")


@pytest.mark.parametrize(
    "command, why",
    [
        (f"table carpets {RECORDED}", "--table carpets: the runs make no such table; of the families carpet they make"),
        ("table carpet /no/such/run", "/no/such/run: "),
    ],
)
def test_bad_input_of_a_table_is_one_line(command, why):
    done = retime(command, **WITH_PLOTS)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith("plots: ")
    assert why in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command, why",
    [
        ("table carpet", "RUN is required"),
        ("show /no/such/run", "/no/such/run: no run"),
        (f"show {RECORDED} --filter nosuch", "holds no case that --filter 'nosuch' finds"),
        (f"show {RECORDED} --csv --json", "--csv excludes --json"),
    ],
)
def test_bad_input_is_refused(command, why):
    assert why in refused(command)
