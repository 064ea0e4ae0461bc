"""A program whose variants are registered wrongly says so at start, whatever it is asked for."""

import pytest
from program import ROOT, retime

PROGRAM = ROOT / "build/bin/retime-misregistered-emulated"


@pytest.mark.parametrize("command", ["list", "run --dry-run", "--help", "compare a b", ""])
def test_each_fault_is_one_line_that_names_the_files(command):
    if not PROGRAM.exists():
        pytest.skip(f"not built: {PROGRAM}")
    done = retime(command, by=PROGRAM)
    assert done.returncode == 2 and done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 2, done.stderr
    (twice,) = [line for line in lines if "misregistered/twice" in line]
    assert "first_file.cu" in twice and "second_file.cu" in twice
    (baseless,) = [line for line in lines if "misregistered/baseless" in line]
    assert "nosuch" in baseless and baseless.count("first_file.cu") == 2
