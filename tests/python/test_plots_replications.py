"""The tables and figures on replications: planted times, counters and estimates come back as the crossings and steps that
follow from them. Its claims on recorded runs are judged a second time by test_ledger_recomputed.py."""

import functools

import numpy as np
import pytest
from replication_records import (
    DEVICE,
    PLANTED,
    RESIDENT,
    SIZES,
    case,
    counted,
    data_of,
    emulated,
    estimates,
    stepped,
    sweep,
)
from synthetic import drawn, header, judged, report_of, rows_of, table, write_run

from plots import __main__ as plots_main
from plots.families import replications
from plots.families.replications import crossover, runs
from plots.verdicts.words import DIFFERS, NOT_MEASURED

table_of = functools.partial(rows_of, replications)


def test_times_and_rates_at_30_replications_and_at_full_load(tmp_path):
    rows = table_of(data_of(tmp_path, sweep("pi")), "times")
    by = {(row["load"], row["variant"]): row for row in rows}
    assert len(by) == len(rows) == 12
    wlp = by["30 replications", "WLP"]
    assert wlp["time (s)"] == 1 and wlp["items/s"] == 30e7 and wlp["over one core"] == pytest.approx(30 / 24)
    assert by["30 replications", "TLP"]["over WLP"] == pytest.approx(1 / 6)
    full = by["full load", "in_block"]
    assert full["replications"] == 100_000 and full["items/s"] == pytest.approx(1e12 / 100.002)
    one_core = by["full load", "cpu_serial"]
    assert one_core["replications"] == 1000 and full["over one core"] == pytest.approx(1e12 / 100.002 / 24e7)


def test_of_a_size_that_is_not_the_papers_there_are_times_but_no_verdicts(tmp_path):
    data = data_of(tmp_path, [case(v, "pi", n, draws=1000) for v in ("wlp", "cpu_serial") for n in (1, 30)])
    assert {row["of"] for row in table_of(data, "times")} == {"1000 draws"} and crossings(data)
    assert judged(data, "pi_crossover").verdict == NOT_MEASURED


def test_the_papers_size_counts_even_on_another_board(tmp_path):
    of_paper = [case("wlp", "pi", n) for n in (1, 30)]
    other = write_run(tmp_path / "other", of_paper, header(device=DEVICE | {"uuid": "GPU-2"}))
    data = data_of(tmp_path, [case("wlp", "pi", n, draws=1000) for n in range(1, 40)], other)
    assert {r.run.path.name for r in data.timed} == {"run"}
    assert {row["of"] for row in table_of(data, "times")} == {"10000000 draws"}
    assert next(replications.figures(data)).caption.endswith("Times of the run other.")


def test_a_curve_is_of_one_tuning(tmp_path):
    """With those of another, which was timed at some numbers alone, it would have teeth."""
    usual = [case("in_block", "pi", n, tuning={"block": 128}) for n in (1, 10, 100)]
    quick = case("in_block", "pi", 10, 0.1, tuning={"block": 64})
    data = data_of(tmp_path, [*usual, *(case("wlp", "pi", n, 2.0) for n in (1, 10, 100)), quick])
    curve = runs.curve(data.timed, "in_block")
    assert {n: r.time_s for n, r in curve.items()} == {1: 1.0, 10: 1.0, 100: 1.0}
    (best,) = (row for row in table_of(data, "times") if row["replications"] == 100 and row["variant"] == "in_block")
    assert best["time (s)"] == 1.0


def test_generators_stand_beside_the_papers(tmp_path):
    cases = [
        case("in_block", "pi", n, n * s, generator=g) for g, s in (("taus88", 1), ("philox", 2)) for n in (30, 700)
    ]
    rows = table_of(data_of(tmp_path, [*cases, case("in_block", "pi", 900)]), "generators")
    assert [(row["generator"], row["replications"]) for row in rows] == [("philox", 700), ("taus88", 700)]
    assert rows[0]["over taus88"] == pytest.approx(0.5) and rows[0]["items/s"] == pytest.approx(1e7 / 2)
    assert not table_of(data_of(tmp_path / "one", cases[:2]), "generators")


def crossings(data) -> dict:
    return {(row["faster"], row["than"]): row for row in table_of(data, "crossovers")}


