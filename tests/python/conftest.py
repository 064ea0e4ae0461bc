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
    from synthetic import header, record, write_run

    mine = record("cpu_serial", 7777.7, processor="cpu", tuning={}, steps=100, occupancy=0.093, precision="float")
    head = header("emulation", host={"cpu": "Small CPU", "cores": 1})
    run = write_run(tmp_path_factory.mktemp("recorded") / "run", [mine], head)
    runs = [run, *_recorded("emulation"), "--recorded", ROOT / "results" / "h200"]
    return _tables_of("recorded_tables", runs, tmp_path_factory)


@pytest.fixture(scope="session")
def tables_of_h100(tmp_path_factory):
    """name -> the table, of the report of what was recorded on one."""
    return _tables_of("tables_of_h100", _recorded("h100"), tmp_path_factory)


def _recorded(folder):
    from plots.data.load import find_runs

    return find_runs(ROOT / "results" / folder)


def _tables_of(name, runs, tmp_path_factory):
    """Made once for all workers of pytest-xdist."""
    from synthetic import report_of, table

    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    with open(f"{shared}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not shared.exists():
            report_of(*runs, "--only", "fits", "--out", shared)
    return functools.partial(table, shared)
