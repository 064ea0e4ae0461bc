"""`retime audit`, within a process and across processes, and what it refuses."""

import json
import signal
import subprocess

import pytest
from program import output, program, refused, words

ONE_CASE = "audit --across --filter ^carpet/cpu_serial/occupancy=0.59/ --profile smoke --budget 0.01"


def test_within_a_process_equal_code_is_there_unasked(tmp_path):
    case = ONE_CASE.replace("--across ", "").replace("--budget 0.01", "--budget 0.2")  # blocks enough to decide by
    shown = output(f"{case} --sessions 2 --inject 3 --json", tmp_path / "audit.json")
    told = json.loads((tmp_path / "audit.json").read_text())
    assert not told["across"] and told["sessions"] == 2 and told["header"]["argv"][1] == "audit"
    (case,) = told["cases"]
    assert case["reason"] == "" and case["median_ns"] > 0 and case["half_width_percent"] > 0
    assert case["matrix"] == told["matrix"] and "slower" in shown
    assert [row["injected_percent"] for row in told["matrix"]] == [0, 300]
    assert [row["comparisons"] for row in told["matrix"]] == [2, 2]
    verdicts = told["matrix"][1]["verdicts"]  # on a busy machine a session may stay undecided
    assert verdicts["faster"] == verdicts["same"] == 0 and verdicts["slower"] + verdicts["undecided"] == 2


def test_across_processes_each_way_of_measuring_has_its_table(tmp_path):
    shown = output(f"{ONE_CASE} --rounds 10 --inject 0.03 3 --json", tmp_path / "audit.json")
    told = json.loads((tmp_path / "audit.json").read_text())
    assert told["across"] and told["rounds"] == 10 and told["header"]["argv"][1] == "audit"
    assert told["runs_per_sample"] == 33
    of_design = {one["design"]: one["matrix"] for one in told["designs"]}
    assert list(of_design) == ["1 v 1, 5 processes", "3 v 3", "ab, to 30 rounds"]
    assert all(f"{design}:\n" in shown for design in of_design)
    for matrix, comparisons in zip(of_design.values(), (2, 2, 1), strict=True):
        assert [row["injected_percent"] for row in matrix] == pytest.approx([0, 100 / 33, 300])
        assert [row["comparisons"] for row in matrix] == [comparisons] * 3
    (case,) = told["cases"]
    assert case["reason"] == "" and case["median_ns"] > 0
    assert [one["matrix"] for one in case["designs"]] == list(of_design.values())
    assert of_design["ab, to 30 rounds"][2]["verdicts"]["slower"] == 1


def test_ctrl_c_ends_the_rounds_and_shows_those_that_are_done(tmp_path):
    command = [program(), *words(ONE_CASE, "--rounds", 90000, "--json", tmp_path / "audit.json")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        for line in running.stderr:
            if line.startswith("round 8 "):
                break
        running.send_signal(signal.SIGINT)
        shown, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "ab, to 30 rounds" in shown
    assert 8 <= json.loads((tmp_path / "audit.json").read_text())["rounds"] < 90000


@pytest.mark.parametrize(
    "flags, about",
    [
        ("--across --rounds 9", "--rounds 9"),
        ("--across --inject 0.0003", "--inject"),
        ("--across --sessions 3", "--sessions"),
        ("--rounds 30", "--rounds"),
        ("--margin 0", "--margin 0"),
        ("--inject 0.0003", "--inject"),
        ("--json no/such/folder", "--json no/such/folder"),
        ("--filter 'no such case'", "no such case"),
    ],
)
def test_bad_input_is_one_line_and_status_2(flags, about):
    assert about in refused(f"audit {flags}")