def test_crossovers_are_where_they_were_planted(tmp_path):
    rows = crossings(data_of(tmp_path, sweep("pi")))
    wlp = rows["WLP", "cpu_serial"]
    assert wlp["from (replications)"] == pytest.approx(24) and wlp["paper"] == 30
    off = np.exp(np.hypot(np.log(1.05), np.log(1.55)))  # of one process each
    assert wlp["95 % interval"].low == pytest.approx(24 / off)
    assert wlp["95 % interval"].high == pytest.approx(24 * off)
    tlp = rows["TLP", "in_block"]
    assert tlp["from (replications)"] == pytest.approx(5998, rel=0.001) and tlp["paper"] is None
    assert tlp["times over, last"] == pytest.approx(100.002 / PLANTED["tlp"](100_000))


def test_crossovers_that_are_none(tmp_path):
    rows = crossings(data_of(tmp_path, sweep("pi", wlp=lambda n: 100.0)))
    assert rows["WLP", "cpu_serial"]["from (replications)"] == "none up to 1000"
    assert rows["TLP", "WLP"]["from (replications)"] == "from the first on (1)"
    turned = crossings(data_of(tmp_path / "turned", sweep("pi", tlp=lambda n: 0.1 if n < 50 else 20)))
    assert turned["WLP", "TLP"]["from (replications)"] == pytest.approx(40 * 1.6 ** (np.log(10) / np.log(200)))


@pytest.mark.parametrize(
    "ratios, start",
    [((2, 0.5, 2, 0.5), 10**2.5), ((0.5, 0.9, 0.1, 0.2), 1), ((0.5, 0.5, 0.5, 1), None), ((2, 1, 0.5, 0.5), 10)],
)
def test_the_last_crossing_counts(ratios, start):
    assert crossover.lasting([1, 10, 100, 1000], ratios) == (start and pytest.approx(start))


@pytest.mark.parametrize("numbers, ends", [((10, 23, 25), "> 24"), ((10, 23), None)])
def test_where_the_times_are_too_close_at_last_the_crossover_is_open(tmp_path, numbers, ends):
    laws = {"cpu_serial": lambda n: {10: 0.5, 23: 1, 25: 1.001}[n], "wlp": lambda n: 1 + 1e-4 * (n < 25)}
    data = data_of(tmp_path, [case(v, "pi", n, law(n)) for v, law in laws.items() for n in numbers])
    row = crossings(data)["WLP", "cpu_serial"]
    assert (row.get("95 % interval") is None) == (ends is None)
    assert judged(data, "pi_crossover").verdict == NOT_MEASURED


@pytest.mark.parametrize("wlp, verdict", [(1.2, NOT_MEASURED), (2.0, DIFFERS)])
def test_slower_within_the_intervals_is_not_slower(tmp_path, wlp, verdict):
    laws = {"cpu_serial": lambda n: n / 100, "wlp": lambda n: wlp}
    data = data_of(tmp_path, [case(v, "pi", n, law(n)) for v, law in laws.items() for n in (10, 100)])
    assert judged(data, "pi_crossover").verdict == verdict


def test_steps_stand_beside_what_residency_and_schedulers_say(tmp_path):
    data = data_of(tmp_path, [*stepped("pi"), *stepped("walk")])
    rows = {(row["variant"], row["model"]): row for row in table_of(data, "steps")}
    assert len(rows) == 4
    wlp, tlp = rows["WLP", "Pi"], rows["TLP", "random walk"]
    assert wlp["between"].low <= RESIDENT + 1 <= wlp["between"].high and wlp["height"] == pytest.approx(0.5, rel=0.05)
    assert (wlp["by schedulers"], wlp["by residency"], wlp["paper"]) == (529, RESIDENT + 1, 65)
    assert tlp["between"].low <= 32 * RESIDENT + 1 <= tlp["between"].high
    assert (tlp["by schedulers"], tlp["by residency"], tlp["paper"]) == (32 * 528 + 1, 32 * RESIDENT + 1, 2049)


def test_what_few_replications_leave_idle_follows_from_the_first_step(tmp_path):
    data = data_of(tmp_path, [case("wlp", "pi", n, 1 if n <= 60 else 2) for n in range(10, 130, 5)])
    idle = judged(data, "idle_below_30").measured  # the step is between 61 and 65
    assert (idle.low, idle.value, idle.high) == pytest.approx((1 - 30 / 60, 1 - 30 / 64, 1 - 30 / 64))


def test_a_warp_that_is_not_full_is_no_step_of_tlp(tmp_path):
    laws = {"tlp": lambda n: (1 if n > 16 else 0.5) * (2 if n > 2048 else 1)}
    fine = [case("tlp", "walk", n, laws["tlp"](n)) for n in (*range(1, 33), *range(64, 4096, 64))]
    (row,) = table_of(data_of(tmp_path, fine), "steps")
    assert row["steps"] == 1 and row["first step"] == 2112 and row["between"].low == 2049


