"""The program from end to end: run directories in, report out."""

import json
import re
import subprocess
import sys

import numpy as np
import pytest
from program import ROOT
from synthetic import MARK_S, header, mentions_mark, record, report_of, table, write_run
from test_plots_claims import VARIANTS, carpet_lines

from plots import families
from plots.data.load import load_run
from plots.sections import report
from plots.verdicts.family import saved


def walk(variant, seconds, steps=10, **more):
    return record(variant, seconds, steps=steps, occupancy=0.35, **more)


@pytest.fixture(scope="module")
def gpu_report(tmp_path_factory):
    lines = carpet_lines(seed=1, level=3)
    for block in (64, 1024):
        lines += carpet_lines(variants=VARIANTS[:4], seed=1, level=3, block=block)
    lines.append(walk("b_diamond", 1.0, status="constraint", reason="block=2048 exceeds 1024 threads"))
    lines.append(walk("c_compact", MARK_S, status="incorrect", reason="max |p - p_ref| is 1, tolerance 1e-06"))
    return report_of(write_run(tmp_path_factory.mktemp("gpu") / "run", lines))


def test_all_parts_are_written(gpu_report):
    names = {p.relative_to(gpu_report).as_posix() for p in gpu_report.rglob("*") if p.is_file()}
    tables = {f"tables/{name}.csv" for name in ("carpet_table_1", "carpet_claims", "cases")}
    assert {"report.html", "report.md"} | tables <= names
    for figure in ("carpet_fig_11", "carpet_fig_12", "carpet_crossover", "carpet_displacement"):
        assert f"figures/{figure}.svg" in names


def test_the_pages_stand_alone_and_equal_the_markdown(gpu_report):
    pages = {path.name: path.read_text() for path in gpu_report.glob("*.html")}
    text = (gpu_report / "report.md").read_text()
    assert {"report.html", "carpet.html", "claims.html", "provenance.html"} <= set(pages)
    for page in pages.values():
        for loaded in re.findall(r'\bsrc="([^"]*)"', page):
            assert (gpu_report / loaded).is_file()
        assert (
            re.findall(r"<script[^>]*>", page) == ["<script>"] and (ROOT / "plots/output/report.js").read_text() in page
        )
        assert not re.search(r"<(link|iframe)\b|@import|url\(", page)
    assert sum(page.count("<img ") for page in pages.values()) == text.count("](figures/")
    every = sum(page.count("<table>") for page in pages.values())
    assert every == sum(line.startswith("| ---") for line in text.split("\n"))
    for figure in re.findall(r"\]\((figures/[^)]+)\)", text):
        assert (gpu_report / figure).is_file()


def test_the_worst_error_is_that_nearest_to_its_tolerance(tmp_path):
    lines = [walk("c_compact", 1.0, steps=steps) for steps in (10, 20, 30)]
    for line, error, tolerance in zip(lines, (2e-8, 3e-7, 0.0), (1e-7, 1e-6, 0.0), strict=True):
        line["verify"] |= {"value": error, "tolerance": tolerance}
    shown = table(report_of(write_run(tmp_path / "run", lines), "--only", "fits"), "verified")
    (worst,) = {float(row["worst error / tolerance"]) for row in shown if row["variant"] == "c_compact"}
    assert worst == pytest.approx(0.3)


def test_table_1_has_the_planted_coefficients(gpu_report):
    rows = [row for row in table(gpu_report, "carpet_table_1") if row["paper a*1e9 (s)"]]
    assert len(rows) == 9
    for row in rows:
        assert float(row["measured a*1e9 (s)"]) == pytest.approx(float(row["paper a*1e9 (s)"]), rel=1e-6)
        assert float(row["paper / measured"]) == pytest.approx(1, rel=1e-6)


def test_cases_that_failed_are_counted_with_their_reason_and_an_incorrect_time_stands_nowhere(gpu_report):
    text = (gpu_report / "report.md").read_text()
    assert "block=2048 exceeds 1024 threads" in text
    assert "max \\|p - p_ref\\| is 1, tolerance 1e-06" in text
    (row,) = table(gpu_report, "cases")
    assert (row["incorrect"], row["constraint"]) == ("1", "1")
    assert not mentions_mark(gpu_report)


def test_emulated_gpu_times_appear_nowhere(tmp_path):
    both = (100, 200)
    lines = [walk(v, MARK_S, s, emulated=True) for v in ("a_dense", "b_diamond", "c_compact") for s in both]
    lines += [walk("cpu_serial", 0.25 * s, s, processor="cpu", tuning={}) for s in both]
    lines.append(record("mystery", MARK_S, emulated=True, family="unknown_family", n=1))
    report = report_of(write_run(tmp_path / "run", lines, header("emulation")), "--recorded", tmp_path / "none")
    assert not mentions_mark(report)
    text = (report / "report.md").read_text()
    assert "No GPU took part" in text
    assert re.search(r"\| c_compact \| emulation \| gpu \| 2 \| 2 \|.*no time counts", text)
    assert "| 200 | 50 |" in text  # the CPU's times are real
    assert not (report / "figures" / "carpet_fig_11.svg").exists()


