"""Runs of the program's own strategies: `tuner-bench replay`, started from here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from plots.files.errors import InputError
from plots.files.text import message

HERE = Path(__file__).resolve().parent
BUILT = HERE.parent.parent / "build" / "bin"
SCHEMA = HERE / "inputs.schema.json"  # $defs: what is read beside T4, by kind


def program(named: Path | None) -> Path:
    """The program, by default the one that was built here; replaying needs no device."""
    places = [named] if named else [BUILT / "tuner-bench", BUILT / "tuner-bench-emulated"]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise InputError(f"{places[0]}: no such program; build it, or name one with --program")
    return found


def replay(by: Path, spaces: list[Path], flags: list[str], out: Path) -> None:
    """Writes the runs; what the program says on the way is passed on. InputError: what it refused."""
    words = [str(by.resolve()), "replay", *flags, "--out", str(out), "--", *map(str, spaces)]
    last = ""
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace") as run:
        for line in run.stderr:
            _tell(last)
            last = line.strip()
    if run.returncode == 0:
        _tell(last)
    elif run.returncode == 2:
        raise InputError(last.removeprefix("retime: "))
    else:
        raise InputError(f"{by}: ended with {run.returncode}: {last}")


def _tell(line: str) -> None:
    if line:
        print(message(line), file=sys.stderr, flush=True)