def test_steps_are_of_one_run_and_one_workload(tmp_path):
    slower = [case("wlp", "pi", n, 1.1) for n in range(50, 8700, 500)]
    slower = write_run(tmp_path / "slower", slower, header(device=DEVICE))
    shorter = [case("wlp", "pi", n, 0.1, draws=1000) for n in range(60, 8700, 500)]
    (row,) = table_of(data_of(tmp_path, [*stepped("pi", ["wlp"]), *shorter], slower), "steps")
    assert row["of"] == "10000000 draws" and row["timed at"] == "89 to 8713, 99 numbers" and row["steps"] == 2


def test_residency_counts_the_warps_of_a_block(tmp_path):
    cases = stepped("pi", ["wlp"], tuning={"warps_per_block": 4}, blocks=16)
    (row,) = table_of(data_of(tmp_path, cases), "steps")
    assert row["by residency"] == 132 * 16 * 4 + 1 and row["by schedulers"] == 529


def profiles(folder, **tlp):
    return [counted(folder, "tlp", **tlp), counted(folder, "wlp")]


def test_accesses_stand_beside_table_1(tmp_path):
    more = profiles(tmp_path, reads=4000.0, writes=250.0, stall=24.0)
    data = data_of(tmp_path, sweep("walk"), *more, emulated(tmp_path))
    rows = table_of(data, "table_1")
    got = {(row["what"], row["counted by"]): (row["TLP"], row["WLP"], row["TLP / WLP"]) for row in rows}
    assert got["reads", "paper's profiler"] == (225, 18, 12.5)
    assert got["reads", "requests of warps"] == (4000, 1000, 4)
    assert got["reads", "sectors of 32 bytes"] == (8000, 2000, 4)
    assert got["writes", "requests of warps"][2] == 0.5
    assert got["writes", "accesses of threads, emulated"] == (4000, 2000, 2)
    memory = "time for global memory over the rest"
    assert got[memory, "paper's profiler"][2] == 2.5
    assert got[memory, "reasons that warps wait for"] == (pytest.approx(8), pytest.approx(2), pytest.approx(4))
    (counters, _) = table_of(data, "counters")
    assert counters["uniform branches"] == pytest.approx(0.8) and counters["instructions an item"] == 128
    assert counters["generator"] == "taus88"


def test_accesses_by_one_side_alone(tmp_path):
    hardware = data_of(tmp_path / "a", sweep("walk"), *profiles(tmp_path / "a"))
    assert len(table_of(hardware, "table_1")) == 8
    threads = data_of(tmp_path / "b", sweep("walk"), emulated(tmp_path / "b"))
    counted_by = {row["counted by"] for row in table_of(threads, "table_1")}
    assert counted_by == {"paper's profiler", "accesses of threads, emulated"}
    assert judged(threads, "fewer_reads").note.startswith("no counters of tlp and wlp")
    lone = data_of(tmp_path / "c", sweep("walk"), counted(tmp_path / "c", "tlp"))
    assert not table_of(lone, "table_1") and "no counters" in judged(lone, "more_memory_time").note
    without = [counted(tmp_path / "d", "tlp"), counted(tmp_path / "d", "wlp", reads=0.0)]
    none = data_of(tmp_path / "d", sweep("walk"), *without)
    assert "WLP has no reads" in judged(none, "fewer_reads").note


def test_estimates_stand_beside_what_is_known(tmp_path):
    cases = [estimates(model) for model in SIZES] + [estimates("pi", 10)]
    rows = table_of(data_of(tmp_path, [*cases, estimates("mm1", 30, generator="philox")]), "estimates")
    by = {(row["quantity"], row["generator"]): row for row in rows}
    assert len(rows) == 8
    pi = by["pi", "taus88"]
    assert pi["replications"] == 1000 and pi["known"] == pytest.approx(3.14159265) and pi["p"] is None
    errors = (3.1417 - 3.14159265) / 0.0004 * 1.9623
    assert pi["difference / standard error"] == pytest.approx(errors, rel=1e-3)
    assert by["wait in queue", "taus88"]["known"] == pytest.approx(4 - 0.01)
    assert by["time in system", "philox"]["known"] == pytest.approx(5 - 0.01)
    of_30 = by["time in system", "philox"]["difference / standard error"]
    assert of_30 == pytest.approx((4.98 - 4.99) / 0.02 * 2.045, rel=1e-3)
    assert by["idle time", "taus88"]["known"] == pytest.approx(0.25 + 5 / 10_000)
    walk = by["number of the chunk", "taus88"]
    assert walk["known"] == 14.5 and walk["chi-square of the chunks"] == 31 and walk["p"] == 0.37


