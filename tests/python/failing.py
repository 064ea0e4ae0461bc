"""The program with a family whose configurations fail in every way (tests/tune/device/program), and what tuning wrote."""

import functools
import json

import program
import pytest

PROGRAM = program.ROOT / "build/bin/retime-failing-emulated"
EVERY = "--strategy exhaustive --evaluations 100%"
SLOW = {"RETIME_TOY_SLOW_MS": "20"}  # a candidate of failing/many sleeps so long

retime, output, refused = (
    functools.partial(run, by=PROGRAM) for run in (program.retime, program.output, program.refused)
)
built = pytest.mark.skipif(not PROGRAM.exists(), reason=f"not built: {PROGRAM}")


def in_role(out, role):
    """Records of the tuner that were measured in this role."""
    return [record for record in program.records(out) if record["tuning_history"]["role"] == role]


def entries(table):
    return json.loads(table.read_text())["entries"]
