"""The program from end to end: run directories in, report out."""

import csv
import json
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT
from synthetic import header, record, write_run
from test_plots_claims import carpet_lines

from plots import families, report
from plots.__main__ import main

MARK_S = 123.456  # a time that no other number of a report has


@pytest.fixture(scope="module")
def gpu_report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gpu")
    lines = carpet_lines(seed=1, level=3)
    for block in (64, 1024):
        lines += [
            dict(line, axes={**line["axes"], "block": block}, key=line["key"].replace("block=256", f"block={block}"))
            for line in lines
            if line["axes"].get("block") == 256
        ]
    lines.append(
        record("b_diamond", 1.0, status="constraint", reason="block=2048 exceeds 1024 threads", steps=7, occupancy=0.35)
    )
    lines.append(
        record(
            "c_compact",
            MARK_S,
            status="incorrect",
            reason="max |p - p_ref| is 1, tolerance 1e-06",
            steps=9,
            occupancy=0.35,
        )
    )
    run = write_run(folder / "run", lines)
    assert main([str(run), "--out", str(folder / "report")]) == 0
    return folder / "report"


def test_all_parts_are_written(gpu_report):
    names = {p.relative_to(gpu_report).as_posix() for p in gpu_report.rglob("*") if p.is_file()}
    for name in (
        "report.html",
        "report.md",
        "tables/carpet_table_1.csv",
        "tables/carpet_claims.csv",
        "tables/cases.csv",
    ):
        assert name in names
    for figure in ("carpet_fig_11", "carpet_fig_12", "carpet_crossover", "carpet_ceiling", "carpet_displacement"):
        assert {f"figures/{figure}.png", f"figures/{figure}.svg"} <= names


def test_the_html_stands_alone_and_equals_the_markdown(gpu_report):
    page, text = (gpu_report / "report.html").read_text(), (gpu_report / "report.md").read_text()
    assert not re.search(r'(src|href)="(?!data:|#)', page)
    assert (
        page.count("data:image/png;base64,")
        == text.count("](figures/")
        == len(list((gpu_report / "figures").glob("*.png")))
    )
    assert page.count("<table>") == sum(line.startswith("| ---") for line in text.split("\n"))
    for figure in re.findall(r"\]\((figures/[^)]+)\)", text):
        assert (gpu_report / figure).is_file()


def test_table_1_has_the_planted_coefficients(gpu_report):
    rows = list(csv.DictReader((gpu_report / "tables" / "carpet_table_1.csv").open()))
    for row in rows:
        if row["paper a*1e9 (s)"]:
            assert float(row["measured a*1e9 (s)"]) == pytest.approx(float(row["paper a*1e9 (s)"]), rel=1e-6)
            assert float(row["paper / measured"]) == pytest.approx(1, rel=1e-6)
    assert sum(bool(row["paper a*1e9 (s)"]) for row in rows) == 9


def test_cases_that_failed_are_counted_with_their_reason(gpu_report):
    text = (gpu_report / "report.md").read_text()
    assert "block=2048 exceeds 1024 threads" in text
    assert "max \\|p - p_ref\\| is 1, tolerance 1e-06" in text
    (row,) = csv.DictReader((gpu_report / "tables" / "cases.csv").open())
    assert (row["incorrect"], row["constraint"]) == ("1", "1")


def test_an_incorrect_time_stands_nowhere(gpu_report):
    for path in gpu_report.rglob("*"):
        if path.suffix in (".md", ".csv"):
            assert "123.4" not in path.read_text() and "123.5" not in path.read_text(), path


def test_emulated_gpu_times_appear_nowhere(tmp_path):
    lines = [
        record(v, MARK_S, emulated=True, steps=s, occupancy=0.093)
        for v in ("a_dense", "b_diamond", "c_compact")
        for s in (100, 200)
    ]
    lines += [record("cpu_serial", 0.25 * s, processor="cpu", tuning={}, steps=s, occupancy=0.093) for s in (100, 200)]
    lines.append(record("mystery", MARK_S, emulated=True, family="unknown_family", n=1))
    run = write_run(tmp_path / "run", lines, header("emulation"))
    assert main([str(run), "--out", str(tmp_path / "report"), "--recorded", str(tmp_path / "none")]) == 0
    for path in (tmp_path / "report").rglob("*"):
        if path.suffix in (".md", ".csv"):
            assert "123.4" not in path.read_text() and "123.5" not in path.read_text(), path
    text = (tmp_path / "report" / "report.md").read_text()
    assert "No GPU took part" in text
    assert re.search(r"\| c_compact \| emulation \| gpu \| 2 \| 2 \|.*no time counts", text)
    assert "| 0.093 | 200 | 50 |" in text  # the CPU's times are real
    assert not (tmp_path / "report" / "figures" / "carpet_fig_11.png").exists()


