"""Verdicts: their words, what they rest on, and judges on planted times."""

import functools

import pytest
import synthetic
from synthetic import header, processes, record, write_run

from plots.data.measured import Measured
from plots.families import carpet
from plots.verdicts import claims, judge, ledger, published
from plots.verdicts.claims import BOARD_SPREAD, Claim, NotMeasurable
from plots.verdicts.words import (
    DIFFERS,
    HOLDS,
    NO_DIFFERENCE,
    NOT_COMPARABLE,
    NOT_MEASURED,
    OTHER_FACTOR,
    REVERSED,
    UNDECIDED,
    verdict_on,
)


def claim(relation, limit, claimed=None, unit="x", **more):
    return Claim("c", "carpet", "Text.", "Sect. 1", "ratio", claimed, relation, limit, unit, **more)


@pytest.mark.parametrize(
    "relation, limit, low, high, expected",
    [
        ("<", 1, 0.2, 0.3, HOLDS),
        ("<", 1, 1.2, 1.3, REVERSED),
        ("<", 1, 0.9, 1.1, UNDECIDED),
        ("<", 1, 1, 1, REVERSED),
        (">", 1, 5, 6, HOLDS),
        (">", 1, 0.5, 1, REVERSED),
        (">", 1, 0.5, 2, UNDECIDED),
        ("between", [2, 3], 2, 3, HOLDS),
        ("between", [2, 3], 3.1, 3.2, DIFFERS),
        ("between", [2, 3], 1, 1.9, DIFFERS),
        ("between", [2, 3], 2.9, 3.1, UNDECIDED),
        (">", 1, 0.99, 1.01, NO_DIFFERENCE),
        ("<", 1, 0.99, 1.01, NO_DIFFERENCE),
        (">", 1, 0.97, 1.01, UNDECIDED),
        (">", 1, 1.001, 1.01, HOLDS),
        (">", 2, 1.2, 1.9, DIFFERS),  # faster, but not twice as fast
        (">", 2, 0.5, 0.9, REVERSED),
        ("<", 1.02, 1.04, 1.05, DIFFERS),  # not the optimum
        ("<", 0, 0.1, 0.2, REVERSED),
    ],
)
def test_verdict_by_interval(relation, limit, low, high, expected):
    assert verdict_on(claim(relation, limit), Measured((low + high) / 2, low, high)).verdict == expected


def test_what_is_no_ratio_has_no_other_side():
    assert verdict_on(claim("<", 37.4, unit="s"), Measured(40, 40, 40)).verdict == DIFFERS
    assert verdict_on(claim(">", 0.6, unit="%"), Measured(1.1, 1.1, 1.1)).verdict == HOLDS
    assert verdict_on(claim("<", 1, unit="steps"), Measured(1, 0.99, 1.01)).verdict == UNDECIDED


@pytest.mark.parametrize(
    "value, claimed, size, expected",
    [
        (12, 10, None, HOLDS),
        (100, 10, None, OTHER_FACTOR),
        (5.4, 10, None, OTHER_FACTOR),
        (5.6, 10, None, HOLDS),
        (1.09, 1.25, None, OTHER_FACTOR),  # a factor of 0.87, and a third of the effect
        (30, [10, 20], None, HOLDS),
        (41, [10, 20], None, OTHER_FACTOR),
        (1.05, None, [None, 1.1], HOLDS),
        (1.2, None, [None, 1.1], OTHER_FACTOR),
        (1.2, None, [1.5, None], OTHER_FACTOR),
    ],
)
def test_the_size_is_judged_beside_the_direction(value, claimed, size, expected):
    assert verdict_on(claim(">", 1, claimed, size=size), Measured(value, value, value)).verdict == expected


