"""Verdicts: the three words, their intervals, and judges on planted times."""

import pytest
from synthetic import header, record, write_run

from plots import claims, family, judge
from plots.claims import HOLDS, NOT_MEASURABLE, REVERSED, Claim, Measured, NotMeasurable, verdict_of
from plots.families import carpet
from plots.load import load_run
from plots.records import latest


def claim(relation, limit, claimed=None):
    return Claim("c", "carpet", "Text.", "Sect. 1", "ratio", claimed, relation, limit)


@pytest.mark.parametrize(
    "relation, limit, low, high, expected",
    [
        ("<", 1, 0.2, 0.3, HOLDS),
        ("<", 1, 1.2, 1.3, REVERSED),
        ("<", 1, 0.9, 1.1, NOT_MEASURABLE),
        ("<", 1, 1, 1, REVERSED),
        (">", 1, 5, 6, HOLDS),
        (">", 1, 0.5, 1, REVERSED),
        (">", 1, 0.5, 2, NOT_MEASURABLE),
        ("between", [2, 3], 2, 3, HOLDS),
        ("between", [2, 3], 3.1, 3.2, REVERSED),
        ("between", [2, 3], 1, 1.9, REVERSED),
        ("between", [2, 3], 2.9, 3.1, NOT_MEASURABLE),
    ],
)
def test_verdict_by_interval(relation, limit, low, high, expected):
    assert verdict_of(claim(relation, limit), lambda: Measured((low + high) / 2, low, high)).verdict == expected


def test_what_can_not_be_judged_says_why():
    def without_gpu():
        raise NotMeasurable("no GPU")

    verdict = verdict_of(claim("<", 1), without_gpu)
    assert (verdict.verdict, verdict.note) == (NOT_MEASURABLE, "no GPU")


def test_size_beside_direction():
    near = verdict_of(claim(">", 1, 10), lambda: Measured(12, 11, 13))
    far = verdict_of(claim(">", 1, 10), lambda: Measured(100, 90, 110))
    assert near.size == pytest.approx(1.2) and not near.only_direction
    assert far.verdict == HOLDS and far.only_direction


@pytest.mark.parametrize("bad", [Measured(2, 3, 4), Measured(float("nan"), 0, 1)])
def test_a_judge_that_errs_is_found(bad):
    with pytest.raises(ValueError):
        verdict_of(claim("<", 1), lambda: bad)


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
        "cpu_serial": [100 * a for a in table["Variant C"]],
    }
    return rows[variant][i] * 1e-9


VARIANTS = ("a_dense", "a_branchless", "b_diamond", "c_compact", "cpu_task_pool", "cpu_serial")


def carpet_line(variant, occupancy, s, seconds, emulated=False, block=256, **more):
    cpu = variant.startswith("cpu")
    phases = dict.fromkeys(("make_input", "prepare", "transfer_out"), 1e6)
    x = [t for t in (1, 3, 10, 30, 100, 300, 1000) if t <= s]
    seen = {"occupancy": 1.01 * occupancy, "total_probability": 1.0}
    return record(
        variant,
        seconds,
        processor="cpu" if cpu else "gpu",
        emulated=emulated and not cpu,
        tuning={} if cpu else {"block": block},
        spread=0.002,
        phases_ns=phases | {"transfer_in": 1e6 if variant == "c_compact" else 13e6},
        observables=seen | {"mean_square_displacement_series": {"x_name": "steps", "x": x, "y": [t**0.7 for t in x]}},
        steps=s,
        occupancy=occupancy,
        precision="float",
        **more,
    )


def carpet_lines(law=paper_times, sizes=(1000, 2000, 3000, 5000), variants=VARIANTS, **more):
    """The variants at every occupancy and size; the law gives the coefficient of s^3."""
    return [
        carpet_line(variant, occupancy, s, law(variant, occupancy) * s**3, **more)
        for variant in variants
        for occupancy in OCCUPANCIES
        for s in sizes
    ]


