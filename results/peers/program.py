"""Answers of the program, which the peers are verified against."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np

from results.peers.errors import refuse


def answer(program, case, axes, folder):
    """The arrays that `program verify` saves of one case, by name, and its record. axes: name -> value."""
    asked = [part for name, value in axes.items() if value != "" for part in ("--axis", f"{name}={value}")]
    command = [program, "verify", "--filter", f"^{case}/", *asked, "--out", folder / "run", "--save", folder / "saved"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        refuse(f"{' '.join(map(str, command))}: status {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")
    record = json.loads((folder / "run" / "records.jsonl").read_text())
    return {Path(path).stem: np.load(path) for path in record["saved"]}, record


def difference(values, expected):
    """The largest, over the largest value."""
    return float(np.abs(values - expected).max() / np.abs(expected).max())
