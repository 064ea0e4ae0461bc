"""Standard output and error that cannot be written cost no record, and what a user writes does not reach a terminal raw."""

import os
import subprocess
from pathlib import Path

import pytest
from program import output, program, records, refused

SMALL = ["run", "--filter", "^carpet/c_compact/", "--axis", "steps=10,11,12", "--axis", "occupancy=0.093"]

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")


def run_with(folder, closed=None, **streams):
    """A run whose standard streams are these, or are closed; how it ended."""
    command = [program(), *SMALL, "--out", folder]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    close = None if closed is None else lambda: [os.close(stream) for stream in closed]
    return subprocess.run(command, preexec_fn=close, text=True, timeout=120, check=False, **streams)


def test_status_lines_that_cannot_be_written_are_dropped(tmp_path):
    with open("/dev/full", "w") as full:
        done = run_with(tmp_path / "full", stderr=full)
    assert done.returncode == 0 and len(records(tmp_path / "full")) == 3
    closed = run_with(tmp_path / "closed", closed=[2])
    assert closed.returncode == 0 and len(records(tmp_path / "closed")) == 3


def test_results_that_cannot_be_written_cost_no_record(tmp_path):
    with open("/dev/full", "w") as full:
        done = run_with(tmp_path / "full", stdout=full)
    assert done.returncode == 1 and len(records(tmp_path / "full")) == 3
    assert done.stderr.splitlines()[-1] == "retime: standard output cannot be written"
    closed = run_with(tmp_path / "closed", closed=[1])
    assert closed.returncode == 1 and len(records(tmp_path / "closed")) == 3
    assert run_with(tmp_path / "none", closed=[0, 1, 2]).returncode == 1
    assert len(records(tmp_path / "none")) == 3


def test_a_reader_that_has_gone_costs_no_record(tmp_path):
    gone, end = os.pipe()
    os.close(gone)
    done = run_with(tmp_path / "run", stdout=end)
    os.close(end)
    assert done.returncode == 1 and len(records(tmp_path / "run")) == 3


@pytest.mark.parametrize(
    "word", ["\x1b[31mred", "a\nb", "\x7f", "\u009b31m", b"\xff\xfe".decode(errors="surrogateescape")]
)
def test_words_that_would_move_a_terminal_are_refused(word, tmp_path):
    for command in (["run", "--axis", f"graph={word}"], ["run", "--out", word], ["list", "--filter", word], [word]):
        done = subprocess.run([program(), *command], cwd=tmp_path, capture_output=True, timeout=60, check=False)
        assert done.returncode == 2 and done.stdout == b""
        assert done.stderr.count(b"\n") == 1 and done.stderr.decode().strip().isprintable()
        assert b"\\x" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_long_words_are_cut():
    assert len(refused("x" * 100000)) < 800


@pytest.mark.parametrize(
    "command, meant",
    [
        ("rnu", "is run meant?"),
        ("run --fliter carpet", "is --filter meant?"),
        ("list --fliter=carpet", "is --filter meant?"),
        ("--versoin", "is --version meant?"),
        ("run carpet", "--filter carpet"),
        ("device carpet", "'carpet'"),
        ("run --seed 1 --seed 2", "--seed: given more than once"),
        ("run --seed 0x10", "'0x10' is not a whole number"),
        ("run --seed", "--seed: its value is missing"),
        ("run --precision 1e999", "--precision"),
        ("run --processes ''", "--processes: its value is empty"),
        ("run --budget 10x", "10s, 200ms, 2min or 1h"),
        ("run --timeout 0s", "--timeout '0s'"),
        ("list --json=5", "--json: takes no value"),
        ("occupancy --cc 9.0x", "'9.0x'"),
        ("worker", "worker"),
        ("run --filter ^carpet/ --benchmark_format=json", "--benchmark_format"),
        ("tune --filter ^carpet/c_compact/ --budget 200", "write --budget 200s, or --evaluations 200"),
    ],
)
def test_what_is_refused_says_what_would_be_right(command, meant, tmp_path):
    out = ["--out", tmp_path / "run"] if command.startswith("run") else []
    assert meant in refused(command, *out)


def test_an_axis_is_refused_in_the_terms_of_what_the_filter_finds():
    assert refused("run --filter carpet --axis steps=abc").endswith("--axis steps=abc: 'abc' is not a whole number\n")
    named = refused("run --filter carpet --axis nosuch=1").partition("they have ")[2].strip().split(", ")
    assert {"steps", "rings"} <= set(named) and "graph" not in named
    assert f"`{program().name} verify --help`" in refused("verify --budget 1")


def test_places_that_cannot_be_written_are_refused_before_the_first_case(tmp_path):
    """Which ones: tests/files/writable_test.cpp."""
    file = tmp_path / "file"
    file.write_text("")
    assert "--save" in refused(*SMALL, "--out", tmp_path / "run", "--save", file)
    assert "--out" in refused(*SMALL, "--out", file)
    assert "--out" in refused("tune --filter ^carpet/a_dense/", "--out", file)
    assert list(tmp_path.iterdir()) == [file]


def test_times_have_units(tmp_path):
    output(*SMALL, "--profile", "smoke", "--budget", "20ms", "--timeout", "1min", "--out", tmp_path / "run")
    assert len(records(tmp_path / "run")) == 3


def test_a_complete_run_says_so(tmp_path):
    output(*SMALL, "--out", tmp_path / "run")
    command = [program(), *SMALL, "--resume", "--out", tmp_path / "run"]
    again = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert again.returncode == 0 and again.stderr.startswith("3 of 3 cases are there: the run is complete\n")