def test_recorded_gpu_runs_are_shown_and_named_so(tmp_path):
    write_run(tmp_path / "recorded" / "carpet", carpet_lines(), header(utc="2026-10-01T00:00:00Z"))
    mine = [walk("cpu_serial", 1e-6 * s**3, s, processor="cpu", tuning={}, precision="float") for s in (100, 200)]
    mine += [walk("c_compact", MARK_S, emulated=True, precision="float")]
    run = write_run(tmp_path / "run", mine, header("emulation", host={"cpu": "Small CPU", "cores": 1}))
    report = report_of(run, "--recorded", tmp_path / "recorded")
    text = (report / "report.md").read_text()
    assert "GPU results below are recorded ones, from NVIDIA H200" in text
    assert "Claims, judged on NVIDIA H200 (recorded 2026-10-01)" in text
    assert "Small CPU (1 core)" in text
    assert not mentions_mark(report)
    # This machine's CPU is no denominator of the recorded GPU's speed-ups.
    assert "Test CPU (2 cores) against NVIDIA H200" in text and "Small CPU (1 core) against" not in text


def test_a_gpu_run_hides_the_recorded_ones(tmp_path):
    old = header(device={"kind": "cuda", "name": "Old GPU", "uuid": None})
    write_run(tmp_path / "recorded" / "carpet", carpet_lines(), old)
    report = report_of(write_run(tmp_path / "run", [walk("a_dense", 1.0)]), "--recorded", tmp_path / "recorded")
    assert "Old GPU" not in (report / "report.md").read_text()


def test_a_killed_run_is_reported_as_unfinished(tmp_path, capsys):
    run = write_run(tmp_path / "run", [walk("a_dense", 1.0, s) for s in (1, 2)])
    text = (run / "records.jsonl").read_text()
    (run / "records.jsonl").write_text(text[:-25])
    report = report_of(run)
    assert "the last record is cut short and left out" in capsys.readouterr().err
    assert "unfinished: the last line is cut short and left out" in (report / "report.md").read_text()


def test_a_new_module_is_found_with_no_edit_elsewhere(tmp_path, monkeypatch):
    (tmp_path / "planted.py").write_text(
        'FAMILY, TITLE = "planted", "Planted"\ndef tables(data):\n    return []\ndef figures(data):\n    return []\n'
    )
    monkeypatch.setattr(families, "__path__", [*families.__path__, str(tmp_path)])
    assert "planted" in report.modules()
    sys.modules.pop("plots.families.planted")
    (tmp_path / "planted.py").write_text('FAMILY = "planted"\n')
    with pytest.raises(TypeError, match="lacks TITLE, tables, figures"):
        report.modules()
    sys.modules.pop("plots.families.planted", None)


def test_a_run_without_a_gpu_can_stand_alone(tmp_path):
    write_run(tmp_path / "recorded" / "carpet", carpet_lines(), header(utc="2026-10-01T00:00:00Z"))
    mine = write_run(tmp_path / "run", [walk("cpu_serial", 1.0, processor="cpu", tuning={})], header("emulation"))
    for flags, is_shown in ((("--recorded", tmp_path / "recorded"), True), (("--no-recorded",), False)):
        text = (report_of(mine, *flags) / "report.md").read_text()
        assert ("NVIDIA H200" in text) == is_shown and "cpu_serial" in text


def test_the_page_of_the_readme_works(tmp_path, monkeypatch):
    """The example of plots/README.md, as a page of a family of its own."""
    listing = re.search(r"```python\n(.*?)```", (ROOT / "plots" / "README.md").read_text(), re.DOTALL)[1]
    (tmp_path / "planted_page.py").write_text(listing.replace("cahn_hilliard", "planted"))
    monkeypatch.setattr(families, "__path__", [str(tmp_path)])
    report = report_of(write_run(tmp_path / "run", [record("a", 1e-3 * n, family="planted", n=n) for n in (64, 128)]))
    sys.modules.pop("plots.families.planted_page")
    assert {p.stem for p in (report / "figures").glob("*.svg")} == {"planted_fig_6", "planted_own"}
    rows = [(row["variant"], row["N"], float(row["median (s)"])) for row in table(report, "planted_times")]
    assert rows == [("a", "64", 0.064), ("a", "128", 0.128)]


def test_arrays_are_found_from_the_folder_of_their_run(tmp_path):
    np.save(tmp_path / "field.npy", np.arange(3))
    (tmp_path / "run").mkdir()
    line = record("a_dense", 1.0, steps=1) | {"saved": ["../field.npy"]}
    _, (found,) = load_run(write_run(tmp_path / "run", [line]))
    assert saved(found, "field").tolist() == [0, 1, 2]


def test_the_same_records_give_the_same_report_and_fits_alone_draw_nothing(tmp_path):
    run = write_run(tmp_path / "run", carpet_lines(sizes=(1000, 2000)))
    one, two = (report_of(run, "--out", tmp_path / name) for name in ("one", "two"))
    for path in one.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (two / path.relative_to(one)).read_bytes(), path.name
    fits = report_of(run, "--only", "fits")
    assert (fits / "tables" / "carpet_table_1.csv").is_file()
    assert [p.name for p in fits.iterdir()] == ["tables"]