def test_all_of_the_interval_has_the_size():
    assert verdict_on(claim(">", 1, 10), Measured(8, 5, 11)).verdict == OTHER_FACTOR
    assert verdict_on(claim("<", 1, 0.8), Measured(0.85, 0.84, 0.86)).verdict == HOLDS
    assert verdict_on(claim(">", 5, 8, unit="moves/s"), Measured(15, 15, 15)).verdict == HOLDS


def test_what_the_paper_does_not_give_is_not_comparable():
    unknown = claim("<", 1, not_comparable="no inputs")
    assert verdict_on(unknown, Measured(2, 2, 2)).verdict == NOT_COMPARABLE


@pytest.mark.parametrize("bad", [Measured(2, 3, 4), Measured(float("nan"), 0, 1)])
def test_a_judge_that_errs_is_found(bad):
    with pytest.raises(ValueError):
        verdict_on(claim("<", 1), bad)


OCCUPANCIES = (0.093, 0.35, 0.59)


def paper_times(variant, occupancy):
    """Coefficient of s^3 from Table I, or one of ours for what Table I has not."""
    table = claims.paper("hoffmann_2010")["tables"]["table_1"]["a_1e9_s"]
    i = OCCUPANCIES.index(occupancy)
    rows = {
        "a_dense": table["Variant A"],
        "b_diamond": table["Variant B"],
        "c_compact": table["Variant C"],
        "a_branchless": [1.05 * a for a in table["Variant A"]],
        "cpu_task_pool": [10 * a for a in table["Variant C"]],
        "cpu_serial": [15 * a for a in table["Variant C"]],
    }
    return rows[variant][i] * 1e-9


VARIANTS = ("a_dense", "a_branchless", "b_diamond", "c_compact", "cpu_task_pool", "cpu_serial")


PRINTED = {"sites_per_thread": 1, "order": "forward", "launch": "stream"}
PRINTED_LIST = PRINTED | {"rings": 1, "indices": "cached"}


def carpet_line(variant, occupancy, s, seconds, emulated=False, block=256, tuning=None, **more):
    cpu = variant.startswith("cpu")
    printed = PRINTED_LIST if variant == "c_compact" else PRINTED
    phases = dict.fromkeys(("make_input", "prepare", "transfer_out"), 1e6)
    x = [t for t in (1, 3, 10, 30, 100, 300, 1000) if t <= s]
    seen = {"occupancy": 1.01 * occupancy, "total_probability": 1.0}
    needed = {"a_dense": 8e8, "c_compact": 24e8 * occupancy}.get(variant, 8e8)
    return record(
        variant,
        seconds,
        processor="cpu" if cpu else "gpu",
        emulated=emulated and not cpu,
        tuning={} if cpu else {"block": block} | printed | (tuning or {}),
        spread=0.002,
        phases_ns=phases | {"transfer_in": 1e6 if variant == "c_compact" else 13e6},
        observables=seen | {"mean_square_displacement_series": {"x_name": "steps", "x": x, "y": [t**0.7 for t in x]}},
        steps=s,
        occupancy=occupancy,
        precision="float",
        bytes_moved=0.8 * 4.23e12 * seconds,
        **({"memory": {"needed_bytes": needed, "free_bytes": 1e11, "largest_that_fits": None}} | more),
    )


def carpet_lines(law=paper_times, sizes=(1000, 2000, 3000, 5000), variants=VARIANTS, **more):
    """The variants at every occupancy and size; the law gives the coefficient of s^3."""
    return [
        carpet_line(variant, occupancy, s, law(variant, occupancy) * s**3, **more)
        for variant in variants
        for occupancy in OCCUPANCIES
        for s in sizes
    ]


data_of = functools.partial(synthetic.data_of, carpet)


def verdicts(tmp_path, lines, head=None):
    return {v.claim.id: v for v in ledger.verdicts(data_of(write_run(tmp_path / "run", lines, head)))}


