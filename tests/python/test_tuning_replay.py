"""Replays and scores, driven through the program."""

import gzip
import json
import re
import shlex
import shutil
import subprocess

import pytest
from program import ROOT, retime
from listings import BUILD, link_with

from plots.tuning.score import main as draw_scores

DATA = ROOT / "tests/tune/data"


def one_line(done):
    """The message of a command that refused its input."""
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize(
    "text, wanted",
    [
        ('{"results": [', "truncated"),
        ("[1, 2", "truncated"),
        ("{}", "no T4 file"),
        ('{"cache": {}}', "plots.tuning.to_t4"),
        ('{"results": []}', "no result"),
        ("\x00\x01", "malformed"),
    ],
)
def test_a_bad_recording_is_one_line(tmp_path, text, wanted):
    """Whatever the command that reads it."""
    path = tmp_path / "recording.json"
    path.write_text(text)
    for command in (("tune", "--replay", path), ("score", path)):
        message = one_line(retime(*command))
        assert wanted in message and str(path) in message


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", ".", "/no/such/file"])
def test_only_files_are_read(path):
    """A device may have no end."""
    for command in (("tune", "--replay", path), ("score", path)):
        assert one_line(retime(*command)).startswith(f"retime: {path}: ")


def test_gigantic_and_truncated_archives_are_one_line(tmp_path):
    """A few kilobytes that unpack to more than memory should hold."""
    bomb = tmp_path / "bomb.json.gz"
    with gzip.open(bomb, "wb", compresslevel=1) as out:
        for _ in range(1100):
            out.write(b" " * (1 << 20))
    assert "1 GiB" in one_line(retime("tune", "--replay", bomb))
    cut = tmp_path / "cut.json.gz"
    cut.write_bytes(gzip.compress((DATA / "pnpoly_t4.json").read_bytes())[:-500])
    assert "truncated" in one_line(retime("tune", "--replay", cut))


def test_a_space_where_nothing_ran(tmp_path):
    """A search says so; there is nothing to score."""
    path = tmp_path / "failed.json"
    path.write_text(
        json.dumps(
            {
                "results": [
                    {"configuration": {"a": a}, "times": {}, "invalidity": "compile", "measurements": []}
                    for a in range(3)
                ]
            }
        )
    )
    done = retime("tune", "--replay", path)
    assert done.returncode == 0 and "3 failed" in done.stdout and "none ran correctly" in done.stdout
    assert "no configuration ran correctly" in one_line(retime("score", DATA / "pnpoly_t4.json", path))


@pytest.mark.parametrize(
    "flags, wanted",
    [
        (["--filter", "carpet"], "--replay"),
        (["--budget", "200,300"], "contradictory"),
        (["--budget", "0"], "nothing to spend"),
        (["--budget", "x"], "60s"),
        (["--budget", "120%"], "100%"),
        (["--strategy", "luck"], "none of"),
        (["--objective", "energy"], "energy"),
        (["--out", "/nowhere/at/all.json"], "--out"),
        (["--warm-start", "/nowhere.json"], "/nowhere.json"),
    ],
)
def test_a_bad_flag_is_one_line(flags, wanted):
    """Each names the flag or the value."""
    assert wanted in one_line(retime("tune", "--replay", DATA / "pnpoly_t4.json", *flags))


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
    done = retime("score", DATA / space, "--seeds", "3", "--evaluations", "20", "--trajectories", runs, "--out", out)
    assert done.returncode == 0, done.stderr
    document = json.loads(out.read_text())
    names = [s["strategy"] for s in document["strategies"]]
    assert names[0] == "oracle" and {"default", "genetic", "annealing", "tabu", "random", "random (exact)"} <= set(
        names
    )
    assert document["strategies"][0]["performance"]["mean"] == pytest.approx(1)
    scores = [s["performance"]["mean"] for s in document["strategies"]]
    assert scores == sorted(scores, reverse=True)
    assert all(len(s["curve"]) == len(document["strategies"][0]["curve"]) for s in document["strategies"])
    assert done.stdout.count("\n") == len(names) + 2


def test_scores_are_drawn_or_refused_in_one_line(tmp_path, capsys):
    """The figure of what `retime score --out` wrote."""
    out, picture = tmp_path / "score.json", tmp_path / "score.png"
    retime("score", DATA / "pnpoly_t4.json", "--seeds", "2", "--evaluations", "10", "--strategy", "tabu", "--out", out)
    assert draw_scores([str(out), str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    out.write_text("{}")
    assert draw_scores([str(out), str(picture)]) == 2
    assert str(out) in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("ninja") is None, reason="the build is not Ninja's")
def test_a_strategy_is_one_file(tmp_path):
    """The listing of docs/tuning.md, compiled, linked and scored."""
    listing = re.search(r"```cpp\n(.*?)```", (ROOT / "docs/tuning.md").read_text(), re.DOTALL).group(1)
    source, made = tmp_path / "mine.cpp", tmp_path / "mine.o"
    source.write_text(listing)
    known = next(
        e["command"]
        for e in json.loads((BUILD / "compile_commands.json").read_text())
        if e["file"].endswith("harness/tune/strategies/random.cpp")
    )
    words = shlex.split(known)
    words[words.index("-o") + 1], words[words.index("-c") + 1] = str(made), str(source)
    subprocess.run(words, cwd=BUILD, check=True)
    link_with([made], tmp_path / "retime-emulated")
    done = subprocess.run(
        [
            tmp_path / "retime-emulated",
            "score",
            DATA / "pnpoly_t4.json",
            "--strategy",
            "mine",
            "--seeds",
            "2",
            "--evaluations",
            "10",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "| mine |" in done.stdout
