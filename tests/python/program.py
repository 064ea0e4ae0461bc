"""Finds the program that the tests drive, runs it and reads what it wrote."""

import itertools
import json
import lzma
import os
import shlex
import subprocess
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FAMILIES = sorted(file.parent.name for file in (ROOT / "variants").glob("*/family.cpp"))  # those of papers
THOROUGH = "RETIME_THOROUGH" in os.environ  # under `./run_all.sh test-all`


def program():
    """The path of retime or retime-emulated: $RETIME_PROGRAM, else what stands in build/bin."""
    named = os.environ.get("RETIME_PROGRAM")
    places = [Path(named)] if named else [ROOT / "build/bin" / name for name in ("retime-emulated", "retime")]
    for place in places:
        if place.exists():
            return place
    pytest.skip(f"not built: {places[0]}")


def bench():
    """The path of the tuner's bench, examples/tuner_bench."""
    path = ROOT / "build/bin/tuner-bench-emulated"
    if not path.exists():
        pytest.skip(f"not built: {path}")
    return path


def slow(*values):
    """A parameter's values that `./run_all.sh test` leaves to `test-all`."""
    return pytest.param(*values, marks=pytest.mark.slow)


def words(command="", *arguments):
    """The words of a command, which are parted as by a shell, and the arguments, which stay as they are."""
    return [*shlex.split(command), *map(str, arguments)]


def retime(*command, by=None, **environment):
    """Runs the program, or the one `by` names, with the words; returns the process with its output as text."""
    return subprocess.run(
        [str(by or program()), *words(*command)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=os.environ | environment,
    )


def begun(*command, by=None, **options):
    """The program, or the one `by` names, with the words, while it runs, in a process group of its own."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    return subprocess.Popen([str(by or program()), *words(*command)], **(pipes | options))


def output(*arguments, **options):
    """What a command that succeeds prints."""
    done = retime(*arguments, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def refused(*command, **options):
    """The one line with which the program refuses a command: its status is 2, and nothing is printed or written."""
    out = out_of(words(*command))
    existed = out.exists()
    done = retime(*command, **options)
    assert done.returncode == 2 and done.stdout == "", done
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert out.exists() == existed
    return done.stderr


def out_of(words):
    """What follows --out; where there is none, a place where nothing stands."""
    return Path(dict(itertools.pairwise(words)).get("--out", "/no/such/place"))


def replayed(space, *flags):
    """The tuner's bench through every configuration of a recorded space: its line."""
    every = "replay --strategy exhaustive --seeds 1 --evaluations 10000000 --configurations"
    return json.loads(output(every, space, *flags, by=bench()))


def correct_of(run):
    """(value, configuration) of what ran correctly, in a line of the bench."""
    return [pair for pair in zip(run["values"], run["configurations"], strict=True) if pair[0] is not None]


def first_of(space, *flags):
    """The value with which a search begins that starts from the recording that it searches: the best."""
    begun = "replay --strategy default --seeds 1 --evaluations 1"
    (value,) = json.loads(output(begun, space, "--warm-start", space, *flags, by=bench()))["values"]
    return value


def lines(file):
    """The values of a file of JSON Lines."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def records(run):
    """Of a run, packed or not."""
    packed = run / "records.jsonl.xz"
    if packed.exists():
        return [json.loads(line) for line in lzma.decompress(packed.read_bytes()).splitlines()]
    return lines(run / "records.jsonl")


def input_of(record):
    """What the record's case computes: equal for cases that share an input."""
    return record["family"], *sorted((a, v) for a, v in record["axes"].items() if a not in record["tuning"])


def variants(family):
    """Ids of the family's variants in the program."""
    return [v["variant"] for v in json.loads(output("list --json --filter", f"^{family}/")) if v["family"] == family]


def axes(**values):
    """The flags that choose these values."""
    return [part for axis, value in values.items() for part in ("--axis", f"{axis}={value}")]


def verified(folder, cases, *flags, save=True, environment=None, **values):
    """(record, name -> array that --save wrote) of the cases that `cases` begins the keys of, all of them correct, but for
    those that their variant lacks. Arrays are in double precision: in a file they are single where that loses nothing."""
    saving = ("--save", folder / "saved") if save else ()
    chosen = ("--filter", f"^{cases}", *flags, *axes(**values))
    output("verify", *chosen, "--out", folder / "run", *saving, **(environment or {}))
    ran = [r for r in records(folder / "run") if r["status"] != "constraint"]
    assert ran and {r["status"] for r in ran} == {"correct"}, ran
    return [(r, {Path(path).stem: np.load(path).astype(float) for path in r.get("saved", [])}) for r in ran]