# The memory limit needs cases that do not fit, and at the highest occupancy the lists of C are the larger memory.
def test_the_papers_own_times_confirm_the_paper(tmp_path):
    judged = verdicts(tmp_path, carpet_lines())
    others = {"c_memory_at_higher_occupancy": REVERSED, "b_threads_cost_more": REVERSED}  # as many sites for all
    others |= {"host_wait_costs_c": NOT_MEASURED}
    others |= {"gpu_over_1_thread": OTHER_FACTOR}  # a CPU's time by one process
    for name, v in judged.items():
        assert v.verdict == others.get(name, HOLDS), (name, v)
    assert judged["c_over_b_low"].factor == pytest.approx(11.385 / 11, rel=1e-3)
    assert judged["c_over_b_high"].factor == pytest.approx(5.085 / 5, rel=1e-3)
    assert judged["b_third_of_a"].measured.value == pytest.approx(0.398, abs=1e-3)
    assert judged["initialisation_of_c_lowest"].measured.value == pytest.approx(7)
    assert judged["anomalous_diffusion"].measured.value == pytest.approx(0.7)
    assert judged["c_memory_at_higher_occupancy"].measured.value == pytest.approx(3 * 0.59)
    assert all(v.measured.records for v in judged.values() if v.measured)


ANSWERS = {"anomalous_diffusion"}


@pytest.mark.parametrize(
    "lines, head",
    [(carpet_lines(sizes=(50, 100, 400)), None), (carpet_lines(emulated=True), header("emulation"))],
    ids=["short loops", "emulated times"],
)
def test_times_that_say_nothing_judge_nothing_but_answers_do(tmp_path, lines, head):
    measured = {name for name, v in verdicts(tmp_path, lines, head).items() if v.measured is not None}
    assert measured == ANSWERS | ({"c_memory_at_higher_occupancy"} if head else set())


def test_an_incorrect_variant_judges_nothing(tmp_path):
    lines = carpet_lines()
    for line in lines:
        if line["variant"] == "c_compact":
            line["status"] = "incorrect"
    judged = verdicts(tmp_path, lines)
    assert judged["b_faster_than_a"].verdict == HOLDS
    for name in ("c_faster_than_b", "c_over_b_low", "gpu_over_16_threads"):
        assert judged[name].verdict == NOT_MEASURED


def test_the_printed_form_is_judged_and_the_tuned_one_stands_beside(tmp_path):
    tuned = carpet_lines(lambda *at: 0.1 * paper_times(*at), variants=["a_dense"], tuning={"launch": "graph"})
    v = verdicts(tmp_path, carpet_lines() + tuned)["b_faster_than_a"]
    assert v.verdict == HOLDS and v.measured.value == pytest.approx(7.24 / 15.94, rel=1e-3)
    assert v.tuned.value == pytest.approx(10 * 7.24 / 15.94, rel=1e-3)
    assert verdicts(tmp_path / "alone", carpet_lines())["b_faster_than_a"].tuned is None


def slower(factor, variants=VARIANTS):
    return carpet_lines(lambda *at: factor * paper_times(*at), variants=variants)


def another(**changes):
    """Another run's header, a day later."""
    return header(utc="2026-11-22T04:00:00Z", **changes)


BOARD_2 = {"device": header()["device"] | {"uuid": "GPU-2"}}
REBUILT = {"git": {"sha": "f" * 16, "dirty": False}}


@pytest.mark.parametrize("changes", [BOARD_2, REBUILT, {}], ids=["another board", "another build", "another run"])
def test_a_ratio_is_taken_inside_one_run(tmp_path, changes):
    """The second run has A alone, twice as slow: a ratio of it with the first run's B would be another."""
    first = write_run(tmp_path / "first", carpet_lines())
    second = write_run(tmp_path / "second", slower(2, ["a_dense"]), another(**changes))
    judged = {v.claim.id: v for v in ledger.verdicts(data_of(first, second))}
    v = judged["b_faster_than_a"]
    assert v.measured.value == pytest.approx(7.24 / 15.94, rel=1e-3)
    assert published.basis(v.measured) == "first" and "crosses" not in v.note