CLAIMS = sum(
    not claim["where"].startswith("ours")
    for file in (ROOT / "results/papers").glob("*.json")
    for claim in json.loads(file.read_text())["claims"]
)
IN_A_LINE = (
    "{} of {} claims of the papers are decided: 0 holds; {} holds, by another factor; 0 no difference; 0 differs; 0 reversed;"
    " 0 undecided; 0 not comparable; {} not measured\n"
)


def test_it_says_how_many_of_all_claims_are_decided(tmp_path, capsys):
    at = {"occupancy": 0.093, "steps": 1000}
    lines = [record("c_compact", 1.0, **at), record("cpu_serial", 100.0, processor="cpu", tuning={}, **at)]
    report_of(write_run(tmp_path / "run", lines))
    above, below, carpet, line = capsys.readouterr().err.splitlines()
    assert line + "\n" == IN_A_LINE.format(1, CLAIMS, 1, CLAIMS - 1)
    assert above.split() == ["other", "not"]
    assert below.split() == "claims holds factor same differs reversed undecided judged".split()
    name, claims, *counts, not_judged = carpet.split()
    assert (name, counts) == ("carpet", ["0", "1", "0", "0", "0", "0"]) and int(claims) == int(not_judged) + 1
    assert len(below) == len(carpet) <= 80


def test_the_command_line(tmp_path):
    run = write_run(tmp_path / "run", [walk("a_dense", 1.0)])
    (tmp_path / "file").write_text("")

    def plots(*arguments):
        command = [sys.executable, "-m", "plots", *map(str, arguments)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    done = plots(run, "--out", tmp_path / "r")
    assert done.returncode == 0 and done.stdout.strip() == str(tmp_path / "r" / "report.html")
    assert done.stderr == IN_A_LINE.format(0, CLAIMS, 0, CLAIMS)
    for arguments, words in (
        ([], "RUN"),
        ([run, "--wrong"], "--wrong"),
        ([run, "--out", tmp_path / "file"], "give another folder with --out"),
    ):
        failed = plots(*arguments)
        assert failed.returncode == 2 and words in failed.stderr and "Traceback" not in failed.stderr


def test_what_lies_beside_the_runs_is_told(tmp_path):
    run = write_run(tmp_path / "h200" / "carpet", carpet_lines(sizes=(1000, 2000)))
    (run.parent / "sanitizer.txt").write_text(
        "memcheck, smoke: status 0, 30 cases, ========= ERROR SUMMARY: 0 errors\n"
        "racecheck, k3: status 124, \ninitcheck: status 9, ========= ERROR SUMMARY: 2 errors\nother words\n"
    )
    (run.parent / "device_check.txt").write_text(
        "spin of 2 us  1991  1800  2200 ns  pass\nspin cold  2279  2200 ns  FAIL\n"
    )
    matrix = [
        {"injected_percent": 0.0, "verdicts": {"same": 9, "slower": 1}},
        {"injected_percent": 2.0, "verdicts": {"same": 0, "slower": 10}},
    ]
    (run.parent / "audit.json").write_text(json.dumps({"cases": [{"matrix": matrix}, {"matrix": matrix}]}))
    rows = {row["check"]: row["result"] for row in table(report_of(run, "--only", "fits"), "checks")}
    assert rows["memcheck, smoke, 30 cases"] == "no fault" and rows["racecheck, k3"] == "not finished in its time"
    assert rows["initcheck"] == "status 9. ERROR SUMMARY: 2 errors"
    assert "1 passed, 1 failed: spin cold" in rows.values()
    assert rows["equal code"] == "18 of 20 same, 2 of 20 slower" and rows["code made 2 % slower"] == "20 of 20 slower"
    designs = [{"design": "3 v 3", "matrix": matrix}, {"design": "ab", "matrix": matrix}]
    (run.parent / "audit_across.json").write_text(json.dumps({"cases": [], "designs": designs}))
    rows = {row["check"]: row["result"] for row in table(report_of(run, "--only", "fits"), "checks")}
    assert rows["equal code, 3 v 3"] == rows["equal code, ab"] == "9 of 10 same, 1 of 10 slower"
    (run.parent / "audit.json").write_text("[]")
    report_of(run, "--only", "fits")


@pytest.mark.parametrize("name", ["report", "Claims", "tuning", "provenance"])
def test_a_family_may_be_called_like_a_page(tmp_path, name):
    """Its page has another name then, and every page of the report stays what it is."""
    lines = [record("a", 1e-3 * n, family=each, n=n) for n in (64, 128) for each in (name, "planted")]
    report = report_of(write_run(tmp_path / "run", lines))
    titles = {p.stem: re.search(r"<h1>(.*?)</h1>", p.read_text())[1] for p in report.glob("*.html")}
    assert titles[f"{name}-family"] == name and titles["planted"] == "planted"
    assert titles["report"].startswith("retime:") and titles["provenance"] == "How it was measured"
