"""A family of one's own, which no page and no paper knows: what its report shows."""

import json

import pytest
from synthetic import MARK_S, energy, header, mentions_mark, record, refusal, report_of, table, write_run
from test_plots_claims import carpet_lines

from plots.__main__ import main
from plots.verdicts import claims


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
    sizes, blocks = (1000, 10000, 100000), (64, 256, 1024)
    lines = [case("simple", 1e-11 * n, n) for n in sizes]
    return lines + [case("fast", 5e-12 * n * (1 + b / 1024), n, b) for n in sizes for b in blocks]


def report(tmp_path, lines, head=None, *flags):
    return report_of(write_run(tmp_path / "run", lines, head), *flags)


def test_times_tunings_speed_ups_and_bandwidth_are_those_planted(tmp_path):
    made = report(tmp_path, swept())
    found = {(row["variant"], row["workload"]): row for row in table(made, "mysaxpy_times")}
    assert len(found) == 6
    row = found["fast", "n=10000"]
    assert row["tuning"] == "block=64, items=4" and row["over"] == "simple"
    assert float(row["median (s)"]) == pytest.approx(5e-8 * 1.0625)
    assert float(row["speed-up"]) == pytest.approx(2 / 1.0625)
    assert float(row["least bytes (GB/s)"]) == pytest.approx(12e4 / 5.3125e-8 * 1e-9)
    assert float(row["of the bandwidth ceiling"]) == pytest.approx(12e4 / 5.3125e-8 / 4.23e12)
    assert found["simple", "n=1000"]["speed-up"] == ""  # it is the base
    axis = next(row for row in table(made, "mysaxpy_axes") if row["size"] == "n=1000")
    tried = [axis[column] for column in ("tuning axis", "values tried", "fastest", "slowest")]
    assert tried == ["block", "64, 256, 1024", "64", "1024"]
    assert float(axis["slowest takes longer by"]) == pytest.approx(2 / 1.0625 - 1)
    assert {p.stem for p in (made / "figures").glob("*.svg")} == {"mysaxpy_times", "mysaxpy_bandwidth", "mysaxpy_own"}


@pytest.fixture
def recorded(tmp_path):
    """A folder of one recorded run of a paper's family."""
    write_run(tmp_path / "recorded" / "carpet", carpet_lines(sizes=(1000, 2000)))
    return tmp_path / "recorded"


def test_no_paper_is_shown_beside_it(tmp_path, recorded):
    lines = [case("simple", MARK_S, 1000, emulated=True), case("host", 2.0, 1000, processor="cpu")]
    made = report(tmp_path, lines, header("emulation"), "--recorded", recorded)
    text = (made / "report.md").read_text()
    assert "## mysaxpy" in text and "carpet" not in text and "Claims" not in text
    assert not mentions_mark(made)  # an emulated time is no time


def test_own_family_stands_before_recorded_ones(tmp_path, recorded):
    host = case("host", 2.0, 1000, processor="cpu")
    lines = [host, record("a_dense", 1.0, emulated=True, steps=10, occupancy=0.35)]
    text = (report(tmp_path, lines, header("emulation"), "--recorded", recorded) / "report.md").read_text()
    assert text.index("## Random walks") < text.index("## mysaxpy")  # both are of the run given
    alone = write_run(tmp_path / "alone", [host], header("emulation"))
    text = (report_of(alone, recorded / "carpet", "--recorded", recorded) / "report.md").read_text()
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
    made = report(tmp_path, lines, head, "--recorded", str(tmp_path / "none"))
    text = (made / "report.md").read_text()
    assert "## mysaxpy" in text and "nan" not in text and "None" not in text
    timed = any(line["time_is"] == "measured" and line["statistics"] for line in lines)
    assert (made / "tables" / "mysaxpy_times.csv").is_file() == timed


def test_energy_is_shown_where_records_hold_it(tmp_path):
    known, unknown = case("simple", 1.0, 1000), case("simple", 1.5, 2000)
    assert "energy (J)" not in table(report(tmp_path / "without", [known, unknown]), "mysaxpy_times")[0]
    known["measurement"]["energy"] = energy(power_w=350, time_s=1.0)
    unknown["measurement"]["energy"] = None
    rows = table(report(tmp_path / "with", [known, unknown]), "mysaxpy_times")
    assert [row["energy (J)"] for row in rows] == ["350.0", ""]


def test_a_run_of_the_tuner_has_its_part(tmp_path):
    head = header(argv=["retime", "tune"])
    lines = [
        case("fast", 1e-6 * (1 + b / 1024), 1000, b) | {"tuning_history": {"role": "search", "strategy": "default"}}
        for b in (64, 128, 256, 512)
    ]
    made = report(tmp_path, lines, head)
    (row,) = table(made, "tuning")
    assert (row["case"], row["winner"], row["trials"]) == ("mysaxpy/fast/n=1000", "block=64", "4")
    assert (made / "figures" / "tuning_01.svg").is_file()


def test_the_report_stands_in_the_run_wherever_one_stands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    made = report(tmp_path, [case("simple", 1.0, 1000)])
    assert capsys.readouterr().out.strip() == str(made / "report.html") and not (tmp_path / "report").exists()
    mine = write_run(tmp_path / "recorded" / "mine", [case("simple", 1.0, 1000)])
    assert "--out" in refusal(main, mine, "--recorded", mine.parent) and not (mine / "report").exists()


def claim(name, text, relation, limit, claimed=None, **judge):
    made = {"family": "mysaxpy", "where": "p. 1", "id": name, "text": text, "quantity": name, "claimed": claimed}
    return made | {"relation": relation, "limit": limit} | ({"judge": judge} if judge else {})


def as_in_paper(r):
    """At blocks of 256."""
    paper = {"paper": "me_2026", "label": f"{r['variant']}, printed", "tuning": {"block": 256}}
    return r | {"paper": paper, "printed": r["axes"]["block"] == 256}


CLAIMS = [
    claim("faster", "Fast is faster.", ">", 1, 2, ratio=["simple", "fast"]),
    claim("linear", "Time is linear.", "between", [0.9, 1.1], 1, slope="simple"),
    claim("later", "Nobody can judge this.", "<", 1),
]


def test_claims_on_a_family_without_a_page_are_judged_from_the_papers_json(tmp_path, monkeypatch):
    (tmp_path / "papers").mkdir()
    paper = {"id": "me_2026", "citation": "Me, 2026.", "families": ["mysaxpy"], "hardware": {}, "claims": CLAIMS}
    (tmp_path / "papers" / "me_2026.json").write_text(json.dumps(paper))
    monkeypatch.setattr(claims, "PAPERS", tmp_path / "papers")
    claims.paper.cache_clear()
    made = report(
        tmp_path, [as_in_paper(r) if r["variant"] != "ours" else r for r in (*swept(), case("ours", 1e-8, 100_000))]
    )
    claims.paper.cache_clear()
    verdicts = {row["what is said"]: row["verdict"] for row in table(made, "mysaxpy_claims")}
    assert verdicts == {
        "Fast is faster.": "holds",
        "Time is linear.": "holds",
        "Nobody can judge this.": "not measured",
    }
    (fastest,) = table(made, "fastest")
    shown = {head: fastest[f"{head} (s)"] for head in ("as printed", "tuned", "ours")}
    assert fastest["size"] == "n=100000" and shown == {
        "as printed": "fast, printed 6.250e-7; simple, printed 1.000e-6",
        "tuned": "fast, printed 5.312e-7",
        "ours": "ours 1.000e-8",
    }
