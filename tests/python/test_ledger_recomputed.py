"""The ledger computed a second time from the recorded runs, by code that shares nothing with `plots`."""

import json
import re
import shutil
from pathlib import Path
from zlib import crc32

import pytest
from program import slow
from recomputed.ledger import FAMILIES, cell, recompute
from recomputed.measured import Measured, time_of
from recomputed.runs import ROOT, Case, Run, read

from plots.data.load import load_run
from plots.data.records import Records, profiled
from plots.sections import report

FOLDERS = sorted(
    file.parent for name in ("h200", "emulation") for file in (ROOT / "results" / name).glob("*/header.json")
)

pytestmark = pytest.mark.skipif(not (ROOT / "results" / "h200").is_dir(), reason="no recorded runs")


@pytest.fixture(scope="module")
def runs():
    return [read(folder) for folder in FOLDERS]


@pytest.fixture(scope="module")
def ledger(runs):
    return recompute(runs)


def differences(judged, reported) -> dict[str, str]:
    """Claim -> both verdicts, values and intervals, of those that the report does not judge alike."""
    assert [mine.claim["text"] for mine in judged] == [text for text, *_ in reported]
    unlike = {}
    for mine, (_, verdict, numbers) in zip(judged, reported):
        own = numbers_of(mine.measured)
        if mine.verdict != verdict or len(own) != len(numbers) or not all(map(near, own, numbers)):
            unlike[mine.claim["id"]] = f"{mine.verdict}, {own}; the report says {verdict}, {numbers}"
    return unlike


def numbers_of(measured) -> list[float]:
    """Value and interval, if it has one: none if it is not measured."""
    m = measured
    return [] if m is None else [m.value] if m.low == m.high else [m.value, m.low, m.high]


def rows_of(judged, papers, ours=()) -> list[tuple]:
    """What tables of the report say of each claim: its intervals are shown in the claim's unit."""
    rows, table = [], {row["what is said"]: row for row in (*papers, *ours)}
    assert len(judged) == len(papers) + len(ours)
    for mine in judged:
        row = table[mine.claim["text"]]
        scale = 100 if mine.claim.get("unit") == "%" else 1
        ends = [float(row[end]) / scale for end in ("95 % interval low", "95 % interval high") if row.get(end)]
        rows.append((row["what is said"], row["verdict"], [float(row["value"]), *ends] if row["value"] else []))
    return rows


def near(own: float, reported: float) -> bool:
    return own == pytest.approx(reported, rel=1e-5, abs=1e-12)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_report_says_the_same_of_every_claim(ledger, recorded_tables, family):
    assert ledger[family] and differences(ledger[family], reported_of(ledger, recorded_tables, family)) == {}


def reported_of(ledger, recorded_tables, family) -> list[tuple]:
    ours = any(mine.claim["where"].startswith("ours") for mine in ledger[family])
    tables = [recorded_tables(f"{family}_{name}") for name in ("claims", *["questions"] * ours)]
    return rows_of(ledger[family], *tables)


def test_no_claim_is_left_out(ledger, recorded_tables):
    of_papers = [mine for each in ledger.values() for mine in each if not mine.claim["where"].startswith("ours")]
    assert len(of_papers) == len(recorded_tables("claims"))


def test_every_cell_of_table_1_is_the_same(runs, recorded_tables):
    """Those of Table II are claims."""
    rows = [row for row in recorded_tables("carpet_table_1") if row["form"] == "as printed"]
    variants = {"Variant A": "a_dense", "Variant B": "b_diamond", "Variant C": "c_compact"}
    assert len(rows) == 9
    for row in rows:
        where = {"occupancy": float(row["occupancy"])}
        mine = cell(
            runs, "carpet", {"coefficient": variants[row["variant"]], "growth": "n^3", "where": where, "at": 5000}
        )
        shown = [float(row[head]) for head in ("measured a*1e9 (s)", "95 % interval low", "95 % interval high")]
        assert [1e9 * end for end in (mine.value, mine.low, mine.high)] == pytest.approx(shown, rel=1e-5), row


@pytest.fixture(scope="module")
def loaded():
    """As the report reads them."""
    return [load_run(folder, recorded=True) for folder in FOLDERS]


