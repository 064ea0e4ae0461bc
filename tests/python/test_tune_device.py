"""`retime tune` on a device: whatever a candidate does, and whenever the tuner is killed, nothing is lost or misread."""

import json
import os
import random
import re
import shutil
import subprocess
import time
from pathlib import Path

import jsonschema
import pytest
from program import ROOT

PROGRAM = ROOT / "build/bin/retime-failing-emulated"  # the program with a family whose configurations fail in every way
WAYS = ["tune", "--filter", "^failing/ways", "--strategy", "exhaustive", "--budget", "100%", "--timeout", "0.3"]
MANY = ["tune", "--filter", "^failing/many", "--strategy", "exhaustive", "--budget", "100%"]
SCHEMA = json.loads((ROOT / "docs/record.schema.json").read_text())
KILLS = int(os.environ.get("RETIME_TEST_KILLS", "50"))

pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason=f"not built: {PROGRAM}")


def retime(*arguments, cwd=ROOT, **environment):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | environment,
        check=False,
    )


def lines(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def entries(out):
    """Measurements in the journal: key -> line."""
    return {line["key"]: line for line in lines(out / "journal.jsonl") if "key" in line}


def searched(out):
    return [r for r in lines(out / "records.jsonl") if r["tuning_history"]["role"] == "search"]


@pytest.fixture(scope="module")
def ways(tmp_path_factory):
    out = tmp_path_factory.mktemp("ways") / "run"
    done = retime(*WAYS, "--out", out)
    assert done.returncode == 0, done.stderr
    return out, done


def test_every_way_of_failing_is_explored_and_classified(ways):
    out, _ = ways
    found = {(r["axes"]["way"], r["axes"]["block"]): r for r in searched(out)}
    assert len(found) == 10 * 3
    status = {
        "right": "correct",
        "constraint": "constraint",
        "compile": "compile_error",
        "launch": "runtime_error",
        "wrong": "incorrect",
        "nan": "incorrect",
        "hang": "timeout",
        "fault": "runtime_error",
        "crash": "runtime_error",
        "fitted": "incorrect",
    }
    for (way, block), record in found.items():
        assert record["status"] == status[way], record
        assert bool(record["reason"]) == (way != "right")
    assert "nan" in found["nan", 32]["reason"]
    assert "signal 6" in found["crash", 32]["reason"]
    assert "seed=" in found["fitted", 32]["reason"]  # right on the tuned input alone
    t4 = json.loads(next((out / "t4").iterdir()).read_text())
    classes = {
        "right": "correct",
        "constraint": "constraints",
        "compile": "compile",
        "wrong": "correctness",
        "nan": "correctness",
        "fitted": "correctness",
        "hang": "timeout",
        "launch": "runtime",
        "fault": "runtime",
        "crash": "runtime",
    }
    assert len(t4["results"]) == 30
    for result in t4["results"]:
        way = result["configuration"]["way"]
        assert result["invalidity"] == classes[way]
        assert result["correctness"] == (way == "right")


def test_the_winner_is_measured_anew_and_stands_in_the_table(ways):
    out, done = ways
    (entry,) = json.loads((out / "best.json").read_text())["entries"]
    assert entry["tuning"] == {"way": "right", "block": 64}
    assert entry["usual"]["tuning"] == {"way": "right", "block": 128}
    assert entry["failures"] == {"compile": 3, "runtime": 9, "correctness": 9, "timeout": 3}
    assert entry["excluded"] == 3 and entry["configurations"] == entry["evaluations"] == 27
    assert entry["time_is"] == "emulated" and "emulation" in done.stdout
    (winner,) = [r for r in lines(out / "records.jsonl") if r["tuning_history"]["role"] == "winner"]
    assert winner["statistics"]["median_ns"] == entry["time_ns"]


def test_records_meet_the_schema(ways):
    validator = jsonschema.Draft202012Validator({**SCHEMA, "$ref": "#/$defs/record"})
    for record in lines(ways[0] / "records.jsonl"):
        validator.validate(record)
    header = json.loads((ways[0] / "header.json").read_text())
    jsonschema.Draft202012Validator({**SCHEMA, "$ref": "#/$defs/header"}).validate(header)
    assert header["argv"][1] == "tune"


def test_the_t4_file_replays_without_what_was_excluded(ways):
    file = next((ways[0] / "t4").iterdir())
    told = retime("tune", "--replay", file, "--strategy", "exhaustive", "--budget", "100%").stdout
    assert "27 of 27 configurations evaluated, 24 failed" in told and "way=right block=64" in told
    warm = retime(*WAYS[:3], "--budget", "2", "--warm-start", file, "--timeout", "0.3", "--out", file.parent / "warm")
    assert warm.returncode == 0, warm.stderr


def test_what_the_journal_holds_is_not_measured_again(ways, tmp_path):
    out, _ = ways
    before = (out / "journal.jsonl").read_bytes()
    again = retime(*WAYS, "--out", out, "--resume", RETIME_TOY_LOG=str(tmp_path / "log"))
    assert again.returncode == 0 and "(0 measured now)" in again.stdout
    assert (out / "journal.jsonl").read_bytes() == before and not (tmp_path / "log").exists()


def test_a_changed_kernel_is_measured_again_and_an_unchanged_one_is_not(tmp_path):
    out = tmp_path / "run"
    both = [
        "tune",
        "--filter",
        "^failing/(many|ways)/.*(a=1/|way=right)",
        "--strategy",
        "exhaustive",
        "--budget",
        "100%",
        "--out",
        out,
    ]
    assert retime(*both).returncode == 0
    journal = out / "journal.jsonl"
    old = next(line for line in lines(journal) if line.get("is", {}).get("variant") == "failing/many")
    assert set(old["is"]) == {
        "schema_version",
        "variant",
        "source",
        "compilers",
        "flags",
        "machine",
        "input",
        "measured",
    }
    assert old["is"]["source"] != "unknown"
    # As if this program had been built from other sources of one variant than the journal's.
    journal.write_text(journal.read_text().replace(old["identity"], "0" * 16))
    again = retime(*both, "--resume")
    assert again.returncode == 0
    many, ways = again.stdout.split("failing/ways")
    assert "(11 measured now)" in many and "(0 measured now)" in ways  # ten, and the winner


def test_a_variants_hash_follows_its_folders_and_the_engine(tmp_path):
    def hashes():
        out = tmp_path / "facts.cpp"
        subprocess.run(
            [
                "cmake",
                f"-DFOLDER={tmp_path}",
                f"-DOUTPUT={out}",
                "-DFAMILIES=TRUE",
                "-DSOURCES=",
                f"-DBINARY_FOLDER={tmp_path}/build",
                "-P",
                tmp_path / "cmake/program_facts.cmake",
            ],
            check=True,
        )
        rows = (line.split('"') for line in out.read_text().splitlines() if line.startswith('    {"'))
        return {row[1]: row[3] for row in rows}

    for folder in ("variants/f", "variants/g", "kernels/f", "kernels/device", "cmake"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "cmake/program_facts.cmake", tmp_path / "cmake")
    (tmp_path / "kernels/f/one.cuh").write_text("one")
    for source in ("variants/f/one.cu", "variants/g/two.cu"):
        (tmp_path / source).write_text("REGISTER_VARIANT(x)\n")
    first = hashes()
    assert set(first) == {"variants/f/one.cu", "variants/g/two.cu"}
    assert hashes() == first
    (tmp_path / "kernels/f/one.cuh").write_text("another")
    second = hashes()
    assert second["variants/f/one.cu"] != first["variants/f/one.cu"]
    assert second["variants/g/two.cu"] == first["variants/g/two.cu"]
    (tmp_path / "kernels/device/launch.h").write_text("// engine\n")
    third = hashes()
    assert all(third[file] != second[file] for file in third)


def begun(log, since):
    """Candidates (a, b) begun after `since` bytes of the log, and its length now."""
    text = log.read_bytes() if log.exists() else b""
    return {tuple(line.split()) for line in text[since:].decode().splitlines() if line}, len(text)


def journalled(journal):
    """Candidates (a, b) whose evaluation the journal holds."""
    text = journal.read_bytes() if journal.exists() else b""
    keys = [line["key"] for line in map(json.loads, text.split(b"\n")[:-1]) if "key" in line]
    return {re.search("/a=(\\d+)/b=(\\d+)", key).groups() for key in keys if "#" not in key}


def test_random_kills_lose_one_evaluation_each_at_most(tmp_path):
    out, log = tmp_path / "run", tmp_path / "log"
    drawn = random.Random(1)
    environment = os.environ | {"RETIME_TOY_LOG": str(log), "RETIME_TOY_SLOW_MS": "3"}
    known, length = set(), 0
    for kill in range(KILLS):
        resume = ["--resume"] if (out / "header.json").exists() else []
        running = subprocess.Popen(
            [PROGRAM, *MANY, "--out", out, *resume],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
        )
        time.sleep(drawn.uniform(0.0, 0.15))
        running.kill()
        running.wait()
        for _ in range(100):  # until its worker is gone too
            if not orphans():
                break
            time.sleep(0.01)
        assert not orphans()
        now = journalled(out / "journal.jsonl")
        candidates, length = begun(log, length)
        assert now >= known
        assert len(candidates - now) <= 1, f"kill {kill}"
        if candidates & known:  # the finals are one measurement of the fastest, after all evaluations
            assert len(known | now) == 200, f"kill {kill}"
        known = now
        for file in (*out.glob("*.json"), *out.glob("t4/*.json")):
            json.loads(file.read_text())
    done = retime(*MANY, "--out", out, "--resume")
    assert done.returncode == 0, done.stderr
    keys = [line["key"] for line in lines(out / "journal.jsonl") if "key" in line]
    assert len(keys) == len(set(keys)) and sum("#" not in key for key in keys) == 200
    assert len(searched(out)) == 200 and all(r["status"] == "correct" for r in searched(out))
    assert known


def orphans():
    """Workers of this program that have lost their tuner."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().split(b"\0")
            parent = (process / "stat").read_text().rsplit(")", 1)[1].split()[1]
        except OSError:
            continue
        if command[0] == str(PROGRAM).encode() and b"tune-worker" in command and parent == "1":
            found.append(process.name)
    return found


def test_a_torn_last_line_is_dropped_and_a_spoilt_one_is_named(tmp_path):
    out = tmp_path / "run"
    few = ["tune", "--filter", "^failing/many/.*a=1/", "--out", out]
    assert retime(*few).returncode == 0
    journal = out / "journal.jsonl"
    text = journal.read_text()
    journal.write_text(text + '{"identity": "cut')
    assert retime(*few, "--resume").returncode == 0
    assert journal.read_text() == text
    journal.write_text("spoilt\n" + text)
    done = retime(*few, "--resume")
    assert done.returncode == 2 and "line 1" in done.stderr


@pytest.mark.parametrize(
    "arguments, named",
    [
        (["--filter", "("], "--filter"),
        (["--filter", "^nosuch/"], "^nosuch/"),
        (["--filter", "^carpet/cpu_serial/"], "no tuning axes"),
        (["--filter", "^failing/ways/.*way=constraint"], "no configuration is valid"),
        (["--strategy", "nosuch"], "nosuch"),
        (["--budget", "soon"], "soon"),
        (["--budget", "0"], "above 0"),
        (["--budget", "10,20"], "contradictory"),
        (["--objective", "beauty"], "beauty"),
        (["--precision", "0"], "--precision"),
        (["--timeout", "0"], "--timeout"),
        (["--cache", "hot"], "--cache"),
        (["--device", "cuda:0"], "cuda:0"),
        (["--warm-start", "/no/such/file"], "/no/such/file"),
        (["--resume"], "--resume"),
        (["--axis", "nosuch=1"], "nosuch"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, named, tmp_path):
    chosen = [] if "--filter" in arguments else ["--filter", "^failing/many"]
    out = [] if "--resume" in arguments else ["--out", tmp_path / "run"]
    done = retime("tune", *chosen, *arguments, *out)
    assert done.returncode == 2, done.stderr
    assert named in done.stderr and len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert not (tmp_path / "run").exists()


def test_a_table_is_brought_up_to_date_if_it_is_of_this_device(tmp_path):
    file = table_of(tmp_path, (10, 1.0, 1), (64, 1.0, 1))
    few = ["tune", "--filter", "^failing/many/.*b=3", "--strategy", "exhaustive", "--table", file]
    assert retime(*few, "--out", tmp_path / "run").returncode == 0
    tuned = {e["workload"]["n"]: e["tuning"] for e in json.loads(file.read_text())["entries"]}
    assert tuned == {10: {"a": 1, "b": 2}, 64: {"a": 7, "b": 3}}
    file.write_text(file.read_text().replace('"device": "emulation"', '"device": "another"'))
    done = retime(*few, "--out", tmp_path / "other")
    assert done.returncode == 2 and "another" in done.stderr and not (tmp_path / "other").exists()


def test_a_table_keeps_what_others_add_meanwhile(tmp_path):
    file, out = tmp_path / "best.json", tmp_path / "run"
    command = [PROGRAM, "tune", "--filter", "^failing/many/.*b=3", "--table", file, "--out", out]
    running = subprocess.Popen(command, env=os.environ | {"RETIME_TOY_SLOW_MS": "20"}, stdout=subprocess.DEVNULL)
    while not (out / "journal.jsonl").exists() and running.poll() is None:
        time.sleep(0.01)
    assert running.poll() is None and not file.exists()
    assert table_of(tmp_path, (10, 1.0, 1)) == file
    assert running.wait(60) == 0
    assert {e["workload"]["n"] for e in json.loads(file.read_text())["entries"]} == {10, 64}


def test_a_size_starts_from_what_the_last_one_found(tmp_path):
    sizes = ["tune", "--filter", "^failing/many", "--axis", "n=32,64", "--budget", "30", "--out", tmp_path / "run"]
    assert retime(*sizes).returncode == 0
    found = {n: [r for r in searched(tmp_path / "run") if r["axes"]["n"] == n] for n in (32, 64)}
    best = min(found[32], key=lambda r: r["statistics"]["median_ns"])["axes"]
    later = [(r["axes"]["a"], r["axes"]["b"]) for r in found[64]]
    assert later[0] == (0, 0)  # the usual one
    assert (best["a"], best["b"]) in later[1:3]


def test_a_budget_of_time_ends_the_search(tmp_path):
    done = retime(
        "tune",
        "--filter",
        "^failing/many",
        "--strategy",
        "random",
        "--budget",
        "0.3s",
        "--out",
        tmp_path / "run",
        RETIME_TOY_SLOW_MS="5",
    )
    assert done.returncode == 0
    (entry,) = json.loads((tmp_path / "run/best.json").read_text())["entries"]
    assert 0.3 <= entry["spent_s"] < 1 and 2 < entry["evaluations"] <= 31  # each sleeps for 10 ms at least


def test_a_cpu_variant_is_timed_in_earnest(tmp_path):
    done = retime(
        "tune",
        "--filter",
        "^apsp/cpu_floyd_blocked",
        "--axis",
        "graph=ring",
        "--axis",
        "n=60",
        "--precision",
        "0.5",
        "--out",
        tmp_path / "run",
        OMP_NUM_THREADS="1",
    )
    assert done.returncode == 0 and "not a measurement" not in done.stdout
    (entry,) = json.loads((tmp_path / "run/best.json").read_text())["entries"]
    assert entry["time_is"] == "measured" and entry["evaluations"] == entry["configurations"] == 4
    finals = [r for r in lines(tmp_path / "run/records.jsonl") if r["tuning_history"]["role"] == "final"]
    assert all(len(r["samples_ns"]) == 10 for r in finals)
    assert any(r["tuning_history"]["tied"] for r in finals)


def test_a_run_is_not_overwritten(tmp_path):
    few = ["tune", "--filter", "^failing/many/.*a=1/", "--budget", "1", "--out", tmp_path / "run"]
    assert retime(*few).returncode == 0
    done = retime(*few)
    assert done.returncode == 2 and "--resume" in done.stderr


def test_nothing_correct_is_status_1_and_no_entry(tmp_path):
    done = retime("tune", "--filter", "^failing/ways/.*way=wrong", "--out", tmp_path / "run")
    assert done.returncode == 1 and "none ran correctly" in done.stdout
    assert json.loads((tmp_path / "run/best.json").read_text())["entries"] == []


def test_emulation_tunes_a_real_family_and_says_what_it_is(tmp_path):
    done = retime(
        "tune", "--filter", "^carpet/c_compact", "--profile", "smoke", "--budget", "10", "--out", tmp_path / "run"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("emulation: not a measurement") == 2 and done.stdout.count("10 of 648") == 2
    assert all(r["time_is"] == "emulated" for r in searched(tmp_path / "run"))
    table = json.loads((tmp_path / "run/best.json").read_text())
    assert {e["workload"]["occupancy"] for e in table["entries"]} == {0.093, 0.59}
    assert all(e["evaluations"] == 10 and e["time_is"] == "emulated" for e in table["entries"])


def table_of(tmp_path, *entries):
    file = tmp_path / "best.json"
    file.write_text(
        json.dumps(
            {
                "schema_version": 1,
                "device": "emulation",
                "entries": [
                    {
                        "variant": "failing/many",
                        "workload": {"n": n, "scale": scale, "seed": 1},
                        "tuning": {"a": a, "b": 2},
                        "time_is": "emulated",
                    }
                    for n, scale, a in entries
                ],
            }
        )
    )
    return file


def test_run_takes_the_tuned_configuration_of_the_nearest_size(tmp_path):
    file = table_of(tmp_path, (10, 1.0, 1), (1000, 1.0, 2), (100, 5.0, 3))

    def chosen(*axes):
        told = retime(
            "run",
            "--filter",
            "^failing/many",
            "--tuned",
            file,
            "--dry-run",
            *(word for axis in axes for word in ("--axis", axis)),
        )
        assert told.returncode == 0, told.stderr
        return [key.removeprefix("failing/many/") for key in told.stdout.splitlines()]

    assert chosen("n=12,300,9000") == ["n=12/a=1/b=2", "n=300/a=2/b=2", "n=9000/a=2/b=2"]
    assert chosen("n=12", "scale=5") == ["n=12/scale=5/a=3/b=2"]  # another size before another scale
    assert chosen("n=12", "a=9,8") == ["n=12/a=9/b=2", "n=12/a=8/b=2"]  # what the user names stays
    told = retime("run", "--filter", "^failing/ways/.*way=right", "--tuned", file, "--dry-run")
    assert "no entry for failing/ways" in told.stderr and "block=128" in told.stdout


def test_a_table_from_before_axes_were_renamed_is_read(tmp_path):
    entry = {
        "variant": "apsp/k1_frontier_copy",
        "workload": {"n": 60},
        "time_is": "emulated",
        "tuning": {"ahead": 2, "block": 64, "together": 8},
    }
    file = tmp_path / "best.json"
    file.write_text(json.dumps({"schema_version": 1, "device": "emulation", "entries": [entry]}))
    told = retime(
        "run", "--filter", "^apsp/k1_", "--axis", "graph=ring", "--axis", "n=60", "--tuned", file, "--dry-run"
    )
    assert told.returncode == 0 and told.stdout.rstrip().endswith("/block=64/levels_ahead=2/neighbours_at_once=8")


@pytest.mark.parametrize(
    "content, named",
    [
        ("{", "table"),
        ('{"entries": [], "schema_version": 9}', "version 9"),
        ('{"entries": [{}], "schema_version": 1}', "lacks"),
    ],
)
def test_a_bad_table_is_named(content, named, tmp_path):
    (tmp_path / "best.json").write_text(content)
    done = retime("run", "--filter", "^failing/many", "--tuned", tmp_path / "best.json", "--out", tmp_path / "run")
    assert done.returncode == 2 and named in done.stderr and "best.json" in done.stderr
    missing = retime("run", "--filter", "^failing/many", "--tuned", tmp_path / "nosuch.json", "--out", tmp_path / "run")
    assert missing.returncode == 2 and "nosuch.json" in missing.stderr
