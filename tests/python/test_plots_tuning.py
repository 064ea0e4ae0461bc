"""Tuning spaces: T4 files and tuning runs read alike; what is drawn and told of them is what was planted."""

import gzip
import itertools
import json
import math

import numpy as np
import pytest
from synthetic import header, record, refusal, report_of, table, write_run

from plots.__main__ import main
from plots.files.errors import InputError
from plots.tuning.effects import effects, random_best
from plots.tuning.space import Space, Trial, read_t4

A, B, C = (1, 2, 4), ("no", "yes"), (0, 1, 2)


def time_ms(a, b, c):
    return {1: 4.0, 2: 2.0, 4: 1.0}[a] * (1.1 if b == "no" else 1.0)  # c does nothing


def t4(results, unit="milliseconds", version="1.0.0"):
    return {"schema_version": version, "metadata": {"timeunit": unit}, "results": results}


def result(a, b, c, time=None, unit="milliseconds", invalidity="correct", **more):
    measured = [{"name": "time", "value": time if time is not None else "CompilationFailed", "unit": unit}]
    return {
        "configuration": {"a": a, "b": b, "c": c, "fixed": 7},
        "times": {"compilation": 5.0, "runtimes": [time, time, time] if time else [], "framework": 1.0},
        "invalidity": invalidity,
        "measurements": measured + [{"name": k, "value": v, "unit": unit} for k, v in more.items()],
        "objectives": ["time"],
    }


def planted():
    every = [result(a, b, c, time_ms(a, b, c)) for a, b, c in itertools.product(A, B, C)]
    return every + [result(8, "no", 0, invalidity="compile"), result(8, "yes", 0, invalidity="timeout")]


def write(path, content):
    text = json.dumps(content)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def test_a_t4_file_is_read_in_seconds_with_its_failures(tmp_path):
    space = read_t4(write(tmp_path / "s.json.gz", t4(planted())))
    assert len(space.searched) == 20 and len(space.timed) == 18
    assert space.best.time_s == pytest.approx(1e-3) and space.best.configuration["a"] == 4
    assert [t.status for t in space.searched if t.time_s is None] == ["compile error", "timeout"]
    assert space.parameters == {"a": [1, 2, 4, 8], "b": ["no", "yes"], "c": [0, 1, 2]}  # not the one that never changes
    assert len(space.tied) == 3  # c does nothing


@pytest.mark.parametrize("unit, factor", [("miliseconds", 1e-3), ("milliseconds", 1e-3), ("us", 1e-6), ("seconds", 1)])
def test_units_of_files_in_the_wild(tmp_path, unit, factor):
    space = read_t4(write(tmp_path / "s.json", t4([result(1, "no", 0, 3.0, unit)], unit)))
    assert space.best.time_s == pytest.approx(3 * factor)


def test_intervals_are_those_of_the_file_or_of_its_runtimes(tmp_path):
    given = result(1, "no", 0, 3.0, time_ci_low=2.5, time_ci_high=4.0)
    own = result(2, "no", 0, 2.0)
    own["times"]["runtimes"] = [1.9, 2.0, 2.1]
    space = read_t4(write(tmp_path / "s.json", t4([given, own])))
    assert (space.timed[0].low_s, space.timed[0].high_s) == (pytest.approx(2.5e-3), pytest.approx(4e-3))
    half = 4.302653 * 0.1e-3 / math.sqrt(3)  # Student's 97.5 % point of two degrees of freedom
    assert space.timed[1].high_s - 2e-3 == pytest.approx(half, rel=1e-5)