@pytest.mark.parametrize("draw", ["a", slow("b"), "d"])
def test_on_half_of_the_runs_and_most_variants_both_say_the_same(runs, loaded, draw):
    """So the claims rest on other runs and boards, or cannot be measured: half of them each time."""

    def is_kept(run: Path, variant: str) -> bool:
        return crc32(f"{draw}{run.name}".encode()) % 2 and crc32(f"{draw}{variant}".encode()) % 4

    fewer = [Run(run.folder, run.header, [c for c in run.cases if is_kept(run.folder, c.variant)]) for run in runs]
    records = Records(r for _, each in loaded for r in each if is_kept(r.run.path, r.variant))
    swept = Records(r for r in records if not r.run.is_tuning)
    ledger, measured = recompute(fewer), 0
    for _, data, verdicts in report.judge_all([run for run, _ in loaded], swept, profiled(records)):
        reported = [(v.claim.text, v.verdict, numbers_of(v.measured)) for v in verdicts]
        assert differences(ledger[data.name], reported) == {}, data.name
        measured += sum(v.measured is not None for v in verdicts)
    assert 0.3 < measured / sum(map(len, ledger.values())) < 0.7


@pytest.mark.parametrize("family", FAMILIES)
def test_another_time_of_one_record_is_seen(runs, ledger, recorded_tables, family, tmp_path):
    judged = next(judged for judged in ledger[family] if is_of_two_times(judged))
    case = judged.measured.cases[0]
    copied = read(with_times_scaled(case, 1 / 1.5, tmp_path / case.run.folder.name))
    changed = recompute([copied if run is case.run else run for run in runs], [family])
    assert judged.claim["id"] in differences(changed[family], reported_of(ledger, recorded_tables, family))


def is_of_two_times(judged) -> bool:
    judge = judged.claim["judge"]
    compares = "over" not in judge and ("ratio" in judge or judge.get("function") == "rate_over")
    return compares and judged.measured is not None


def with_times_scaled(case: Case, factor: float, folder: Path) -> Path:
    """A copy of the run, unpacked: its records as they were read, but for one."""
    statistics = {name: case.data["statistics"][name] * factor for name in ("median_ns", "ci_low_ns", "ci_high_ns")}
    changed = case.data | {"statistics": case.data["statistics"] | statistics}
    if processes := case.data["measurement"].get("processes"):
        processes = [each | {"median_ns": each["median_ns"] * factor} for each in processes]
        changed["measurement"] = case.data["measurement"] | {"processes": processes}
    lines = [json.dumps(changed if each is case else each.data) + "\n" for each in case.run.cases]
    shutil.copytree(case.run.folder, folder, ignore=shutil.ignore_patterns("records.jsonl*"))
    (folder / "records.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


def timed(processor: str, medians: tuple[float, ...], board: str = "one", folder: str = "") -> Measured:
    statistics = dict.fromkeys(("median_ns", "ci_low_ns", "ci_high_ns"), 1e9)
    processes = [{"round": i, "median_ns": median * 1e9} for i, median in enumerate(medians)]
    data = {"status": "correct", "time_is": "measured", "processor": processor, "statistics": statistics}
    run = Run(Path(folder), {"device": {"uuid": board}})
    return time_of(Case(run, {}, [], "n", {}, data | {"measurement": {"processes": processes}}))


ALIKE, NOISY = (1.0, 1.0, 1.0), (0.9, 1.0, 1 / 0.9)  # whose interval is a factor of 1.299 about 1


@pytest.mark.parametrize(
    "upper, lower, high",
    [
        (("gpu", NOISY), ("gpu", NOISY), 1),  # what a round does to both cancels
        (("gpu", NOISY), ("gpu", ALIKE), 1.2992),
        (("gpu", NOISY), ("gpu", NOISY, "one", "another run"), 1.2992**2**0.5),
        (("gpu", ALIKE), ("gpu", (1.0,)), 1.05),
        (("cpu", (1.0,)), ("gpu", ALIKE), 1.55),
        (("gpu", ALIKE), ("gpu", ALIKE, "another", "another run"), 1.065),
    ],
)
def test_an_interval_is_that_of_paired_rounds_or_of_what_is_known(upper, lower, high):
    assert (timed(*upper) / timed(*lower)).widened().high == pytest.approx(high, abs=1e-3)


def test_it_shares_no_code_with_the_report():
    for file in (ROOT / "tests" / "python" / "recomputed").glob("*.py"):
        imported = re.findall(r"^\s*(?:from|import) ([\w.]+)", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert not [name for name in imported if name.split(".")[0] in ("plots", "synthetic")], file.name
