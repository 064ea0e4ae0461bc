"""Whenever the tuner is killed and whatever is built anew, its journal loses and misreads nothing."""

import json
import os
import random
import re
import shutil
import subprocess
import time
from pathlib import Path

from failing import EVERY, PROGRAM, SLOW, built, in_role, output, refused, retime
from program import ROOT, THOROUGH, lines, words

MANY = f"tune --filter ^failing/many {EVERY} --out"
KILLS = 50 if THOROUGH else 10

pytestmark = built


def test_a_changed_kernel_is_measured_again_and_an_unchanged_one_is_not(tmp_path):
    both = f"tune --filter '^failing/(many|ways)/.*(a=1/|way=right)' {EVERY} --out {tmp_path / 'run'}"
    output(both)
    journal = tmp_path / "run/journal.jsonl"
    old = next(line for line in lines(journal) if line.get("is", {}).get("variant") == "failing/many")
    known = {"schema_version", "variant", "source", "compilers", "flags", "machine", "input", "measured"}
    assert set(old["is"]) == known and old["is"]["source"] != "unknown"
    # As if this program had been built from other sources of one variant than the journal's.
    journal.write_text(journal.read_text().replace(old["identity"], "0" * 16))
    many, ways = output(f"{both} --resume").split("failing/ways")
    assert "(11 measured now)" in many and "(0 measured now)" in ways  # ten, and the winner


def hashes(folder):
    """Source of each variant in a folder -> its hash, as the build writes it."""
    facts = folder / "facts.cpp"
    given = {"FOLDER": folder, "OUTPUT": facts, "FAMILIES": "TRUE", "SOURCES": "", "BINARY_FOLDER": folder / "build"}
    defined = [f"-D{name}={value}" for name, value in given.items()]
    subprocess.run(["cmake", *defined, "-P", folder / "cmake/program_facts.cmake"], check=True)
    rows = (line.split('"') for line in facts.read_text().splitlines() if line.startswith('    {"'))
    return {row[1]: row[3] for row in rows}


def test_a_variants_hash_follows_its_folders_and_the_engine(tmp_path):
    for folder in ("variants/f", "variants/g", "kernels/f", "kernels/device", "cmake"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "cmake/program_facts.cmake", tmp_path / "cmake")
    (tmp_path / "kernels/f/one.cuh").write_text("one")
    one, two = "variants/f/one.cu", "variants/g/two.cu"
    for source in (one, two):
        (tmp_path / source).write_text("REGISTER_VARIANT(x)\n")
    first = hashes(tmp_path)
    assert set(first) == {one, two}
    assert hashes(tmp_path) == first
    (tmp_path / "kernels/f/one.cuh").write_text("another")
    second = hashes(tmp_path)
    assert second[one] != first[one] and second[two] == first[two]
    (tmp_path / "kernels/device/launch.h").write_text("// engine\n")
    third = hashes(tmp_path)
    assert third[one] != second[one] and third[two] != second[two]


def begun(log, since):
    """Candidates (a, b) begun after `since` bytes of the log, and its length now."""
    text = log.read_bytes() if log.exists() else b""
    return {tuple(line.split()) for line in text[since:].decode().splitlines() if line}, len(text)


def journalled(journal):
    """Candidates (a, b) whose evaluation the journal holds."""
    text = journal.read_bytes() if journal.exists() else b""
    keys = [line["key"] for line in map(json.loads, text.split(b"\n")[:-1]) if "key" in line]
    return {re.search("/a=(\\d+)/b=(\\d+)", key).groups() for key in keys if "#" not in key}


