"""--lock-clocks, as far as a program without a GPU goes; that clocks are locked and freed: tests/measure/clock_lock_test.cpp."""

import json
import re
import socket
import subprocess

import pytest
from program import ROOT, program, refused

DEFINITIONS = json.loads((ROOT / "docs/record.schema.json").read_text())["$defs"]
SMALL = "--filter '^carpet/c_compact/' --axis steps=10"


@pytest.mark.parametrize("command", ["run", "tune"])
@pytest.mark.parametrize("flag", ["--lock-clocks", "--lock-clocks 1500"])
def test_the_emulation_has_no_clocks(command, flag, tmp_path):
    said = refused(f"{command} {SMALL} {flag}", "--out", tmp_path / "run")
    assert said.startswith("retime: --lock-clocks: this program has no GPU")


@pytest.mark.parametrize("command", ["run", "tune"])
@pytest.mark.parametrize("value", ["fast", "0", "-5", "1.5", "1000000"])
def test_a_clock_is_a_number_of_mhz(command, value, tmp_path):
    assert f"--lock-clocks '{value}'" in refused(f"{command} {SMALL} --lock-clocks={value}", "--out", tmp_path / "run")


@pytest.mark.parametrize("command, other", [("run --shard 1/2", "--shard"), ("run --profile-once", "--profile-once")])
def test_what_contradicts_it_is_refused(command, other):
    said = refused(f"{command} --lock-clocks")
    assert "--lock-clocks" in said and other in said


def test_verify_times_nothing_and_has_no_such_flag():
    assert "--lock-clocks" in refused("verify --lock-clocks")


def test_a_worker_s_header_says_where_the_clock_was_locked():
    ours, its = socket.socketpair()
    with ours, its, subprocess.Popen([program(), "worker", "--locked-sm-clock", "1500"], stdin=its) as worker:
        with ours.makefile() as answers:
            header = json.loads(answers.readline())["header"]
        ours.shutdown(socket.SHUT_RDWR)
        assert worker.wait(60) == 0
    assert header["locked_sm_clock"] == "1500"
    assert re.fullmatch(DEFINITIONS["header"]["properties"]["locked_sm_clock"]["pattern"], header["locked_sm_clock"])
