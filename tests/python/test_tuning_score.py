"""Scores of search strategies: sums over every draw are the oracle of the exact baseline, simulated search that of the rest."""

import gzip
import itertools
import json

import numpy as np
import pytest
from program import ROOT, bench
from synthetic import refusal

from examples.tuner_bench import recorded
from examples.tuner_bench.landscape import Landscape
from examples.tuner_bench.score import main
from examples.tuner_bench.scoring import random_search, score
from examples.tuner_bench.trajectories import Run, read
from plots.files.errors import InputError

DATA = ROOT / "tests/tune/data"
NONE = np.nan


def landscape(*values, is_maximised=False):
    return Landscape(np.array(values, dtype=float), np.ones(len(values)), is_maximised)


def run(*values):
    return Run(np.array(values, dtype=float), 0.0)


def t4(*values, objective="time", unit="ms", **more):
    """A T4 document over one parameter; None is a failure."""
    results = [
        {
            "configuration": {"a": a},
            "invalidity": "runtime" if value is None else "correct",
            "times": {"compilation_time": 1.0, "runtimes": []},
            "measurements": [] if value is None else [{"name": objective, "value": value, "unit": unit}],
            "objectives": [objective],
        }
        for a, value in enumerate(values)
    ]
    return {"schema_version": "1.0.0", "metadata": {"timeunit": "ms"}, "results": results} | more


def write(path, *documents):
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(each) + "\n" for each in documents))
    return path


def runs_on(space, strategy="some", seeds=2, values=(2.0, 1.0)):
    return [{"space": str(space), "strategy": strategy, "seed": s, "values": list(values)} for s in range(seeds)]


