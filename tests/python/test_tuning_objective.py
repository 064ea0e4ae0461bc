"""A rate from the recording to the score: what replays write, and the methodology's formulas computed a second time."""

import itertools
import json
from math import ceil, floor
from statistics import mean, median, stdev

import pytest
from program import bench, first_of, lines, output
from synthetic import refusal

from examples.tuner_bench.score import main

RATES = [310.0, 1250.0, None, 890.0, 1240.5, 77.0, None, 505.0, 940.0, 1010.0, 1100.0, 640.0]
EVALUATIONS, SEEDS = 7, 3
STUDENT = 4.302653  # 97.5 % point of two degrees of freedom
FLAGS = ["--strategy", "random,tabu", "--seeds", str(SEEDS), "--evaluations", str(EVALUATIONS)]


def document(values, objective="GFLOP/s", unit="GFLOP/s", **metadata):
    """T4 over one parameter; None is a failure."""

    def result(a, value):
        measured = [] if value is None else [{"name": objective, "value": value, "unit": unit}]
        outcome = "runtime" if value is None else "correct"
        return {"configuration": {"a": a}, "times": {}, "invalidity": outcome, "measurements": measured}

    results = [result(a, value) | {"objectives": [objective]} for a, value in enumerate(values)]
    return {"schema_version": "1.0.0", "metadata": metadata, "results": results}


def write(path, made):
    path.write_text(json.dumps(made))
    return path


@pytest.fixture
def space(tmp_path):
    return write(tmp_path / "space.json", document(RATES))


def budget(ran, optimum, p):
    """Evaluations after which random search is expected at percentile p."""
    cut_off = optimum + (median(ran) - optimum) * (1 - p)
    worst_first = sorted(ran, key=lambda v: -abs(v - optimum))
    i = next(i for i, v in enumerate(worst_first, 1) if abs(v - optimum) <= abs(cut_off - optimum))
    return ceil(i / (len(ran) + 1 - i))


def oracle(runs, best):
    """Share of the optimum at the end, by seed, and P by seed; `best` is max or min."""
    ran = [v for v in RATES if v is not None]
    optimum, worst = best(ran), {max: min, min: max}[best](ran)
    drawn = [worst if v is None else v for v in RATES]
    last = min(budget(ran, optimum, 0.95), EVALUATIONS)
    first = min(budget(ran, optimum, 0.5), last)
    points = [floor(first + (last - first) * k / 49 + 0.5) for k in range(50)]
    baseline = {m: mean(map(best, itertools.combinations(drawn, m))) for m in set(points)}
    shares, performances = [], []
    for values in runs:
        found = [best([worst, *(v for v in values[:m] if v is not None)]) for m in range(EVALUATIONS + 1)]
        share = found[-1] / optimum
        shares.append(share if best is max else 1 / share)
        performances.append(mean((found[m] - baseline[m]) / (optimum - baseline[m]) for m in points))
    return shares, performances


def scored(capsys, *arguments):
    assert main([*map(str, arguments), *FLAGS, "--json"]) == 0
    return {s["strategy"]: s for s in json.loads(capsys.readouterr().out)["strategies"]}


def require_equal(found, runs, best):
    for strategy in ("random", "tabu"):
        shares, performances = oracle([r["values"] for r in runs if r["strategy"] == strategy], best)
        for interval, by_seed in (
            (found[strategy]["ratio"][0], shares),
            (found[strategy]["performance"], performances),
        ):
            half = STUDENT * stdev(by_seed) / SEEDS**0.5
            assert (interval["mean"], interval["half_width"]) == pytest.approx((mean(by_seed), half), rel=1e-6)


@pytest.mark.parametrize("asked, best", [([], max), (["--maximize"], max), (["--minimize"], min)])
def test_a_rate_is_replayed_and_scored_as_it_stands(space, tmp_path, capsys, asked, best):
    """By the command that replays too, which hands the direction on."""
    out = tmp_path / "runs.jsonl"
    output("replay", space, *FLAGS, *asked, "--out", out, by=bench())
    runs = lines(out)
    assert {(r["objective"], r["unit"]) for r in runs} == {("GFLOP/s", "GFLOP/s")}
    assert all(set(r["values"]) <= set(RATES) and len(r["values"]) == EVALUATIONS for r in runs)
    require_equal(scored(capsys, space, "--runs", out, *asked), runs, best)
    require_equal(scored(capsys, space, "--program", bench(), *asked), runs, best)


def test_a_search_looks_for_the_best_of_either_direction(tmp_path):
    """On a hill of 400 points what it tries late is better than most."""
    grid = list(itertools.product(range(20), repeat=2))
    heights = [1000.0 - (a - 13) ** 2 - 2 * (b - 4) ** 2 for a, b in grid]
    made = document(heights)
    for result, (a, b) in zip(made["results"], grid):
        result["configuration"] = {"a": a, "b": b}
    hill = write(tmp_path / "hill.json", made)
    for asked, sign in (("--maximize", 1), ("--minimize", -1)):
        said = output(f"replay --seeds 3 --evaluations 100 --strategy default {asked}", hill, by=bench())
        for run in map(json.loads, said.splitlines()):
            assert sign * mean(run["values"][60:]) > sign * median(heights), run


def test_times_keep_the_unit_of_the_file(tmp_path, capsys):
    """Whatever its spelling."""
    space = write(tmp_path / "space.json", document([0.5, 0.25, 4.0], "time", "Seconds"))
    out = tmp_path / "runs.jsonl"
    output("replay --strategy random --seeds 2 --evaluations 3", space, "--out", out, by=bench())
    assert [(r["unit"], sorted(r["values"])) for r in lines(out)] == [("s", [0.25, 0.5, 4.0])] * 2
    assert main([str(space), "--runs", str(out)]) == 0 and "| random |" in capsys.readouterr().out


def test_a_file_says_the_direction_of_its_own_objective(tmp_path):
    """Before the unit is asked."""
    made = document([3.0, 1.0, 2.0], "launch/registers", "", objective_direction="maximize")
    for result, time in zip(made["results"], (5.0, 4.0, 6.0)):
        result["measurements"].append({"name": "time", "value": time, "unit": "ms"})
    space = write(tmp_path / "space.json", made)
    assert first_of(space) == 3 and first_of(space, "--minimize") == 1
    assert first_of(space, "--objective", "time") == 4


@pytest.mark.parametrize(
    "change, wanted",
    [
        ({"objective": "time"}, "line 2: values of 'time', but "),
        ({"unit": "MFLOP/s"}, "line 2: values in 'MFLOP/s', but "),
        ({"objective": 3}, "objective"),
    ],
)
def test_runs_of_another_objective_or_unit_are_refused(space, tmp_path, change, wanted):
    one = {
        "space": str(space),
        "strategy": "some",
        "seed": 1,
        "objective": "GFLOP/s",
        "unit": "GFLOP/s",
        "values": [77.0],
    }
    runs = tmp_path / "runs.jsonl"
    runs.write_text("\n".join(json.dumps(each) for each in (one, one | {"seed": 2} | change)))
    said = refusal(main, space, "--runs", runs)
    assert wanted in said and said.startswith(str(runs))
