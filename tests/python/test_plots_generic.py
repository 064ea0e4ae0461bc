"""A family of one's own, which no page and no paper knows: what its report shows."""

import csv
import json

import pytest
from synthetic import header, record, write_run
from test_plots_claims import carpet_lines

from plots import claims
from plots.__main__ import main

MARK_S = 123.456  # a time that no other number of a report has


def case(variant, seconds, n, block=256, **more):
    return record(
        variant,
        seconds,
        family="mysaxpy",
        n=n,
        tuning={"block": block, "items": 4},
        base=None if variant == "simple" else "simple",
        bytes_moved=12.0 * n,
        **more,
    )


def swept():
    lines = [case("simple", 1e-11 * n, n) for n in (1000, 10000, 100000)]
    return lines + [
        case("fast", 5e-12 * n * (1 + b / 1024), n, b) for n in (1000, 10000, 100000) for b in (64, 256, 1024)
    ]


def report_of(tmp_path, lines, head=None, *flags):
    run = write_run(tmp_path / "run", lines, head)
    assert main([str(run), *flags]) == 0
    return run / "report"


def rows(report, table):
    return list(csv.DictReader((report / "tables" / f"{table}.csv").open()))


def test_times_tunings_speed_ups_and_bandwidth_are_those_planted(tmp_path):
    report = report_of(tmp_path, swept())
    found = {(row["variant"], row["workload"]): row for row in rows(report, "mysaxpy_times")}
    assert len(found) == 6
    row = found["fast", "n=10000"]
    assert row["tuning"] == "block=64, items=4" and row["over"] == "simple"
    assert float(row["median (s)"]) == pytest.approx(5e-8 * 1.0625)
    assert float(row["speed-up"]) == pytest.approx(2 / 1.0625)
    assert float(row["least bytes (GB/s)"]) == pytest.approx(12e4 / 5.3125e-8 * 1e-9)
    assert float(row["of the bandwidth ceiling"]) == pytest.approx(12e4 / 5.3125e-8 / 4.23e12)
    assert found["simple", "n=1000"]["speed-up"] == ""  # it is the base
    axis = next(row for row in rows(report, "mysaxpy_axes") if row["size"] == "n=1000")
    assert (axis["tuning axis"], axis["values tried"], axis["fastest"], axis["slowest"]) == (
        "block",
        "64, 256, 1024",
        "64",
        "1024",
    )
    assert float(axis["slowest takes longer by"]) == pytest.approx(2 / 1.0625 - 1)
    assert {p.stem for p in (report / "figures").glob("*.png")} == {"mysaxpy_times", "mysaxpy_bandwidth"}


def test_no_paper_is_shown_beside_it(tmp_path):
    write_run(tmp_path / "recorded" / "carpet", carpet_lines(sizes=(1000, 2000)))
    lines = [case("simple", MARK_S, 1000, emulated=True), case("host", 2.0, 1000, processor="cpu")]
    report = report_of(tmp_path, lines, header("emulation"), "--recorded", str(tmp_path / "recorded"))
    text = (report / "report.md").read_text()
    assert "## mysaxpy" in text and "carpet" not in text and "Claims" not in text
    assert "123.4" not in text  # an emulated time is no time


def test_own_family_stands_before_recorded_ones(tmp_path):
    write_run(tmp_path / "recorded" / "carpet", carpet_lines(sizes=(1000, 2000)))
    lines = [case("host", 2.0, 1000, processor="cpu"), record("a_dense", 1.0, emulated=True, steps=10, occupancy=0.35)]
    report = report_of(tmp_path, lines, header("emulation"), "--recorded", str(tmp_path / "recorded"))
    text = (report / "report.md").read_text()
    assert text.index("## Random walks") < text.index("## mysaxpy")  # both are of the run given
    alone = write_run(tmp_path / "alone", [case("host", 2.0, 1000, processor="cpu")], header("emulation"))
    recorded = tmp_path / "recorded" / "carpet"
    assert main([str(alone), str(recorded), "--recorded", str(tmp_path / "recorded")]) == 0
    text = (alone / "report" / "report.md").read_text()
    assert text.index("## mysaxpy") < text.index("## Random walks")