@pytest.mark.parametrize("changed", [{"clients": 100}, {"lambda": 1.0}])
def test_a_mean_that_is_not_known_is_none(tmp_path, changed):
    (wait, *_) = table_of(data_of(tmp_path, [estimates("mm1", **changed)]), "estimates")
    assert wait["estimate"] == 3.98 and wait.get("known") is None


PARTS = {  # records -> figures and tables that they give
    "one number": (lambda: [case("wlp", "pi", 30), case("tlp", "pi", 30)], {"times"}),
    "few numbers": (lambda: sweep("pi", numbers=(30, 200)), {"fig_5", "times", "crossovers"}),
    "estimates": (lambda: [estimates("mm1", emulated=True)], {"estimates"}),
    "nothing": (list, set()),
}


@pytest.mark.filterwarnings("error")
def test_a_model_of_the_readers_own_has_all_but_printed_numbers(tmp_path):
    own = [r | {"axes": {"balls": 7} | r["axes"] | {"model": "urn"}} for r in (*sweep("pi"), estimates("pi", 45))]
    for r in own:
        del r["axes"]["draws"]
        r["key"] = r["key"].replace("pi", "urn")
    data = data_of(tmp_path, own)
    captions = drawn(replications, data, tmp_path)
    assert set(captions) == {"urn", "steps"} and "paper" not in captions["urn"]
    assert {row["of"] for row in table_of(data, "times")} == {"balls=7"} and len(crossings(data)) == 4
    (row,) = table_of(data, "estimates")
    assert row["model"] == "urn" and row.get("known") is None


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("part", PARTS)
def test_what_is_drawn_and_what_is_left_out(tmp_path, part):
    cases, expected = PARTS[part]
    data = data_of(tmp_path, cases())
    tables = {table.name.removeprefix("replications_") for table in replications.tables(data)}
    assert {*drawn(replications, data, tmp_path), *tables} == expected


@pytest.mark.filterwarnings("error")
def test_the_whole_page(tmp_path):
    cases = [r for model in SIZES for r in (*sweep(model), *stepped(model))]
    data = data_of(tmp_path, cases, *profiles(tmp_path, stall=20.0))
    captions = drawn(replications, data, tmp_path)
    assert set(captions) == {"fig_5", "fig_6", "fig_7", "fig_8", "steps"}
    assert "from 24 on" in captions["fig_5"]
    assert "TLP takes 6 times as long as WLP at 64" in captions["fig_7"]
    assert "the paper has 2.5 times" in captions["fig_8"]


def test_without_a_gpu_claims_are_not_measurable_but_estimates_are(tmp_path):
    cases = [r | {"time_is": "emulated"} if r["processor"] == "gpu" else r for r in sweep("pi")]
    data = data_of(tmp_path, [*cases, estimates("mm1", emulated=True)], head=header("emulation"))
    for claim in ("pi_crossover", "step_at_65", "twice_the_cpu", "fewer_reads", "more_memory_time"):
        assert judged(data, claim).note == "no GPU took part", claim
    assert judged(data, "cpu_linear").measured.value == pytest.approx(1, abs=0.02)
    assert {row["variant"] for row in table_of(data, "times")} == {"cpu_serial", "cpu_parallel"}
    assert len(table_of(data, "estimates")) == 3


def test_the_report_takes_gpu_runs_and_accesses_of_the_emulation(tmp_path, monkeypatch):
    """As run_all.sh gives the recorded ones."""
    recorded, emulation = tmp_path / "h200", tmp_path / "emulation"
    monkeypatch.setattr(plots_main, "KEPT", [emulation])
    run = write_run(recorded / "replications_walk", sweep("walk"), header(device=DEVICE))
    folders = [run, *profiles(recorded), emulated(emulation)]
    report = report_of(*folders, "--recorded", recorded, "--out", tmp_path / "report")
    assert len(table(report, "replications_table_1")) == 10
    assert not (report / "tables" / "replications_own.csv").exists()
    assert "times of this machine" not in (report / "report.md").read_text()
    assert {row["made"] for row in table(report, "runs")} == {"recorded"}
