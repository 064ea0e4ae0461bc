"""Every command of plots that reads a file, and what it may do with a bad one: end with 2 and one line that names the file."""

from __future__ import annotations

import contextlib
import io
import json
import random
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from program import FAMILIES

from examples.tuner_bench import score, t1, to_t4
from fuzz import mutate
from plots import history
from plots.__main__ import main as plots
from plots.families.replications import choice
from plots.plan.__main__ import main as plan

SEEDS = Path(__file__).parent / "seeds"
HANGS_S = 10
FITS = ["RUN", "--only", "fits", "--out", "OUT"]
WHOLE = ["RUN", "--out", "OUT"]
RUNS = [family for family in FAMILIES if (SEEDS / family).is_dir()]


@dataclass(frozen=True)
class Reader:
    """`seed`: a run's folder or a file of seeds/; `changed`: which of the folder's files. In `arguments` RUN is the folder or
    file, and OUT what may be written."""

    name: str
    command: Callable[[list[str]], int]
    seed: str
    changed: str
    arguments: list[str]


READERS = [
    Reader(f"{run} {words}", plots, run, "records.jsonl", how)
    for run in RUNS
    for words, how in (("fits", FITS), ("report", WHOLE))
]
READERS += [
    Reader("header", plots, "counters", "header.json", FITS),
    Reader("counters", plots, "counters", "counters.csv", FITS),
    Reader("counted records", plots, "counters", "records.jsonl", FITS),
    Reader("peers", plots, "peers", "peers.json", FITS),
    Reader("records with peers", plots, "peers", "records.jsonl", FITS),
    Reader("array", plots, "arrays", "saved/distribution.npy", WHOLE),
    Reader("ground", plots, "arrays", "saved/carpet.npy", WHOLE),
    Reader("best", plots, "tune", "best.json", FITS),
    Reader("tuned records", plots, "tune", "records.jsonl", WHOLE),
    Reader("audit", plots, "counters", "../audit.json", FITS),
    Reader("t4", plots, "t4.json", "", FITS),
    Reader("t4 report", plots, "t4.json", "", WHOLE),
    Reader("t1", t1.main, "t1.json", "", ["RUN"]),
    Reader("cache", to_t4.main, "cache.json", "", ["RUN", "OUT"]),
    Reader("ktt", to_t4.main, "ktt.json", "", ["RUN", "OUT"]),
    Reader("scored space", score.main, "t4.json", "", ["RUN", "--runs", str(SEEDS / "runs.jsonl"), "--out", "OUT"]),
    Reader("scored runs", score.main, "runs.jsonl", "", [str(SEEDS / "t4.json"), "--runs", "RUN", "--figure", "OUT.png"]),
    Reader("history", history.main, "history.json", "", ["RUN", "--out", "OUT.png"]),
    Reader("plan", plan, "carpet", "records.jsonl", ["RUN", "--out", "OUT"]),
    Reader("choice", choice.main, "launches", "records.jsonl", ["RUN"]),
]  # fmt: skip


class Fault(AssertionError):
    """What no input may do to a reader."""


def attempt(reader: Reader, rng: random.Random, folder: Path) -> int:
    """One bad file, in an empty folder. The exit status; Fault otherwise."""
    given = folder / "given" / reader.seed
    seed = SEEDS / reader.seed
    (shutil.copytree if seed.is_dir() else _copy)(seed, given)
    file = given / reader.changed if reader.changed else given
    if file.name == "audit.json":
        _copy(SEEDS / file.name, file)
    spoil(file, rng)
    return judge(reader, given, folder)


def _copy(seed: Path, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(seed, file)


def spoil(file: Path, rng: random.Random) -> None:
    data = file.read_bytes()
    if file.suffix == ".jsonl" and rng.random() < 0.85:
        text = mutate.jsonl_text([json.loads(line) for line in data.splitlines()], rng)
        file.write_text(text, errors="surrogatepass")
    elif file.suffix == ".json" and rng.random() < 0.85:
        file.write_text(mutate.json_text(json.loads(data), rng), errors="surrogatepass")
    else:
        file.write_bytes(mutate.bytes_of(data, rng))


def judge(reader: Reader, given: Path, folder: Path) -> int:
    """The exit status of the reader's command on what is given."""
    before = contents(folder)
    arguments = [word.replace("RUN", str(given)).replace("OUT", str(folder / "out")) for word in reader.arguments]
    said, printed = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(printed), limited():
        status = reader.command(arguments)
    lines = said.getvalue().splitlines()
    if status not in (0, 2) or len(lines) > (8 if status == 0 else 1):  # of what is read a few remarks
        raise Fault(f"exit status {status}, {len(lines)} lines: {said.getvalue()[:500]}")
    if not all(line.isprintable() for line in lines + printed.getvalue().splitlines()):
        raise Fault(f"what is no character that a terminal should get: {said.getvalue()[:500]!r}")
    if status == 2:
        if str(folder) not in lines[0]:
            raise Fault(f"the file is not named: {lines[0]}")
        if contents(folder) != before:
            raise Fault(f"something was written before it was refused: {lines[0]}")
    return status


def contents(folder: Path) -> dict[str, int]:
    """Every file and folder with its size."""
    return {str(path): path.stat().st_size for path in sorted(folder.rglob("*"))}


@contextlib.contextmanager
def limited():
    """Fault after HANGS_S."""

    def ring(*_):
        raise Fault(f"no end after {HANGS_S} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(HANGS_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
