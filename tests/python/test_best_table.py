"""best.json, the table of tuned configurations: what `retime tune` adds to it and what `retime run` takes from it."""

import fcntl
import json
import os
import subprocess
import time

import pytest
from failing import EVERY, PROGRAM, SLOW, built, entries, output, refused, retime
from program import words

pytestmark = built


def table_of(folder, *found):
    """A table of configurations that are found for (n, scale), or for the variant's workload, with these values."""
    file = folder / "best.json"
    file.write_text(json.dumps({"schema_version": 1, "device": "emulation", "entries": [entry(*one) for one in found]}))
    return file


def entry(workload, tuning, variant="failing/many"):
    return {"variant": variant, "workload": workload, "tuning": tuning, "time_is": "emulated"}


def many(n, a, scale=1.0):
    return {"n": n, "scale": scale, "seed": 1}, {"a": a, "b": 2}


def test_a_table_is_brought_up_to_date_if_it_is_of_this_device(tmp_path):
    file = table_of(tmp_path, many(10, a=1), many(64, a=1))
    few = f"tune --filter ^failing/many/.*b=3 {EVERY} --table {file} --out"
    output(few, tmp_path / "run")
    tuned = {e["workload"]["n"]: e["tuning"] for e in entries(file)}
    assert tuned == {10: {"a": 1, "b": 2}, 64: {"a": 7, "b": 3}}
    file.write_text(file.read_text().replace('"device": "emulation"', '"device": "another"'))
    assert "another" in refused(few, tmp_path / "other")


def test_a_table_keeps_what_others_add_meanwhile(tmp_path):
    file, out = tmp_path / "best.json", tmp_path / "run"
    command = words(f"tune --filter ^failing/many/.*b=3 --table {file} --out {out}")
    running = subprocess.Popen([PROGRAM, *command], env=os.environ | SLOW, stdout=subprocess.DEVNULL)
    while not (out / "journal.jsonl").exists() and running.poll() is None:
        time.sleep(0.01)
    assert running.poll() is None and not file.exists()
    table_of(tmp_path, many(10, a=1))
    assert running.wait(60) == 0
    assert {e["workload"]["n"] for e in entries(file)} == {10, 64}


def test_a_table_is_not_changed_while_another_holds_it(tmp_path):
    file, out = tmp_path / "best.json", tmp_path / "run"
    table_of(tmp_path, many(10, a=1))
    with (tmp_path / "best.json.lock").open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        command = words(f"tune --filter ^failing/many/.*a=1/b=3 --table {file} --out {out}")
        waiting = subprocess.Popen([PROGRAM, *command], stdout=subprocess.DEVNULL)
        while not (out / "best.json").exists() and waiting.poll() is None:  # which it writes first
            time.sleep(0.01)
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(0.5)
        table_of(tmp_path, many(10, a=1), many(11, a=1))
    assert waiting.wait(60) == 0
    assert {e["workload"]["n"] for e in entries(file)} == {10, 11, 64}


def test_run_takes_the_tuned_configuration_of_the_nearest_size(tmp_path):
    file = table_of(tmp_path, many(10, a=1), many(1000, a=2), many(100, a=3, scale=5.0))

    def chosen(axes):
        told = output(f"run --filter ^failing/many --tuned {file} --dry-run {axes}")
        return [key.removeprefix("failing/many/") for key in told.splitlines()]

    assert chosen("--axis n=12,300,9000") == ["n=12/a=1/b=2", "n=300/a=2/b=2", "n=9000/a=2/b=2"]
    assert chosen("--axis n=12 --axis scale=5") == ["n=12/scale=5/a=3/b=2"]  # another size before another scale
    assert chosen("--axis n=12 --axis a=9,8") == ["n=12/a=9/b=2", "n=12/a=8/b=2"]  # what the user names stays
    told = retime(f"run --filter ^failing/ways/.*way=right --tuned {file} --dry-run")
    assert "no entry for failing/ways" in told.stderr and "block=128" in told.stdout


@pytest.mark.parametrize(
    "content, named",
    [
        ("{", "table"),
        ('{"entries": [], "schema_version": 9}', "schema_version is 9"),
        ('{"entries": [{}], "schema_version": 1}', "/variant is missing"),
        (None, "cannot be read"),
    ],
)
def test_a_bad_table_is_named(content, named, tmp_path):
    file = tmp_path / "best.json"
    if content is not None:
        file.write_text(content)
    said = refused(f"run --filter ^failing/many --tuned {file} --out", tmp_path / "run")
    assert named in said and str(file) in said
