"""Tests import the package from the repository they stand in."""

import fcntl
import functools
import os
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
for path in (ROOT, Path(__file__).resolve().parent):
    if str(path) not in sys.path:
        sys.path.insert(0, str(path))

# What a command without --out writes goes away with the tests.
_STATE = tempfile.TemporaryDirectory(prefix="retime-state-")
os.environ["XDG_STATE_HOME"] = _STATE.name


@pytest.fixture(scope="session")
def recorded_tables(tmp_path_factory):
    """name -> the table, of the report of results/h200 and results/emulation. A machine without a GPU gives a run as well,
    whose one time must not be taken for the recorded machine's."""
    from synthetic import header, record, report_of, table, write_run

    from plots.data.load import find_runs

    mine = record("cpu_serial", 7777.7, processor="cpu", tuning={}, steps=100, occupancy=0.093, precision="float")
    head = header("emulation", host={"cpu": "Small CPU", "cores": 1})
    run = write_run(tmp_path_factory.mktemp("recorded") / "run", [mine], head)
    recorded, emulated = (ROOT / "results" / name for name in ("h200", "emulation"))
    # One for all workers of pytest-xdist.
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "recorded_tables"
    with open(f"{shared}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not shared.exists():
            report_of(run, *find_runs(emulated), "--recorded", recorded, "--only", "fits", "--out", shared)
    return functools.partial(table, shared)