def orphans():
    """Workers of this program that have lost their tuner."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().split(b"\0")
            parent = (process / "stat").read_text().rsplit(")", 1)[1].split()[1]
        except OSError:
            continue
        if command[0] == str(PROGRAM).encode() and b"worker" in command and parent == "1":
            found.append(process.name)
    return found


def tuned_until_killed(out, log, length, after_s):
    """Goes on with a search for so long, counted from when the log has that length; then nothing of it runs any more."""
    resume = ["--resume"] if (out / "header.json").exists() else []
    running = subprocess.Popen(
        [PROGRAM, *words(MANY, out), *resume],
        env=os.environ | {"RETIME_TOY_LOG": str(log), "RETIME_TOY_SLOW_MS": "3"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while (log.stat().st_size if log.exists() else 0) < length and running.poll() is None:
        time.sleep(0.001)
    time.sleep(after_s)
    running.kill()
    running.wait()
    for _ in range(100):  # until its worker is gone too
        if not orphans():
            return
        time.sleep(0.01)
    raise AssertionError("a worker outlives its tuner")


def test_random_kills_lose_one_evaluation_each_at_most(tmp_path):
    out, log = tmp_path / "run", tmp_path / "log"
    drawn = random.Random(1)
    known, length = set(), 0
    for kill in range(KILLS):
        tuned_until_killed(out, log, length + kill % 2, drawn.uniform(0.0, 0.15))  # every other one in mid-search
        now = journalled(out / "journal.jsonl")
        candidates, length = begun(log, length)
        assert now >= known
        assert len(candidates - now) <= 1, f"kill {kill}"
        if candidates & known:  # the finals are one measurement of the fastest, after all evaluations
            assert len(known | now) == 200, f"kill {kill}"
        known = now
        for file in (*out.glob("*.json"), *out.glob("t4/*.json")):
            json.loads(file.read_text())
    output(MANY, out, "--resume")
    keys = [line["key"] for line in lines(out / "journal.jsonl") if "key" in line]
    assert len(keys) == len(set(keys)) and sum("#" not in key for key in keys) == 200
    found = in_role(out, "search")
    assert len(found) == 200 and all(r["status"] == "correct" for r in found)
    assert known  # else all were killed before they had measured anything


def test_a_run_is_not_overwritten_a_torn_line_is_dropped_and_a_spoilt_one_named(tmp_path):
    few = f"tune --filter ^failing/many/.*a=1/ --out {tmp_path / 'run'}"
    output(few)
    assert "--resume" in refused(few)
    journal = tmp_path / "run/journal.jsonl"
    text = journal.read_text()
    journal.write_text(text + '{"identity": "cut')
    output(f"{few} --resume")
    assert journal.read_text() == text
    journal.write_text("spoilt\n" + text)
    done = retime(f"{few} --resume")
    assert done.returncode == 2 and "line 1" in done.stderr


def test_of_several_in_one_folder_one_works(tmp_path):
    out = tmp_path / "run"
    command = [PROGRAM, *words("tune --filter ^failing/many/.*a=1/ --out", out)]
    running = [
        subprocess.Popen(command, env=os.environ | SLOW, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    ends = [(one.communicate(timeout=60)[1].splitlines(), one.returncode) for one in running]
    assert sorted(status for _, status in ends) == [0, 2, 2, 2]
    refusals = [said for said, status in ends if status == 2]
    assert all(len(said) == 1 and str(out) in said[0] for said in refusals), refusals
    keys = [line["key"] for line in lines(out / "journal.jsonl") if "key" in line]
    assert len(keys) == len(set(keys))
    assert len(in_role(out, "search")) == 10


def test_a_search_in_use_is_not_resumed_by_another(tmp_path):
    out = tmp_path / "run"
    command = words("tune --filter ^failing/many/.*a=1/ --out", out)
    running = subprocess.Popen([PROGRAM, *command], env=os.environ | SLOW, stdout=subprocess.DEVNULL)
    while not (out / "header.json").exists() and running.poll() is None:
        time.sleep(0.01)
    done = retime(*command, "--resume")
    assert running.poll() is None and done.returncode == 2 and "another program" in done.stderr
    assert running.wait(60) == 0
    output(*command, "--resume")
