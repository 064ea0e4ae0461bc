"""Tuning spaces, replays and scores, driven through the program; Python itself is the oracle of conditions."""

import gzip
import itertools
import json
import random
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest
from program import ROOT, retime
from listings import BUILD, link_with
from test_export_consumers import T4_SCHEMA

from plots.tuning.score import main as draw_scores

DATA = ROOT / "tests/tune/data"


def one_line(done):
    """The message of a command that refused its input."""
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


def write_t1(path, values, conditions, **more):
    """A T1 file; values: {name: text of the list}."""
    space = {
        "TuningParameters": [{"Name": n, "Type": "int", "Values": v} for n, v in values.items()],
        "Conditions": [{"Expression": c, "Parameters": []} for c in conditions],
    }
    path.write_text(json.dumps({"ConfigurationSpace": space, "KernelSpecification": {}} | more))
    return path


def listed(path):
    """The configurations of a T1 file, as retime lists them."""
    done = retime("tune", "--space", path, "--dry-run")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def random_expression(rng, depth=3):
    """A condition in the grammar that T1 files use."""
    if depth == 0:
        return rng.choice(["a", "b", "c", "1", "2", "3", "7", "0.5", "(-2)"])
    left, right, third = (random_expression(rng, depth - 1) for _ in range(3))
    return rng.choice(
        [
            f"{left} + {right}",
            f"{left} - {right}",
            f"{left} * {right}",
            f"({left}) % 5",
            f"{left} // 3",
            f"({left}) / 4",
            f"({left}) < {right}",
            f"{left} <= {right} < {third}",
            f"({left}) == ({right})",
            f"{left} != {right}",
            f"not {left}",
            f"{left} and {right}",
            f"{left} or {right}",
            f"({left})",
            f"max({left}, {right})",
            f"min({left}, {right}, {third})",
            f"abs({left})",
            f"-({left})",
            f"({left} if {right} else {third})",
            f"(({left}) in [1, 2, {right}])",
            f"(({left}) not in (3, {right}))",
        ]
    )


def test_conditions_mean_what_python_means(tmp_path):
    """Random conditions over a small grid, evaluated by Python itself."""
    rng = random.Random(5)
    values = {"a": [1, 2, 3, 4], "b": [0, 1, 5], "c": [2, 16, 31]}
    texts = {"a": "[i + 1 for i in range(4)]", "b": "[0, 1, 5]", "c": "[2**1, 2**4, 2**5 - 1]"}
    points = [dict(zip(values, point)) for point in itertools.product(*values.values())]
    compared = 0
    for k in range(60):
        condition = random_expression(rng)
        path = write_t1(tmp_path / f"{k}.json", texts, [condition])
        try:
            kept = [at for at in points if eval(condition, {}, at)]  # made above
        except (TypeError, SyntaxError):  # such as a list less a number, or 1 + not 2
            one_line(retime("tune", "--space", path, "--dry-run"))
            continue
        expected = [" ".join(f"{n}={v}" for n, v in at.items()) for at in kept]
        if not expected:
            continue
        assert listed(path) == expected, condition
        compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    "conditions, values, wanted",
    [
        (["a >"], "[1, 2]", "'a >' is no expression"),
        (["__import__('os').system('touch /tmp/retime_was_here')"], "[1]", "no expression"),
        (["a < zebra"], "[1, 2]", "unknown name 'zebra'"),
        (["a > 5"], "[1, 2]", "empty"),
        (["a // 0 == 1"], "[1, 2]", "division by zero"),
        ([], "[]", "no value"),
        ([], "open('x')", "Values of parameter 'a'"),
        ([], "range(10**9)", "more than"),
    ],
)
def test_a_bad_space_is_one_line(tmp_path, conditions, values, wanted):
    """Each names what is wrong."""
    path = write_t1(tmp_path / "t1.json", {"a": values}, conditions)
    message = one_line(retime("tune", "--space", path, "--dry-run"))
    assert wanted in message and str(path) in message
    assert not Path("/tmp/retime_was_here").exists()


@pytest.mark.parametrize(
    "text, wanted",
    [
        ('{"results": [', "truncated"),
        ("[1, 2", "truncated"),
        ("{}", "neither T4"),
        ('{"results": []}', "no result"),
        ('{"ConfigurationSpace": {}}', "--space"),
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
    for command in (("tune", "--replay", path), ("tune", "--space", path, "--dry-run"), ("score", path)):
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


def test_a_t1_files_budget_counts_unless_the_flag_does(tmp_path):
    """A contradiction in the file is refused too."""
    values = {
        "between_method": "[0, 1, 2, 3]",
        "block_size_x": "[32, 256]",
        "tile_size": "[1, 8]",
        "use_method": "[0, 1]",
    }
    count = {"Type": "ConfigurationCount", "BudgetValue": 7}
    path = write_t1(tmp_path / "t1.json", values, [], Budget=[count])
    command = ("tune", "--replay", DATA / "pnpoly_t4.json", "--space", path)
    assert retime(*command).stdout.startswith("7 of 32 ")
    assert retime(*command, "--budget", "50%").stdout.startswith("16 of 32 ")
    path = write_t1(tmp_path / "twice.json", values, [], Budget=[count, count])
    assert "contradictory" in one_line(retime("tune", "--replay", DATA / "pnpoly_t4.json", "--space", path))


@pytest.mark.parametrize("name", ["pnpoly_t4", "pnpoly_cache", "pnpoly_ktt", "convolution_milo_cache"])
def test_what_a_replay_writes_is_t4_with_the_same_best(tmp_path, name):
    """The best is found by Python in the file itself."""
    out = tmp_path / "history.json"
    done = retime(
        "tune", "--replay", DATA / f"{name}.json", "--strategy", "exhaustive", "--budget", "100%", "--out", out
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(out.read_text())
    jsonschema.validate(document, T4_SCHEMA)
    best = min(r["measurements"][0]["value"] for r in document["results"] if r["invalidity"] == "correct")
    source = json.loads((DATA / f"{name}.json").read_text())
    if "cache" in source:
        times = [c["time"] for c in source["cache"].values() if isinstance(c["time"], float)]
    elif "Results" in source:
        times = [r["TotalDuration"] / 1000 for r in source["Results"] if r["Status"] == "Ok"]
    else:
        times = [r["measurements"][0]["value"] for r in source["results"] if r["invalidity"] == "correct"]
    assert best == pytest.approx(min(times), rel=1e-12)


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


def test_our_own_spaces_export_as_t1_and_read_back(tmp_path):
    """The conditions exclude exactly what the variant does."""
    for variant in ("cahn_hilliard/b_shared", "apsp/k5_sorted_degree", "carpet/c_compact"):
        path = tmp_path / "t1.json"
        done = retime("export", "--to", "t1", "--filter", f"^{variant}/", "--out", path)
        assert done.returncode == 0, done.stderr
        parameters = json.loads(path.read_text())["ConfigurationSpace"]["TuningParameters"]
        names = [p["Name"] for p in parameters]
        every = [flag for name in names for flag in ("--axis", f"{name}=all")]
        cases = retime("run", "--dry-run", "--profile", "smoke", "--filter", f"^{variant}/", *every).stdout
        valid = {
            tuple(re.search(f"/{name}=([^/]*)", line + "/").group(1) for name in names)
            for line in cases.splitlines()
            if "(constraint" not in line
        }
        assert {tuple(word.split("=")[1] for word in line.split()) for line in listed(path)} == valid, variant
    assert "choose between" in one_line(retime("export", "--to", "t1", "--filter", "^apsp/k"))


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
