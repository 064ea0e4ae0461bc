"""Replays and scores, driven through the program."""

import gzip
import json
import re
import shutil

import pytest
from listings import compile_like, link_with
from program import ROOT, output, refused, retime
from synthetic import refusal

from plots.tuning.score import main as draw_scores

DATA = ROOT / "tests/tune/data"


@pytest.mark.parametrize(
    "text, wanted",
    [
        ('{"results": [', "not valid JSON"),
        ("[1, 2", "not valid JSON"),
        ("{}", "no T4 file"),
        ('{"cache": {}}', "plots.tuning.to_t4"),
        ('{"results": []}', "no result"),
        ("\x00\x01", "not valid JSON"),
    ],
)
def test_a_bad_recording_is_one_line(tmp_path, text, wanted):
    """Whatever the command that reads it."""
    path = tmp_path / "recording.json"
    path.write_text(text)
    for command in (("tune", "--replay", path), ("score", path)):
        message = refused(*command)
        assert wanted in message and str(path) in message


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", ".", "/no/such/file"])
def test_only_files_are_read(path):
    """A device may have no end."""
    for command in (("tune", "--replay", path), ("score", path)):
        assert refused(*command).startswith(f"retime: {path}: ")


def test_gigantic_and_truncated_archives_are_one_line(tmp_path):
    """A few kilobytes that unpack to more than memory should hold."""
    bomb = tmp_path / "bomb.json.gz"
    with gzip.open(bomb, "wb", compresslevel=1) as out:
        for _ in range(70):
            out.write(b" " * (1 << 20))
    assert "64 MiB" in refused("tune --replay", bomb)
    cut = tmp_path / "cut.json.gz"
    cut.write_bytes(gzip.compress((DATA / "pnpoly_t4.json").read_bytes())[:-500])
    assert "truncated" in refused("tune --replay", cut)


def test_a_space_where_nothing_ran(tmp_path):
    """A search says so; there is nothing to score."""
    path = tmp_path / "failed.json"
    failed = {"times": {}, "invalidity": "compile", "measurements": []}
    path.write_text(json.dumps({"results": [failed | {"configuration": {"a": a}} for a in range(3)]}))
    said = output("tune --replay", path)
    assert "3 failed" in said and "none ran correctly" in said
    assert "no configuration ran correctly" in refused("score", DATA / "pnpoly_t4.json", path)


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


def test_a_rate_is_maximised(rates, tmp_path):
    """The greatest is the best, in the file's own values, and so is the history."""
    done = retime("tune --strategy exhaustive --budget 4 --out", tmp_path / "history.json", "--replay", rates)
    assert "best GFLOP/s 5 after 2 evaluations, 1.0000 of the optimum's 5\na=1\n" in done.stdout
    assert [line.split() for line in done.stderr.splitlines()] == [["1", "2", "a=0"], ["2", "5", "a=1"]]
    history = json.loads((tmp_path / "history.json").read_text())["results"]
    assert [r["measurements"][0]["value"] for r in history] == [2, 5, 4, 1]
    assert output("tune --strategy exhaustive --budget 1 --replay", rates).count("0.4000 of the optimum's 5") == 1


def test_the_direction_can_be_asked_for(rates):
    """Whatever the unit says."""
    every = "tune --strategy exhaustive --budget 4 --replay"
    assert "best GFLOP/s 1 after 4" in output(every, rates, "--minimize")
    assert "best time 4 ms after 2" in output(every, rates, "--objective", "time")
    assert "best time 8 ms after 4" in output(every, rates, "--objective", "time", "--maximize")
    assert "--minimize" in refused(every, rates, "--maximize", "--minimize")
    assert "no measurement is named 'energy'; there are GFLOP/s, time" in refused(every, rates, "--objective", "energy")


@pytest.mark.parametrize(
    "flags, wanted",
    [
        ("--filter carpet", "--replay"),
        ("--budget 200,300", "contradictory"),
        ("--budget 0", "nothing to spend"),
        ("--budget x", "60s"),
        ("--budget 120%", "100%"),
        ("--strategy luck", "none of"),
        ("--objective energy", "energy"),
        ("--out /nowhere/at/all.json", "--out"),
        ("--warm-start /nowhere.json", "/nowhere.json"),
    ],
)
def test_a_bad_flag_is_one_line(flags, wanted):
    """Each names the flag or the value."""
    assert wanted in refused(f"tune {flags} --replay", DATA / "pnpoly_t4.json")


def test_score_writes_its_table_and_its_curves(tmp_path):
    """Every strategy in order of P, beside runs made elsewhere."""
    runs = tmp_path / "runs.jsonl"
    space = "pnpoly_t4.json"
    best = min(
        r["measurements"][0]["value"]
        for r in json.loads((DATA / space).read_text())["results"]
        if r["invalidity"] == "correct"
    )
    runs.write_text(
        "".join(
            json.dumps({"space": space, "strategy": "oracle", "seed": s, "values": [best]}) + "\n" for s in range(3)
        )
    )
    out = tmp_path / "score.json"
    said = output(f"score {DATA / space} --seeds 3 --evaluations 20 --trajectories {runs} --out {out}")
    document = json.loads(out.read_text())
    names = [s["strategy"] for s in document["strategies"]]
    assert names[0] == "oracle" and {"default", "genetic", "annealing", "tabu", "random", "random (exact)"} <= set(
        names
    )
    assert document["strategies"][0]["performance"]["mean"] == pytest.approx(1)
    scores = [s["performance"]["mean"] for s in document["strategies"]]
    assert scores == sorted(scores, reverse=True)
    assert all(len(s["curve"]) == len(document["strategies"][0]["curve"]) for s in document["strategies"])
    assert said.count("\n") == len(names) + 2


def test_scores_are_drawn_or_refused_in_one_line(tmp_path):
    """The figure of what `retime score --out` wrote."""
    out, picture = tmp_path / "score.json", tmp_path / "score.png"
    output(f"score {DATA / 'pnpoly_t4.json'} --seeds 2 --evaluations 10 --strategy tabu --out", out)
    assert draw_scores([str(out), str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    out.write_text("{}")
    assert str(out) in refusal(draw_scores, out, picture)


@pytest.mark.skipif(shutil.which("ninja") is None, reason="the build is not Ninja's")
def test_a_strategy_is_one_file(tmp_path):
    """The listing of docs/tuning.md, compiled, linked and scored."""
    listing = re.search(r"```cpp\n(.*?)```", (ROOT / "docs/tuning.md").read_text(), re.DOTALL).group(1)
    source, made = tmp_path / "mine.cpp", tmp_path / "mine.o"
    source.write_text(listing)
    compile_like("harness/tune/strategies/random.cpp", source, made)
    link_with([made], tmp_path / "retime-emulated")
    score = f"score {DATA / 'pnpoly_t4.json'} --strategy mine --seeds 2 --evaluations 10"
    assert "| mine |" in output(score, by=tmp_path / "retime-emulated")