@pytest.mark.parametrize(
    "lines, head",
    [
        ([case("simple", 1.0, 1000)], None),
        ([case("simple", 1.0, 1000, emulated=True)], header("emulation")),
        ([case("host", 1.0, 1000, processor="cpu")], header("emulation")),
        ([case("simple", 1.0, 1000, status="constraint", reason="too large")], None),
        ([case("simple", 1.0, 1000) | {"work": None, "roofline": None, "size_axis": ""}], None),
    ],
    ids=["one case", "emulated", "CPU alone", "nothing ran", "nothing declared"],
)
def test_small_runs_have_a_report(tmp_path, lines, head):
    report = report_of(tmp_path, lines, head, "--recorded", str(tmp_path / "none"))
    text = (report / "report.md").read_text()
    assert "## mysaxpy" in text and "nan" not in text and "None" not in text
    timed = any(line["time_is"] == "measured" and line["statistics"] for line in lines)
    assert (report / "tables" / "mysaxpy_times.csv").is_file() == timed


def test_a_run_of_the_tuner_has_its_part(tmp_path):
    head = header(argv=["retime", "tune"])
    lines = [
        case("fast", 1e-6 * (1 + b / 1024), 1000, b) | {"tuning_history": {"role": "search", "strategy": "default"}}
        for b in (64, 128, 256, 512)
    ]
    report = report_of(tmp_path, lines, head)
    (row,) = rows(report, "tuning")
    assert (row["case"], row["winner"], row["trials"]) == ("mysaxpy/fast/n=1000", "block=64", "4")
    assert (report / "figures" / "tuning_01.png").is_file()


def test_the_report_stands_in_the_run_wherever_one_stands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    report = report_of(tmp_path, [case("simple", 1.0, 1000)])
    assert capsys.readouterr().out.strip() == str(report / "report.html") and not (tmp_path / "report").exists()
    recorded = write_run(tmp_path / "recorded" / "mine", [case("simple", 1.0, 1000)])
    assert main([str(recorded), "--recorded", str(recorded.parent)]) == 2
    assert "--out" in capsys.readouterr().err and not (recorded / "report").exists()


CLAIMS = [
    {
        "id": "faster",
        "text": "Fast is faster.",
        "quantity": "t",
        "claimed": 2,
        "relation": ">",
        "limit": 1,
        "judge": {"ratio": ["simple", "fast"]},
    },
    {
        "id": "linear",
        "text": "Time is linear.",
        "quantity": "slope",
        "claimed": 1,
        "relation": "between",
        "limit": [0.9, 1.1],
        "judge": {"slope": "simple"},
    },
    {"id": "later", "text": "Nobody can judge this.", "quantity": "?", "claimed": None, "relation": "<", "limit": 1},
]


def test_claims_on_a_family_without_a_page_are_judged_from_the_papers_json(tmp_path, monkeypatch):
    (tmp_path / "papers").mkdir()
    paper = {"id": "me_2026", "citation": "Me, 2026.", "families": ["mysaxpy"], "hardware": {}}
    paper["claims"] = [{"family": "mysaxpy", "where": "p. 1"} | claim for claim in CLAIMS]
    (tmp_path / "papers" / "me_2026.json").write_text(json.dumps(paper))
    monkeypatch.setattr(claims, "PAPERS", tmp_path / "papers")
    claims.paper.cache_clear()
    report = report_of(tmp_path, swept())
    claims.paper.cache_clear()
    verdicts = {row["claim"]: row["verdict"] for row in rows(report, "mysaxpy_claims")}
    assert verdicts == {
        "Fast is faster.": "holds",
        "Time is linear.": "holds",
        "Nobody can judge this.": "not measurable here",
    }
    (fastest,) = rows(report, "fastest")
    assert fastest["size"] == "n=100000" and fastest["s"] == "fast 5.312e-7; simple 1.000e-6"