def verdicts(tmp_path, lines, head=None):
    run, records = load_run(write_run(tmp_path / "run", lines, head))
    data = family.data_of("carpet", "hoffmann_2010", latest(records)[0], [run], module=carpet)
    return {v.claim.id: v for v in judge.verdicts(data)}


def test_the_papers_own_times_confirm_the_paper(tmp_path):
    found = verdicts(tmp_path, carpet_lines())
    for name, v in found.items():
        expected = NOT_MEASURABLE if name == "largest_steps" else HOLDS
        assert v.verdict == expected, (name, v)
    assert found["c_over_b_low"].size == pytest.approx(12.385 / 12, rel=1e-3)
    assert found["c_over_b_high"].size == pytest.approx(6.085 / 6, rel=1e-3)
    assert found["b_third_of_a"].measured.value == pytest.approx(0.398, abs=1e-3)
    assert found["initialisation_of_c"].measured.value == pytest.approx(7)
    assert found["anomalous_diffusion"].measured.value == pytest.approx(0.7)


def test_planted_reversals_are_found(tmp_path):
    def reversed_law(variant, occupancy):
        a = paper_times(variant, occupancy)
        factors = {"a_branchless": 0.5, "c_compact": 20 if occupancy == 0.59 else 1, "cpu_task_pool": 0.01}
        return a * factors.get(variant, 1)

    found = verdicts(tmp_path, carpet_lines(reversed_law))
    wrong = {name for name, v in found.items() if v.verdict == REVERSED}
    assert wrong == {"branchless_slower", "c_faster_than_b", "c_over_b_high", "gpu_over_16_threads"}
    assert found["c_faster_than_b"].measured.value == pytest.approx(6.085 / 20, rel=1e-3)


@pytest.mark.parametrize(
    "lines, head",
    [(carpet_lines(sizes=(50, 100, 400)), None), (carpet_lines(emulated=True), header("emulation"))],
    ids=["short loops", "emulated times"],
)
def test_times_that_say_nothing_judge_nothing_but_answers_do(tmp_path, lines, head):
    measured = {name for name, v in verdicts(tmp_path, lines, head).items() if v.measured is not None}
    assert measured == {"anomalous_diffusion", "mean_occupancy"}


def test_an_incorrect_variant_judges_nothing(tmp_path):
    lines = carpet_lines()
    for line in lines:
        if line["variant"] == "c_compact":
            line["status"] = "incorrect"
    found = verdicts(tmp_path, lines)
    assert found["b_faster_than_a"].verdict == HOLDS
    for name in ("c_faster_than_b", "c_over_b_low", "gpu_over_16_threads"):
        assert found[name].verdict == NOT_MEASURABLE


@pytest.mark.parametrize(
    "free, stop, words",
    [(0.8, 10**6, "Variant A 5000, Variant C 9500"), (80, 23000, "32-bit indices stop both at 23000")],
)
def test_largest_steps_come_from_the_cases_that_did_not_fit(tmp_path, free, stop, words):
    lines = []
    for variant, needed in (("a_dense", 80.0), ("c_compact", 80.0 / 1.9**2)):  # at s = 50000; memory grows as s^2
        fits = min(round(50000 * (free / needed) ** 0.5), stop)
        memory = {"needed_bytes": needed * 1e9, "free_bytes": free * 1e9, "largest_that_fits": fits}
        lines.append(carpet_line(variant, 0.093, 50000, 1.0, status="out_of_memory", memory=memory))
    v = verdicts(tmp_path, carpet_lines() + lines)["largest_steps"]
    assert v.verdict == HOLDS and v.measured.value == pytest.approx(1.9, rel=1e-3)
    assert words in v.note


def test_the_fastest_block_is_judged(tmp_path):
    faster = carpet_lines(lambda *at: 0.1 * paper_times(*at), variants=["a_dense"], block=32)
    v = verdicts(tmp_path, carpet_lines() + faster)["b_faster_than_a"]
    assert v.verdict == REVERSED and v.measured.value == pytest.approx(10 * 7.24 / 15.94, rel=1e-3)
