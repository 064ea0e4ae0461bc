"""What a practitioner would take instead: peers.json beside the run on whose GPU and work they were measured (results/peers)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from plots.errors import InputError

FILE = "peers.json"
Peers = dict[str, Any]


def read(path: Path, board: str) -> Peers:
    """InputError unless it is whole, and of the board that the run names."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        for row in found["rows"]:
            row["peer"], row["workload"], float(row["median_s"]), float(row["error"])
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: not as results/peers writes it ({type(error).__name__}: {error})") from None
    if found.get("board") != board:
        raise InputError(f"{path}: of {found.get('board')}, but the run is of {board}; measure the peers with the run")
    return found
