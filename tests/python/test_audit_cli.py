"""`retime audit --synthetic`, and what `retime audit` refuses."""

import json

import pytest
from program import output, refused


def test_synthetic_confusion_matrix(tmp_path):
    output("audit --synthetic --json", tmp_path / "audit.json")
    told = json.loads((tmp_path / "audit.json").read_text())
    rows = {row["injected_percent"]: row for row in told["matrix"]}
    assert rows[0]["comparisons"] == 500
    assert rows[0]["verdicts"]["faster"] + rows[0]["verdicts"]["slower"] <= 5
    assert rows[1]["verdicts"]["slower"] >= 400
    assert rows[2]["verdicts"]["slower"] >= 475
    assert len({row["machine"] for row in told["designs"]}) == 13
    assert all(row["false_share"] <= 0.01 and row["matrix"][0]["comparisons"] == 500 for row in told["designs"])


@pytest.mark.parametrize(
    "flags, about",
    [
        ("--synthetic --margin 0", "--margin 0"),
        ("--synthetic --inject 0.0003", "--inject"),
        ("--synthetic --json no/such/folder", "--json no/such/folder"),
        ("--filter 'no such case'", "no such case"),
    ],
)
def test_bad_input_is_one_line_and_status_2(flags, about):
    assert about in refused(f"audit {flags}")