@pytest.mark.parametrize(
    "content, words",
    [
        ("{", "JSON"),
        ("[]", "a JSON object is wanted"),
        ("{}", "no list of results"),
        ("[" * 100000, "nested deeper"),
        (json.dumps(t4([result([1], "no", 0, 1.0)])), "results.0.configuration.a"),
        (json.dumps(t4([result(1, "no", 0, -1.0)])), "results.0.times.runtimes.0: -1.0 is less than the minimum of 0"),
        (json.dumps(t4([], version="2.0")), "schema_version is 2.0"),
        (json.dumps(t4([])), "no configuration has a time"),
        (json.dumps(t4([{"configuration": {}}])), 'results.0: "invalidity" is a required property'),
        (json.dumps(t4([result(1, "no", 0, 1.0, invalidity="odd")])), 'results.0.invalidity: "odd" is not one of'),
        (json.dumps(t4([result(1, "no", 0, 1.0)], unit="fortnights")), "time unit 'fortnights'"),
    ],
)
def test_a_bad_file_is_one_line_and_writes_nothing(tmp_path, content, words):
    (tmp_path / "s.json").write_text(content)
    assert words in refusal(main, tmp_path / "s.json", "--out", tmp_path / "report")


def test_a_truncated_gz_is_one_line(tmp_path):
    whole = write(tmp_path / "s.json.gz", t4(planted())).read_bytes()
    (tmp_path / "s.json.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="s.json.gz"):
        read_t4(tmp_path / "s.json.gz")


def test_effects_are_those_planted():
    # log t = log 3 [a xor b]: neither alone explains anything, both together all.
    points = itertools.product((0, 1), (0, 1), (0, 1, 2))
    trials = [Trial({"a": a, "b": b, "c": c}, "correct", *[3.0 if a ^ b else 1.0] * 3) for a, b, c in points]
    found = {e.name: e for e in effects(Space("s", "", tuple(trials)))}
    assert found["a"].alone == pytest.approx(0, abs=1e-12) and found["a"].total == pytest.approx(1)
    assert found["c"].alone == pytest.approx(0, abs=1e-12) and found["c"].total == pytest.approx(0, abs=1e-12)


def test_random_search_is_expected_exactly(tmp_path):
    space = read_t4(write(tmp_path / "s.json", t4(planted())))
    times = [t.time_s for t in space.timed] + [max(t.time_s for t in space.timed)] * 2
    exact = [np.mean([min(draw) for draw in itertools.combinations(times, m)]) for m in (1, 2, 3)]
    assert random_best(space, 3) == pytest.approx(exact)
    assert len(random_best(space, 99)) == 20 and random_best(space, 99)[-1] == pytest.approx(1e-3)


def tuning_line(block, seconds, **more):
    made = record("c_compact", seconds, tuning={"block": block}, spread=1e-4, steps=10, occupancy=0.35)
    made["measurement"]["wall_s"] = 2.0
    return made | more


def test_a_tuning_run_is_set_beside_the_sweep_and_kept_out_of_it(tmp_path):
    blocks = {32: 5.0, 64: 4.0, 128: 3.0, 256: 3.2, 512: 3.5}
    swept = write_run(tmp_path / "sweep", [tuning_line(b, t) for b, t in blocks.items()])
    failed = tuning_line(1024, 1.0, status="runtime_error", reason="too many", statistics=None)
    tried = [tuning_line(64, 4.0), failed, tuning_line(256, 2.5)]  # lucky: 3.2 in the sweep
    tuned = write_run(tmp_path / "tuned", tried, header(argv=["retime", "tune", "--filter", "x"]))
    report = report_of(swept, tuned)
    text = (report / "report.md").read_text()
    lines = [line for line in text.split("\n") if line.startswith("| carpet/c_compact/")]
    (row,) = [line for line in lines if "1 runtime error" in line]
    assert "| block=256 | 2.5 |" in row
    (row,) = [line for line in lines if "| 5 | 3 | 60 % |" in line]
    assert "| block=128 | 3 | 6.7 % | -17 % |" in row
    assert "| carpet | 1 | 0 | 6.7 % | 6.7 % | 60 % | 60 % |" in text
    # The short measurements of a search are no results of the family.
    assert "2.5" not in (report / "tables" / "carpet_largest.csv").read_text()
    assert (report / "figures" / "tuning_01.svg").is_file()


def test_finalists_are_judged_by_their_second_measurement(tmp_path):
    def trial(name, seconds, role="search"):
        return Trial({"a": name}, "correct", seconds, seconds * 0.99, seconds * 1.01, 1.0, role)

    first = [trial("x", 1.0), trial("y", 1.05), trial("z", 3.0), Trial({"a": "w"}, "constraint")]
    space = Space("s", "", (*first, trial("x", 1.2, "final"), trial("y", 1.1, "final")))
    assert space.best.configuration == {"a": "y"} and len(space.searched) == 3 and space.cost_s == 5
    assert space.tied == [space.best]
    anew = Space("s", "", (*space.trials, trial("y", 1.15, "winner")))
    assert anew.best.time_s == 1.15 and len(anew.finalists) == 2
    assert space.time_of({"a": "x"}) == (1.2, 1.1) and space.time_of({"a": "z"}) == (3.0, 1.0)
    assert space.time_of({"a": "w"}) is None


def of_tuning(line, role, strategy="default", **more):
    return line | {"tuning_history": {"role": role, "strategy": strategy, "cost_s": 0.5}} | more


def test_a_run_that_tried_everything_is_the_sweep(tmp_path):
    times = {32: 5.0, 64: 4.0, 128: 3.0, 256: 3.2}
    every = [of_tuning(tuning_line(b, t), "search", "exhaustive") for b, t in times.items()]
    every += [of_tuning(tuning_line(b, t), "final", "exhaustive") for b, t in ((128, 3.1), (256, 3.15))]
    found = [of_tuning(tuning_line(b, t), "search") for b, t in ((64, 4.0), (256, 2.9))]
    found += [of_tuning(tuning_line(256, t), role) for t, role in ((3.0, "final"), (3.05, "winner"))]
    sweep = write_run(tmp_path / "sweep", every, header(argv=["retime", "tune"]))
    search = write_run(tmp_path / "search", found, header(argv=["retime", "tune"]))
    workload = {"occupancy": 0.35, "steps": 10}
    entry = {"variant": "carpet/c_compact", "workload": workload, "tuning": {"block": 256}, "time_ns": 3.05e9}
    entry |= {"interval_ns": [2.9e9, 3.0e9], "as_expected": False, "tied": [], "configurations": 4}
    entry |= {"usual": {"rounds_ratio": 1.25, "tuning": {"block": 64}}}
    (search / "best.json").write_text(json.dumps({"schema_version": 1, "device": "x", "entries": [entry]}))
    head = header(argv=["retime", "run", "--tuned", "best.json"])
    checked = write_run(tmp_path / "checked", [tuning_line(256, 3.12)], head)
    report = report_of(sweep, search, checked, "--only", "fits")
    (row,) = table(report, "tuning")
    assert (row["trials"], row["configurations"], row["as expected"]) == ("2", "4", "no")
    assert float(row["time (us)"]) == pytest.approx(3.05e6) and float(row["expected (us) high"]) == pytest.approx(3e6)
    assert float(row["in another process (us)"]) == pytest.approx(3.12e6)
    assert float(row["default tuning / winner"]) == 1.25
    (row,) = table(report, "tuning_against_sweep")
    assert (row["swept"], row["trials of the tuner"]) == ("4", "2")
    assert float(row["lost, by the sweep's times"]) == pytest.approx(3.15 / 3.1 - 1)  # of the finals, where both were
    (search / "best.json").write_text("{}")
    refusal(main, sweep, search, checked, "--out", tmp_path / "other")


def test_a_search_for_something_else_than_time_stands_apart(tmp_path):
    """It is no search for the fastest, and if it tried everything no sweep to hold others to."""
    sought = {"role": "search", "strategy": "exhaustive", "objective": "launch/registers", "direction": "maximise"}
    tried = [tuning_line(b, t) | {"tuning_history": sought} for b, t in ((64, 2.0), (128, 3.0), (256, 4.0))]
    tried.append(tuning_line(128, 3.5) | {"tuning_history": sought | {"role": "winner"}})
    run = write_run(tmp_path / "run", tried, header(argv=["retime", "tune"]))
    entry = {"variant": "carpet/c_compact", "workload": {"occupancy": 0.35, "steps": 10}, "tuning": {"block": 128}}
    entry |= {"objective": "launch/registers", "unit": "", "direction": "maximise", "value": 96, "time_ns": 3.5e9}
    entry |= {"interval_ns": [2.9e9, 3.0e9], "as_expected": False, "tied": [], "configurations": 3}
    (run / "best.json").write_text(json.dumps({"schema_version": 1, "device": "x", "entries": [entry]}))
    fast = [of_tuning(tuning_line(b, t), "search") for b, t in ((64, 2.1), (256, 4.2))]
    report = report_of(run, write_run(tmp_path / "fast", fast, header(argv=["retime", "tune"])))
    (row,) = table(report, "tuning_aims")
    assert (row["sought"], row["winner"], row["value"]) == ("greatest launch/registers", "block=128", "96")
    assert float(row["its time (us)"]) == pytest.approx(3.5e6)
    (row,) = table(report, "tuning")
    assert row["winner"] == "block=64" and not (report / "tables" / "tuning_against_sweep.csv").exists()
    del entry["value"]
    (run / "best.json").write_text(json.dumps({"schema_version": 1, "device": "x", "entries": [entry]}))
    assert "value" in refusal(main, run, "--out", tmp_path / "other")


@pytest.mark.parametrize("objective", ["launch/registers", "GFLOP/s", "phases_ns/prepare"])
def test_what_is_no_time_is_not_taken_for_one(tmp_path, objective):
    """Where no time was measured beside it, the file has nothing to show."""
    made = t4([result(a, "no", 0, 1.0 + a) for a in A])
    for each in made["results"]:
        each["measurements"].append({"name": objective, "value": 9.0 - each["configuration"]["a"], "unit": ""})
        each["objectives"] = [objective]
    assert read_t4(write(tmp_path / "both.json", made)).best.time_s == pytest.approx(2e-3)
    for each in made["results"]:
        del each["measurements"][0]
    said = refusal(main, write(tmp_path / "s.json", made), "--out", tmp_path / "report")
    assert f"s.json: no configuration has a time: '{objective}' is none, and no 'time' was measured beside it" in said


def test_a_failure_that_is_written_as_a_value_is_one(tmp_path):
    values = (1.0, 1e20, 1.7976931348623157e308, -1.7976931348623157e308)
    made = t4([result(a, "no", 0, 1.0) | {"times": {}} for a in range(4)])
    for each, value in zip(made["results"], values):
        each["measurements"][0]["value"] = value
    space = read_t4(write(tmp_path / "s.json", made))
    assert [t.status for t in space.searched] == ["correct", *["runtime error"] * 3]


def test_the_papers_block_is_set_beside_the_fastest(tmp_path):
    workload = {"n": 64, "dim": 2, "precision": "float", "integrator": "rk2", "boundary": "periodic", "flow": "swap"}
    workload |= {"mean": 0.0, "steps": 2, "dt": 0.01, "initial": "noise"}
    shapes = [{"block_x": x, "block_y": y, "launch": "stream"} for x, y in ((16, 16), (32, 4), (64, 2), (128, 1))]
    lines = [
        record("b_shared", 2.0 - 0.1 * i, family="cahn_hilliard", tuning=shape, **workload)
        for i, shape in enumerate(shapes)
    ]
    (row,) = table(report_of(write_run(tmp_path / "run", lines), "--only", "fits"), "printed_blocks")
    assert (row["paper's block"], row["fastest block"]) == ("16 x 16", "128 x 1")
    assert float(row["lost"]) == pytest.approx(2 / 1.7 - 1)


def test_heat_needs_two_known_axes(tmp_path):
    file = write(tmp_path / "s.json", t4(planted()))
    for given, words in (("a", "should be two axes"), ("a,zz", "has a parameter 'zz'")):
        assert words in refusal(main, file, "--out", tmp_path / "r", "--heat", given)
    assert (report_of(file, "--out", tmp_path / "r", "--heat", "a,c") / "figures" / "tuning_01.svg").is_file()
