"""Tests import the package from the repository they stand in."""

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
for path in (ROOT, Path(__file__).resolve().parent):
    if str(path) not in sys.path:
        sys.path.insert(0, str(path))

# What a command without --out writes goes away with the tests.
_STATE = tempfile.TemporaryDirectory(prefix="retime-state-")
os.environ["XDG_STATE_HOME"] = _STATE.name
