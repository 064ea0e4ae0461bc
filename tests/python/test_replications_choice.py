"""The table by which `chosen` picks its variant follows from recorded runs."""

import pytest
from replication_records import DEVICE, case, sweep
from synthetic import header, write_run

from plots.data.load import ROOT
from plots.families.replications import choice
from plots.files.errors import InputError

COMMITTED = ROOT / "variants" / "replications" / "chosen_table.h"
RECORDED = sorted((ROOT / "results" / "h200").glob("replications_*/"))


def rows(folder, records, head=None) -> list[str]:
    run = write_run(folder / "run", records, head or header(device=DEVICE))
    return [line.strip() for line in choice.header([run]).splitlines() if line.startswith('    {"')]


def times(numbers=(10, 100, 1000), model="pi", **laws):
    return [case(variant, model, n, law(n)) for variant, law in laws.items() for n in numbers]


def without_choice(records):
    return [r for r in records if r["variant"] != choice.CHOSEN]


def test_the_fastest_by_number_of_replications(tmp_path):
    """in_block takes 0.002 s and 1 ms each, WLP 1 s, TLP 6 s; then WLP's steps: see replication_records.PLANTED."""
    table = rows(tmp_path, without_choice([*sweep("walk"), *sweep("mm1", wlp=lambda n: 100)]))
    assert table == [
        '{"mm1", 1, "in_block", "block", 256},',
        '{"mm1", 6000, "tlp", "block", 32},',
        '{"walk", 1, "in_block", "block", 256},',
        '{"walk", 1700, "wlp", "warps_per_block", 1},',
        '{"walk", 42000, "tlp", "block", 32},',
    ]


def test_a_change_within_the_intervals_is_none(tmp_path):
    close = times(in_block=lambda n: 1.0, tlp=lambda n: 0.985 if n > 10 else 2)
    assert rows(tmp_path / "a", close) == ['{"pi", 1, "in_block", "block", 256},']
    beyond = times(in_block=lambda n: 1.0, tlp=lambda n: 0.9 if n > 100 else 0.985 if n > 10 else 2)
    (_, change) = rows(tmp_path / "b", beyond)
    assert (
        change == '{"pi", 320, "tlp", "block", 32},'
    )  # times cross before 100, where they can not be told apart: the middle


def test_thresholds_ascend_however_near_the_numbers_are(tmp_path):
    laws = {"in_block": lambda n: n, "wlp": lambda n: 0.9 if n == 2 else 2.5, "tlp": lambda n: 1.2 if n == 3 else 9}
    assert rows(tmp_path, times((1, 2, 3), **laws)) == [
        '{"pi", 1, "in_block", "block", 256},',
        '{"pi", 2, "wlp", "warps_per_block", 1},',
        '{"pi", 3, "tlp", "block", 32},',
    ]


def test_a_launch_that_is_hardly_faster_is_not_chosen(tmp_path):
    def shapes(times_of):
        made = []
        for block, time_s in times_of.items():
            for n in (10, 100):
                shaped = case("in_block", "pi", n, time_s(n))
                shaped["axes"]["block"], shaped["key"] = block, f"{shaped['key']}/{block}"
                made.append(shaped)
        return made

    slow = times((10, 100), wlp=lambda n: 9.0)
    near = shapes({64: lambda n: 1.0, 256: lambda n: 1.1 if n == 10 else 0.99})
    assert rows(tmp_path / "near", [*slow, *near]) == ['{"pi", 1, "in_block", "block", 64},']
    far = shapes({64: lambda n: 1.0, 256: lambda n: 1.1 if n == 10 else 0.9})
    first, then = rows(tmp_path / "far", [*slow, *far])
    assert first == '{"pi", 1, "in_block", "block", 64},' and then.endswith('"in_block", "block", 256},')


def test_without_a_choice_there_is_one_line(tmp_path, capsys):
    run = write_run(tmp_path / "run", times(wlp=lambda n: 1.0), header(device=DEVICE))
    with pytest.raises(InputError, match="no two of wlp, tlp, in_block"):
        choice.header([run])
    assert choice.main([str(run)]) == 2
    said = capsys.readouterr()
    assert not said.out and said.err.startswith("choice: ") and said.err.count("\n") == 1


@pytest.mark.skipif(not COMMITTED.exists() or not RECORDED, reason="no table, or no recorded runs")
def test_the_committed_header_follows_from_the_recorded_runs():
    assert COMMITTED.read_text() == choice.header(RECORDED)
