"""The worker of `run`, `tune` and `ab`, spoken to line by line as they do: what it throws is an answer."""

import json
import socket
import subprocess

import pytest
from program import program


@pytest.fixture
def line():
    """A line to a worker that has said it is ready."""
    ours, its = socket.socketpair()
    process = subprocess.Popen([str(program()), "worker"], stdin=its, stdout=subprocess.DEVNULL)
    its.close()
    ours.settimeout(60)
    with ours, ours.makefile("rw") as both:
        ready = json.loads(both.readline())
        assert ready["protocol"] == 1 and len(ready["header"]["program"]) == 16
        yield both
    assert process.wait(60) == 0  # it ends with the line


def answered(line, **request):
    line.write(json.dumps(request) + "\n")
    line.flush()
    return json.loads(line.readline())


def test_what_a_request_throws_is_its_answer(line):
    assert "error" in answered(line, do="no such thing")
    case = {"family": "carpet", "variant": "none", "key": "carpet/none", "axes": {}, "workload_key": ""}
    assert answered(line, do="run", case=case) == {"error": "no such variant: carpet/none", "alive": True}
    wanted = {"do": "cases", "filter": "^carpet/cpu_serial/", "profile": "smoke", "axes": ["steps=10"], "seed": None}
    bad = answered(line, **wanted | {"axes": ["steps=ten"]})
    assert "steps" in bad["bad_input"] and bad["alive"]
    cases = answered(line, **wanted)["cases"]
    assert cases and all(one["blank"]["key"] == one["case"]["key"] for one in cases)