def document(capsys, *arguments):
    assert main([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def some_of(found):
    return next(s for s in found["strategies"] if s["strategy"] == "some")


@pytest.mark.parametrize(
    "said, name, is_maximised",
    [("maximize", "", True), ("minimize", "", False), (None, "", False), ("maximize", "GFLOP/s", True)],
)
def test_a_file_says_the_direction_of_its_own_objective(tmp_path, said, name, is_maximised):
    made = t4(1.0, 2.0, objective="registers", unit="", metadata={"timeunit": "ms", "objective_direction": said})
    for result in made["results"]:
        result["measurements"] += [{"name": n, "value": 1.0, "unit": ""} for n in ("GFLOP/s", "time")]
    path = write(tmp_path / "space.json", made)
    assert recorded.read(path, name).is_maximised == is_maximised
    assert not recorded.read(path, "time").is_maximised
    assert recorded.read(path, name, is_maximised=not is_maximised).is_maximised != is_maximised


def test_a_direction_that_is_none_is_one_line(tmp_path):
    path = write(tmp_path / "space.json", t4(1.0, metadata={"objective_direction": "up"}))
    said = refusal(main, path)
    assert "metadata.objective_direction" in said and '"up"' in said and str(path) in said


@pytest.mark.parametrize("is_maximised", [False, True])
def test_the_random_baseline_is_the_mean_over_every_subset(is_maximised):
    values = [5, 3, NONE, 9, 4, NONE, 12, 3.5]
    land = landscape(*values, is_maximised=is_maximised)
    best, worst = (np.nanmax, np.nanmin) if is_maximised else (np.nanmin, np.nanmax)
    optimum = best(values)
    for m in range(1, len(values) + 1):
        drawn = [best(some) if not np.isnan(some).all() else NONE for some in itertools.combinations(values, m)]
        found = [worst(values) if np.isnan(v) else v for v in drawn]
        ratios = [0 if np.isnan(v) else v / optimum if is_maximised else optimum / v for v in drawn]
        assert land.sign * land.random_best(m) == pytest.approx(np.mean(found), abs=1e-12)
        assert land.random_ratio(m) == pytest.approx(np.mean(ratios), abs=1e-12)


@pytest.mark.parametrize("is_maximised", [False, True])
def test_budgets_follow_the_published_formula(is_maximised):
    """f* 1, median 3 of 1 2 3 4 5. Cut-off at 50 % is 2: worst first 5 4 3 2 1, i = 4, ceil(4/2) = 2."""
    values = np.array([4, 1, 3, 5, 2])
    land = landscape(*(6 - values if is_maximised else values), is_maximised=is_maximised)
    assert land.budget_at(0.5) == 2
    assert land.budget_at(0.95) == 5  # 1.1: i = 5, ceil(5/1)
    assert land.budget_at(0) == 1  # the median itself: i = 3, ceil(3/3)
    budget = land.budget(4)
    assert (budget.first, budget.last, budget.last_s) == (2, 4, 0.004)
    assert len(budget.points) == 50 and set(budget.points) == {2, 3, 4}


def test_finding_the_optimum_at_once_is_one_and_failures_are_paid(monkeypatch):
    monkeypatch.setattr("examples.tuner_bench.scoring.COLUMNS", (1, 2, 4))
    lands = {"line": landscape(4, 1, 3, 5, 2, 6, 7, 8, 9, 10)}
    perfect = score("perfect", lands, [[run(1), run(1)]], 10).reached
    assert perfect.performance.mean == pytest.approx(1) and perfect.ratio[0].mean == 1
    late = score("late", lands, [[run(NONE, NONE, 2, 1)]], 10).reached
    assert [r.mean for r in late.ratio] == [0, 0, 1]
    assert late.performance.mean < perfect.performance.mean
    early = score("early", lands, [[run(2)]], 10).reached  # one that stopped early keeps its last value
    assert early.ratio[2].mean == 0.5
    shares = [score("", lands, [[run(1), run(last), run(2)]], 4).reached.close.mean for last in (1.009, 1.011)]
    assert shares == pytest.approx([2 / 3, 1 / 3])


def test_a_single_seed_has_no_interval_and_others_have_students():
    lands = {"line": landscape(1, 2, 4)}
    assert score("one", lands, [[run(2)]], 1).reached.ratio[0].half_width == 0
    of_three = score("three", lands, [[run(1), run(2), run(4)]], 1).reached.ratio[0]
    assert of_three.mean == pytest.approx(1.75 / 3)
    assert of_three.half_width == pytest.approx(4.302653 * np.std([1, 0.5, 0.25], ddof=1) / 3**0.5)


@pytest.mark.parametrize("is_maximised", [False, True])
def test_simulated_random_search_meets_the_exact_expectation(monkeypatch, is_maximised):
    monkeypatch.setattr("examples.tuner_bench.scoring.COLUMNS", (2, 5, 10))
    rng = np.random.default_rng(1)
    grid = np.arange(1600)
    spaces = {
        "grid": np.where(grid % 11 == 0, NONE, 1 + grid * 7919 % 1601 / 160),
        "convolution": recorded.read(DATA / "convolution_milo_t4.json").values,
        "pnpoly": recorded.read(DATA / "pnpoly_t4.json").values,
    }
    lands = {name: landscape(*values, is_maximised=is_maximised) for name, values in spaces.items()}
    runs = [[run(*rng.permutation(values)[:10]) for _ in range(3000)] for values in spaces.values()]
    drawn, exact = score("random", lands, runs, 10), random_search(lands, 10)
    for one, other in zip(drawn.spaces, exact.spaces, strict=True):
        for found, expected in zip(one.reached.ratio, other.reached.ratio, strict=True):
            assert found.mean == pytest.approx(expected.mean, abs=1.6 * found.half_width)
        assert one.reached.close.mean == pytest.approx(other.reached.close.mean, abs=1.6 * one.reached.close.half_width)
        assert 0 < other.reached.close.mean < 1
    assert abs(drawn.reached.performance.mean) < 1.6 * drawn.reached.performance.half_width


@pytest.mark.parametrize(
    "unit, name, is_maximised",
    [
        ("ms", "time", False),
        ("GFLOP/s", "speed", True),
        ("", "GFLOPS", True),
        ("", "frames/second", True),
        ("GFLOPS/W", "efficiency", True),
        ("updates/J", "efficiency", True),
        ("J", "GFLOP/s", False),
        ("", "energy", False),
        ("MB/sec", "bandwidth", True),
    ],
)
def test_rates_are_maximised_unless_a_flag_says_otherwise(tmp_path, unit, name, is_maximised):
    path = write(tmp_path / "space.json", t4(1.0, None, 2.0, objective=name, unit=unit))
    assert recorded.read(path).is_maximised == is_maximised
    assert recorded.read(path, is_maximised=not is_maximised).is_maximised != is_maximised


def test_of_a_maximised_objective_the_ratio_is_over_the_optimum(tmp_path, capsys):
    """And P is computed on values, as they are."""
    values = [float(v) for v in range(1, 41)]
    space = write(tmp_path / "space.json", t4(*values, objective="GFLOP/s", unit="GFLOP/s"))
    runs = write(tmp_path / "runs.jsonl", *runs_on(space, values=[10.0, None, 30.0]))
    up = some_of(document(capsys, space, "--runs", runs, "--evaluations", 3))
    assert up["ratio"] == [{"mean": 0.75, "half_width": 0}]
    mirrored = write(tmp_path / "down.json", t4(*(-v for v in values)))
    runs = write(tmp_path / "down.jsonl", *runs_on(mirrored, values=[-10.0, None, -30.0]))
    down = some_of(document(capsys, mirrored, "--runs", runs, "--evaluations", 3))
    assert up["curve"] == pytest.approx(down["curve"])
    runs = write(tmp_path / "least.jsonl", *runs_on(space, values=[1.0]))
    least = some_of(document(capsys, space, "--runs", runs, "--minimize"))
    assert least["performance"]["mean"] == 1


def test_a_named_objective_units_and_what_was_never_tried(tmp_path):
    """Values stay in it, costs are milliseconds; what a constraint excludes at no cost is no part of the space."""
    made = t4(3.0, 2.0, None, metadata={"timeunit": "seconds"}, unit="")
    for result, joules in zip(made["results"], (5.0, 7.0, None)):
        if joules:
            result["measurements"].append({"name": "energy", "value": joules, "unit": "J"})
    made["results"][2] |= {"invalidity": "constraints", "times": {}}
    tried = json.loads(json.dumps(made["results"][2])) | {"configuration": {"a": 9}, "times": {"compilation": 2.0}}
    path = write(tmp_path / "space.json", made | {"results": [*made["results"], tried]})
    space = recorded.read(path)
    np.testing.assert_array_equal(space.values, [3, 2, NONE])
    assert (space.objective, space.unit) == ("time", "s")
    np.testing.assert_array_equal(space.costs_ms, [1000, 1000, 2000])
    np.testing.assert_array_equal(recorded.read(path, "energy").values, [5, 7, NONE])
    with pytest.raises(InputError, match="no measurement is named 'power'; there are energy, time"):
        recorded.read(path, "power")


LARGEST = 1.7976931348623157e308


@pytest.mark.parametrize("value", [1e20, 1e22, LARGEST, -LARGEST])
def test_a_time_that_stands_for_a_failure_is_one(tmp_path, value):
    """As Kernel Tuner wrote them before 1.0; of a run too."""
    space = write(tmp_path / "space.json", t4(1.0, value, 3.0))
    np.testing.assert_array_equal(recorded.read(space).values, [1, NONE, 3])
    runs = write(tmp_path / "runs.jsonl", *runs_on(space, values=[value, 3.0]))
    found = read([runs], [recorded.read(space)])
    np.testing.assert_array_equal(found.by_strategy["some"][0][0].values, [NONE, 3])


def test_another_objective_fails_by_its_own_value_or_by_its_time(tmp_path):
    """Of what is no time, only the largest double of either sign stands for a failure."""
    made = t4(1e30, LARGEST, -LARGEST, 5.0, 7.0, objective="energy", unit="J")
    for result, time in zip(made["results"][3:], (1e20, 1e19)):
        result["measurements"].append({"name": "time", "value": time, "unit": "ms"})
    path = write(tmp_path / "space.json", made)
    np.testing.assert_array_equal(recorded.read(path).values, [1e30, NONE, NONE, NONE, 7])
    beyond = write(tmp_path / "beyond.json", t4(1e101, objective="energy", unit="J"))
    with pytest.raises(InputError, match="result 1: 'energy' is 1e\\+101, beyond what is measured"):
        recorded.read(beyond)


def test_a_space_without_any_valid_configuration_is_refused(tmp_path):
    path = write(tmp_path / "space.json", t4(None, None))
    assert "no configuration ran correctly" in refusal(main, path)


def test_spaces_of_one_name_are_told_apart_by_their_paths(tmp_path, capsys, monkeypatch):
    spaces = [write(tmp_path / folder / "space.json", t4(*values)) for folder, values in zip("ab", ([1, 2], [1, 4]))]
    monkeypatch.chdir(tmp_path)
    named = ["a/space.json", tmp_path / "b" / ".." / "b" / "space.json"]
    lines = [line for name, value in zip(named, (2.0, 4.0)) for line in runs_on(name, values=[value])]
    some = some_of(document(capsys, *spaces, "--runs", write(tmp_path / "runs.jsonl", *lines)))
    assert {s["space"]: s["ratio"][0]["mean"] for s in some["spaces"]} == {str(spaces[0]): 0.5, str(spaces[1]): 0.25}
    bare = write(tmp_path / "bare.jsonl", *runs_on("space.json"))
    said = refusal(main, *spaces, "--runs", bare)
    assert f"{bare}, line 1: space 'space.json' may be {spaces[0]} and {spaces[1]}" in said
    assert some_of(document(capsys, spaces[0], "--runs", bare))


def test_what_is_incomplete_is_left_out_and_named(tmp_path, capsys):
    spaces = [write(tmp_path / f"{name}.json", t4(1.0, 2.0)) for name in "ab"]
    lines = [*runs_on("a.json"), *runs_on("b.json", seeds=3), *runs_on("a.json", "half"), *runs_on("c.json", "far")]
    runs = write(tmp_path / "runs.jsonl", *lines)
    assert main([*map(str, spaces), "--runs", str(runs)]) == 0
    said = capsys.readouterr()
    assert said.err.startswith(
        "half: left out, it lacks runs on some space\nruns on 1 other spaces are left out: c.json\n"
    )
    assert said.out.count("\n") == 4 and "| some |" in said.out and "| random (exact) |" in said.out
    assert "no strategy of these has runs on every space" in refusal(
        main, *spaces, "--runs", runs, "--strategy", "half"
    )


@pytest.mark.parametrize(
    "change, wanted",
    [
        ({"values": "none"}, "values"),
        ({"values": [True]}, "values.0"),
        ({"seed": 0.5}, "seed"),
        ({"seed": 0}, "a second run of 'some'"),
        ({"values": [0.5]}, "better than the optimum of 1"),
        ({"strategy": "random (exact)"}, "strategy"),
        ({"strategy": 7}, "strategy"),
    ],
)
def test_a_bad_run_is_one_line(tmp_path, change, wanted):
    space = write(tmp_path / "space.json", t4(1.0, 2.0))
    one, other = runs_on(space)
    path = write(tmp_path / "runs.jsonl", one, other | change)
    said = refusal(main, space, "--runs", path)
    assert wanted in said and said.startswith(str(path))


@pytest.mark.parametrize(
    "flags, wanted",
    [
        ("--seeds 0", "--seeds 0: 1 to"),
        ("--evaluations 0", "--evaluations 0: 1 to"),
        ("--runs no.jsonl --program no", "--program"),
        ("--program no", "no: no such program"),
        ("--maximize --minimize", "not allowed with"),
        ("--out no/such/folder", "no/such/folder"),
        ("--figure figure.txt", "figure.txt"),
        ("--runs no.jsonl", "no.jsonl"),
        ("--objective energy", "energy"),
    ],
)
def test_a_bad_flag_of_the_score_is_one_line(flags, wanted):
    assert wanted in refusal(main, DATA / "pnpoly_t4.json", *flags.split())


def test_a_space_that_is_given_twice_is_refused(tmp_path):
    space = write(tmp_path / "space.json", t4(1.0))
    assert "given twice" in refusal(main, space, tmp_path / ".." / tmp_path.name / "space.json")


def test_the_programs_own_strategies_are_scored_by_one_command(tmp_path, capsys):
    """Table, JSON and picture; the best by P first, among them the exact expectation of random search."""
    packed = tmp_path / "pnpoly.json.gz"
    packed.write_bytes(gzip.compress((DATA / "pnpoly_t4.json").read_bytes()))
    out, picture = tmp_path / "score.json", tmp_path / "score.png"
    flags = f"--seeds 3 --evaluations 30 --program {bench()} --out {out} --figure {picture}"
    assert main([str(packed), str(DATA / "convolution_milo_t4.json"), *flags.split()]) == 0
    found = json.loads(out.read_text())
    assert (found["schema"], found["version"], found["columns"], found["seeds"]) == ("retime-tuning-score", 1, [25], 3)
    names = [s["strategy"] for s in found["strategies"]]
    assert sorted(names) == ["annealing", "default", "genetic", "random", "random (exact)", "tabu"]
    scores = [s["performance"]["mean"] for s in found["strategies"]]
    assert scores == sorted(scores, reverse=True)
    said = capsys.readouterr()
    assert [line.split(" | ")[0] for line in said.out.splitlines()[2:]] == [f"| {n}" for n in names]
    assert (
        "P: 0 is random search, 1 the optimum" in said.err and "ms an evaluation: the strategy's own time" in said.err
    )
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_what_the_program_refuses_is_passed_on():
    flags = ["--program", bench(), "--strategy", "luck"]
    assert "luck" in refusal(main, DATA / "pnpoly_t4.json", *flags)
