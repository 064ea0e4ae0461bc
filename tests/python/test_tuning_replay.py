"""Replays, driven through the program."""

import gzip
import itertools
import json
from collections import Counter

import pytest
from program import ROOT, bench, first_of, lines, output, refused, replayed

DATA = ROOT / "tests/tune/data"
STRANGER = DATA / "convolution_milo_t4.json"  # to pnpoly


@pytest.mark.parametrize(
    "text, wanted",
    [
        ('{"results": [', "not valid JSON"),
        ("[1, 2", "not valid JSON"),
        ("{}", "no T4 file"),
        ('{"cache": {}}', "examples.tuner_bench.to_t4"),
        ('{"results": []}', "no result"),
        ('{"results": [{}], "metadata": {"objective_direction": "up"}}', "not maximize or minimize"),
        ("\x00\x01", "not valid JSON"),
    ],
)
def test_a_bad_recording_is_one_line(tmp_path, text, wanted):
    path = tmp_path / "recording.json"
    path.write_text(text)
    message = refused("replay", path, by=bench())
    assert wanted in message and str(path) in message


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", ".", "/no/such/file"])
def test_only_files_are_read(path):
    """A device may have no end."""
    assert refused("replay", path, by=bench()).startswith(f"retime: {path}: ")


def test_gigantic_and_truncated_archives_are_one_line(tmp_path):
    """A few kilobytes that unpack to more than memory should hold."""
    bomb = tmp_path / "bomb.json.gz"
    with gzip.open(bomb, "wb", compresslevel=1) as out:
        for _ in range(70):
            out.write(b" " * (1 << 20))
    assert "64 MiB" in refused("replay", bomb, by=bench())
    cut = tmp_path / "cut.json.gz"
    cut.write_bytes(gzip.compress((DATA / "pnpoly_t4.json").read_bytes())[:-500])
    assert "truncated" in refused("replay", cut, by=bench())


def test_a_space_where_nothing_ran(tmp_path):
    """Every value is missing."""
    path = tmp_path / "failed.json"
    failed = {"times": {}, "invalidity": "compile", "measurements": []}
    path.write_text(json.dumps({"results": [failed | {"configuration": {"a": a}} for a in range(3)]}))
    run = json.loads(output("replay --strategy random --seeds 1", path, by=bench()))
    assert run["values"] == [None] * 3


@pytest.fixture
def rates(tmp_path):
    """Four configurations that reach 2, 5, 4 and 1 GFLOP/s, and a time each."""
    path = tmp_path / "rates.json"
    results = [
        {
            "configuration": {"a": a},
            "times": {},
            "invalidity": "correct",
            "measurements": [{"name": "GFLOP/s", "value": rate, "unit": ""}, {"name": "time", "value": 9 - rate}],
            "objectives": ["GFLOP/s"],
        }
        for a, rate in enumerate((2.0, 5.0, 4.0, 1.0))
    ]
    path.write_text(json.dumps({"results": results}))
    return path


def test_values_and_configurations_are_those_of_the_file(rates):
    run = replayed(rates)
    assert run["values"] == [2, 5, 4, 1] and run["configurations"] == [{"a": a} for a in range(4)]


def test_a_rate_is_maximised_unless_the_direction_is_asked_for(rates):
    assert first_of(rates) == 5 and first_of(rates, "--minimize") == 1
    assert first_of(rates, "--objective", "time") == 4
    assert first_of(rates, "--objective", "time", "--maximize") == 8
    said = refused("replay", rates, "--objective", "energy", by=bench())
    assert "no measurement is named 'energy'; there are GFLOP/s, time" in said


def test_replays_are_a_line_a_run(tmp_path):
    """On standard output, or whole in a file: the file's own values in the order paid for."""
    spaces = [DATA / "pnpoly_t4.json", DATA / "convolution_milo_t4.json"]
    out = tmp_path / "runs.jsonl"
    words = ["replay --seeds 3 --evaluations 12 --strategy random,tabu", *spaces]
    printed = [json.loads(line) for line in output(*words, by=bench()).splitlines()]
    assert output(*words, "--out", out, by=bench()) == ""
    for one, other in zip(printed, lines(out), strict=True):
        assert one.pop("search_ms_per_evaluation") >= 0 <= other.pop("search_ms_per_evaluation")
        assert one == other
    keys = [(run["strategy"], run["space"], run["seed"]) for run in printed]
    assert keys == list(itertools.product(["random", "tabu"], map(str, spaces), [1, 2, 3]))
    recorded = {str(space): Counter(values_of(space)) for space in spaces}
    for run in printed:
        assert len(run["values"]) == 12 and Counter(run["values"]) <= recorded[run["space"]]


def values_of(space):
    for result in json.loads(space.read_text())["results"]:
        yield result["measurements"][0]["value"] if result["invalidity"] == "correct" else None


def test_a_seed_is_the_same_run_wherever_seeds_begin():
    words = "replay --strategy random --evaluations 12", DATA / "pnpoly_t4.json"
    later = output(*words, "--seeds", 2, "--first-seed", 2, by=bench()).splitlines()
    whole = output(*words, "--seeds", 3, by=bench()).splitlines()
    assert [run_of(line) for line in later] == [run_of(line) for line in whole[1:]]


def run_of(line):
    run = json.loads(line)
    return run["seed"], run["values"]


def test_replays_are_of_every_strategy_but_the_exhaustive_one():
    said = output("replay --seeds 1 --evaluations 3", DATA / "pnpoly_t4.json", by=bench())
    assert {json.loads(line)["strategy"] for line in said.splitlines()} == {
        "default",
        "random",
        "genetic",
        "annealing",
        "tabu",
    }


def test_replays_start_from_neighbours():
    """All spaces from the same ones: what ranked first there is tried first."""
    space = DATA / "pnpoly_t4.json"
    assert first_of(space) == min(values_of(space))


@pytest.mark.parametrize(
    "flags, wanted",
    [
        ("--strategy luck", "none of"),
        ("--objective energy", "energy"),
        ("--out /nowhere/at/all.jsonl", "--out"),
        ("--warm-start /nowhere.json", "/nowhere.json"),
        (f"--warm-start {STRANGER}", f"{STRANGER}: has no configuration"),
        ("--maximize --minimize", "--minimize"),
        ("--seeds 0", "--seeds"),
    ],
)
def test_a_bad_flag_of_replays_is_one_line(flags, wanted):
    assert wanted in refused(f"replay {flags}", DATA / "pnpoly_t4.json", by=bench())