def test_recorded_gpu_runs_are_shown_and_named_so(tmp_path):
    write_run(tmp_path / "recorded" / "carpet", carpet_lines(), header(utc="2026-10-01T00:00:00Z"))
    mine = [
        record("cpu_serial", 1e-6 * s**3, processor="cpu", tuning={}, steps=s, occupancy=0.093, precision="float")
        for s in (100, 200)
    ]
    mine += [record("c_compact", MARK_S, emulated=True, steps=100, occupancy=0.093, precision="float")]
    run = write_run(tmp_path / "run", mine, header("emulation", host={"cpu": "Small CPU", "cores": 1}))
    assert main([str(run), "--out", str(tmp_path / "report"), "--recorded", str(tmp_path / "recorded")]) == 0
    text = (tmp_path / "report" / "report.md").read_text()
    assert "GPU results below are recorded ones, from NVIDIA H200" in text
    assert "Claims, judged on NVIDIA H200 (recorded 2026-10-01)" in text
    assert "this machine: Small CPU (1 core)" in text
    assert "123.4" not in text and "123.5" not in text
    # This machine's CPU is no denominator of the recorded GPU's speed-ups.
    assert "Test CPU (2 cores) against NVIDIA H200" in text and "Small CPU (1 core) against" not in text


def test_a_gpu_run_hides_the_recorded_ones(tmp_path):
    write_run(
        tmp_path / "recorded" / "carpet",
        carpet_lines(),
        header(device={"kind": "cuda", "name": "Old GPU", "uuid": None}),
    )
    run = write_run(tmp_path / "run", [record("a_dense", 1.0, steps=10, occupancy=0.35)])
    assert main([str(run), "--out", str(tmp_path / "report"), "--recorded", str(tmp_path / "recorded")]) == 0
    assert "Old GPU" not in (tmp_path / "report" / "report.md").read_text()


def test_a_killed_run_is_reported_as_unfinished(tmp_path, capsys):
    run = write_run(tmp_path / "run", [record("a_dense", 1.0, steps=s, occupancy=0.35) for s in (1, 2)])
    text = (run / "records.jsonl").read_text()
    (run / "records.jsonl").write_text(text[:-25])
    assert main([str(run), "--out", str(tmp_path / "report")]) == 0
    assert "the last record is cut short and left out" in capsys.readouterr().err
    assert "unfinished: the last line is cut short and left out" in (tmp_path / "report" / "report.md").read_text()


def test_a_family_without_a_module_is_still_reported(tmp_path):
    run = write_run(
        tmp_path / "run", [record("fast", 2.0, family="new_family", n=5), record("slow", 3.0, family="new_family", n=5)]
    )
    assert main([str(run), "--out", str(tmp_path / "report")]) == 0
    assert "## new_family" in (tmp_path / "report" / "report.md").read_text()
    assert "| fast | n=5 | block=256 | NVIDIA H200 | 2 |" in (tmp_path / "report" / "report.md").read_text()


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


def test_the_page_of_the_readme_works(tmp_path, monkeypatch):
    """The example of plots/README.md, as a page of a family of its own."""
    listing = re.search(r"```python\n(.*?)```", (ROOT / "plots" / "README.md").read_text(), re.DOTALL)[1]
    (tmp_path / "planted_page.py").write_text(listing.replace("cahn_hilliard", "planted"))
    monkeypatch.setattr(families, "__path__", [str(tmp_path)])
    run = write_run(tmp_path / "run", [record("a", 1e-3 * n, family="planted", n=n) for n in (64, 128)])
    assert main([str(run)]) == 0
    sys.modules.pop("plots.families.planted_page")
    assert {p.stem for p in (run / "report" / "figures").glob("*.png")} == {"planted_fig_6"}
    rows = list(csv.DictReader((run / "report" / "tables" / "planted_times.csv").open()))
    assert [(row["variant"], row["N"], float(row["median (s)"])) for row in rows] == [
        ("a", "64", 0.064),
        ("a", "128", 0.128),
    ]


