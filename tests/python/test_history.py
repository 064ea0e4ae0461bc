"""`retime history` over made-up runs, and the figure that plots.history draws of it."""

import json

import pytest
from plots import history
from program import header, record, retime, write_run


def write_runs(folder, count=30, step_at=18, slowdown=0.06):
    """Runs of one case a day apart, slower from run step_at on, when the driver changed too."""
    runs = []
    for i in range(count):
        level = 1e5 * (1 + slowdown * (i >= step_at)) * (1 + 1e-3 * ((7 * i) % 5))
        head = header(
            utc=f"2026-11-{i + 1:02}T12:00:00Z",
            driver="12.8" if i < step_at else "13.0",
            git={"sha": f"{i:040}", "dirty": False},
        )
        runs.append(
            write_run(folder / f"run{i}", [record("a/x", level), record("b/x", 5e4 * (1 + 1e-3 * (i % 3)))], head)
        )
    return runs


@pytest.fixture
def told(tmp_path):
    """The JSON of a history with one step in the first of two cases."""
    out = tmp_path / "history.json"
    runs = write_runs(tmp_path / "runs")
    done = retime("history", tmp_path / "history.jsonl", "--append", *runs, "--json", out)
    assert done.returncode == 0, done.stderr
    return out


def test_finds_the_planted_step(told):
    first, second = json.loads(told.read_text())["series"]
    assert [step["at"] for step in first["steps"]] == [18]
    assert first["steps"][0]["percent"] == pytest.approx(6, abs=0.1)
    assert first["steps"][0]["also_changed"] == ["driver: 12.8 -> 13.0"]
    assert second["steps"] == []


def test_appending_again_changes_nothing(told, tmp_path):
    file = tmp_path / "history.jsonl"
    before = file.read_bytes()
    done = retime("history", file, "--append", tmp_path / "runs/run3")
    assert "in the history already" in done.stderr
    assert file.read_bytes() == before and before.count(b"\n") == 30


def test_a_bad_run_leaves_the_file_alone(told, tmp_path):
    file = tmp_path / "history.jsonl"
    before = file.read_bytes()
    fresh = write_run(tmp_path / "fresh", [record("a/x", 1e5)], header(utc="2027-01-01T00:00:00Z"))
    done = retime("history", file, "--append", fresh, tmp_path / "absent")
    assert done.returncode == 2 and "absent" in done.stderr and done.stderr.count("\n") == 1
    assert file.read_bytes() == before


def test_levels_are_geometric_means(told):
    first = history.load(told)[0]
    (begin, end, old_us), (begin_new, end_new, new_us) = first["levels"]
    assert (begin, end, begin_new, end_new) == (0, 18, 18, 30)
    assert new_us / old_us == pytest.approx(1.06, rel=1e-3)


def test_draws_the_cases_with_steps_first(told, tmp_path):
    series = history.load(told)
    assert [one["key"] for one in history.most_telling(series, 1)] == ["a/x"]
    assert history.main([str(told), "--out", str(tmp_path / "history.png")]) == 0
    assert (tmp_path / "history.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"schema_version": 2}',
        '{"schema_version": 1, "series": []}',
        '{"schema_version": 1, "series": [{"points": [{"utc": "soon"}]}]}',
    ],
)
def test_bad_input_is_one_line_and_status_2(tmp_path, capsys, text):
    file = tmp_path / "bad.json"
    file.write_text(text)
    assert history.main([str(file), "--out", str(tmp_path / "out.png")]) == 2
    said = capsys.readouterr().err
    assert str(file) in said and said.count("\n") == 1
    assert not (tmp_path / "out.png").exists()


@pytest.mark.parametrize(
    "arguments, about",
    [
        (["absent"], "absent"),
        (["FILE", "--filter", "["], "--filter '['"),
        (["FILE", "--alpha", "2"], "--alpha 2"),
        (["FILE", "--json", "no/such/folder"], "--json no/such/folder"),
    ],
)
def test_command_refuses(told, tmp_path, arguments, about):
    done = retime("history", *[tmp_path / "history.jsonl" if word == "FILE" else word for word in arguments])
    assert done.returncode == 2 and about in done.stderr and done.stderr.count("\n") == 1
