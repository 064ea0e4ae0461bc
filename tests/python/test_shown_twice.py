"""A quantity that a table or a caption shows besides the claim on it is the same number, on the recorded runs."""

import importlib
import re

import pytest
from matplotlib.text import Text
from recomputed.runs import ROOT

from plots.data.load import find_runs, load_run
from plots.data.records import Records, profiled
from plots.sections import report

FAMILIES = ("apsp", "cahn_hilliard", "carpet", "pcpd", "replications", "turning_bands")
LISTS = {family: importlib.import_module(f"one_number_{family}") for family in FAMILIES}
pytestmark = pytest.mark.skipif(not (ROOT / "results" / "h200").is_dir(), reason="no recorded runs")


@pytest.fixture(scope="module")
def judged():
    """Family -> its module, its page and claim -> what was measured."""
    runs = find_runs(ROOT / "results" / "h200") + find_runs(ROOT / "results" / "emulation")
    mine = [folder for folder in runs if any(name in folder.name for name in FAMILIES)]
    loaded = [load_run(folder, recorded=True) for folder in mine]
    records = Records(r for _, each in loaded for r in each)
    swept = Records(r for r in records if not r.run.is_tuning)
    every = report.judge_all([run for run, _ in loaded], swept, profiled(records))
    return {d.name: (m, d, {v.claim.id: v for v in verdicts}) for m, d, verdicts in every}


def rows_of(module, data, verdicts) -> dict[str, list[dict]]:
    tables = report.tables(module, data, [*verdicts.values()])
    return {t.name.removeprefix(f"{module.FAMILY}_"): [dict(zip(t.columns, row)) for row in t.rows] for t in tables}


@pytest.mark.parametrize("family", FAMILIES)
def test_tables_show_what_the_claims_say(judged, family):
    module, data, verdicts = judged[family]
    tables = rows_of(module, data, verdicts)
    for claim, table, wanted, column, *how in LISTS[family].TABLES:
        (row,) = (r for r in tables[table] if all(str(r.get(head)) == value for head, value in wanted.items()))
        value = verdicts[claim].measured.value
        value = {"paper": verdicts[claim].claim.claimed / value, "inverse": 1 / value}[how[0]] if how else value
        assert row[column] == pytest.approx(value, rel=1e-9), (claim, table)


def test_the_seconds_of_table_2_divide_to_its_speed_ups(judged):
    module, data, verdicts = judged["apsp"]
    rows = [row for row in rows_of(module, data, verdicts)["table_2"] if row["speed-up, measured"]]
    assert len(rows) == 21
    for row in rows:
        over = row["Floyd, 1 thread (s)"] / row["kernel 7 (s)"]
        assert over == pytest.approx(row["speed-up, measured"], rel=1e-9), (row["graph"], row["N"])


@pytest.mark.parametrize("family", [f for f in FAMILIES if LISTS[f].CAPTIONS])
def test_captions_show_what_the_claims_say(judged, family):
    module, data, verdicts = judged[family]
    captions = {}
    for figure in report.figures(module, data, [*verdicts.values()]):
        legends = (text.get_text() for text in figure.canvas.findobj(Text))
        captions[figure.name.removeprefix(f"{family}_")] = " ".join((figure.caption, *legends))
        figure.drop()
    for claim, figure, number in LISTS[family].CAPTIONS:
        (shown,) = re.findall(number, captions[figure])
        assert float(shown) == pytest.approx(verdicts[claim].measured.value, rel=5e-3), (claim, figure)