def test_pictures_come_from_the_saved_arrays(tmp_path):
    rng = np.random.default_rng(1)
    patterns = [np.array([[abs(x) + abs(y) <= 2 for x in range(-2, 3)] for y in range(-2, 3)])]
    patterns += [
        patterns[0] & (rng.random((5, 5)) < 2) & ~np.eye(5, dtype=bool),
        patterns[0] & (np.abs(np.arange(-2, 3)) < 2),
    ]
    level_2 = np.block(
        [[patterns[rng.integers(3)] * int(patterns[rng.integers(3)][j, i]) for i in range(5)] for j in range(5)]
    )
    ground = np.tile(level_2, (3, 3)).astype(float)
    folder = tmp_path / "run" / "saved" / "carpet" / "a_dense"
    folder.mkdir(parents=True)
    p = np.where(ground > 0, rng.random(ground.shape), 0)
    np.save(folder / "carpet.npy", ground)
    np.save(folder / "distribution.npy", p / p.sum())
    line = record("a_dense", 1.0, steps=40, occupancy=0.093, level=2, precision="float")
    line["saved"] = [f"elsewhere/carpet/a_dense/{n}.npy" for n in ("carpet", "distribution")]
    run = write_run(tmp_path / "run", [line])
    assert main([str(run), "--out", str(tmp_path / "report")]) == 0
    drawn = {f.stem for f in (tmp_path / "report" / "figures").glob("*.png")}
    assert {"carpet_fig_1", "carpet_fig_2", "carpet_fig_3", "carpet_probability"} <= drawn


def test_the_same_records_give_the_same_report(tmp_path):
    run = write_run(tmp_path / "run", carpet_lines(sizes=(1000, 2000)))
    for name in ("one", "two"):
        assert main([str(run), "--out", str(tmp_path / name)]) == 0
    for path in (tmp_path / "one").rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "two" / path.relative_to(tmp_path / "one")).read_bytes(), path.name


def test_fits_alone_draw_nothing(tmp_path):
    run = write_run(tmp_path / "run", carpet_lines(sizes=(1000, 2000)))
    assert main([str(run), "--out", str(tmp_path / "report"), "--only", "fits"]) == 0
    assert (tmp_path / "report" / "tables" / "carpet_table_1.csv").is_file()
    assert [p.name for p in (tmp_path / "report").iterdir()] == ["tables"]


def test_the_command_line(tmp_path):
    run = write_run(tmp_path / "run", [record("a_dense", 1.0, steps=1, occupancy=0.35)])
    blocked = tmp_path / "file"
    blocked.write_text("")
    command = [sys.executable, "-m", "plots"]
    done = subprocess.run([*command, str(run), "--out", str(tmp_path / "r")], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.strip() == str(tmp_path / "r" / "report.html")
    for arguments, words in (
        ([], "RUN"),
        ([str(run), "--wrong"], "--wrong"),
        ([str(run), "--out", str(blocked)], "give another folder with --out"),
    ):
        failed = subprocess.run([*command, *arguments], cwd=ROOT, capture_output=True, text=True)
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
    assert main([str(run), "--out", str(tmp_path / "report"), "--only", "fits"]) == 0
    rows = {
        row["check"]: row["result"] for row in csv.DictReader((tmp_path / "report" / "tables" / "checks.csv").open())
    }
    assert rows["memcheck, smoke, 30 cases"] == "no fault" and rows["racecheck, k3"] == "not finished in its time"
    assert rows["initcheck"] == "status 9. ERROR SUMMARY: 2 errors"
    assert "1 passed, 1 failed: spin cold" in rows.values()
    assert rows["equal code"] == "18 of 20 same, 2 of 20 slower" and rows["code made 2 % slower"] == "20 of 20 slower"
    (run.parent / "audit.json").write_text("[]")
    assert main([str(run), "--out", str(tmp_path / "report"), "--only", "fits"]) == 0