def test_a_quotient_of_what_may_be_nothing_is_no_measurement(tmp_path):
    """Three equal times: a slope of 0 by its interval."""
    flat = {"slope": "c_compact", "where": {"occupancy": 0.093}}
    lines = carpet_lines(lambda *at: 1e-9 * paper_times(*at), sizes=(1000, 2000, 5000))
    for line in lines:
        line["statistics"]["median_ns"] = 1e9 * (1.1 if line["axes"]["steps"] == 2000 else 1)
        line["statistics"] |= {"ci_low_ns": 0.9e9, "ci_high_ns": 1.2e9}
    data = data_of(write_run(tmp_path / "run", lines))
    with pytest.raises(NotMeasurable, match="may be 0"):
        judge.measure({"quotient": [flat, flat]}, data)


@pytest.mark.parametrize("changes, is_beside", [(BOARD_2, False), (REBUILT, False), ({}, True)])
def test_a_tuned_form_of_another_run_stands_beside_if_board_and_build_are_the_same(tmp_path, changes, is_beside):
    first = write_run(tmp_path / "first", carpet_lines())
    tuned = carpet_lines(lambda *at: 0.1 * paper_times(*at), tuning={"launch": "graph"})
    second = write_run(tmp_path / "second", tuned, another(**changes))
    judged = {v.claim.id: v for v in ledger.verdicts(data_of(first, second))}
    v = judged["b_faster_than_a"]
    assert published.basis(v.measured) == "first"
    assert (v.tuned and published.basis(v.tuned)) == ("second" if is_beside else None)


def by_three_processes(lines):
    for line in lines:
        line["measurement"] |= {"processes": processes(*[line["statistics"]["median_ns"]] * 3)}
    return lines


@pytest.mark.parametrize(
    "changes, words, spread",
    [(BOARD_2, "crosses 2 boards", BOARD_SPREAD), (REBUILT, "crosses 2 builds", 0), ({}, "", 0)],
    ids=["another board", "another build", "another run"],
)
def test_a_ratio_that_crosses_says_so_and_is_wider(tmp_path, changes, words, spread):
    """Each run alone lacks one of A and B."""
    without_a = [line for line in carpet_lines() if line["variant"] != "a_dense"]
    first, second = (by_three_processes(lines) for lines in (without_a, slower(1, ["a_dense"])))
    first = write_run(tmp_path / "first", first)
    second = write_run(tmp_path / "second", second, another(**changes))
    v = next(v for v in ledger.verdicts(data_of(first, second)) if v.claim.id == "b_faster_than_a")
    assert v.verdict == HOLDS and published.basis(v.measured) == "first, second"
    assert v.note.endswith(words) and ("crosses" in v.note) == bool(words)
    assert v.measured.high == pytest.approx(v.measured.value * (1 + spread), rel=1e-6)


def test_a_page_is_of_one_board_and_build(tmp_path):
    first = write_run(tmp_path / "first", carpet_lines())
    second = write_run(tmp_path / "second", slower(2, ["a_dense", "b_diamond"]), another(**BOARD_2))
    data = data_of(first, second)
    assert {r.run.path.name for r in data.timed} == {"first"}  # which has more of them
    assert [{r.run.path.name for r in setup.timed} for setup in data.setups()] == [{"first"}, {"second"}]


def test_the_page_shown_is_that_on_which_most_verdicts_rest(tmp_path):
    """Although another board has more cases."""
    first = write_run(tmp_path / "first", [record("a_dense", 1e-9 * s**3, steps=s) for s in range(100, 1000, 50)])
    second = write_run(tmp_path / "second", carpet_lines(), another(**BOARD_2))
    data = data_of(first, second)
    shown = ledger.shown(data, ledger.verdicts(data))
    assert [{r.run.path.name for r in setup.timed} for setup in shown] == [{"second"}, {"first"}]
