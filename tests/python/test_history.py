"""`retime history` over made-up runs, and the figure that plots.history draws of it."""

import fcntl
import functools
import json
import resource
import signal
import subprocess

import pytest
from program import lines, program, refused, retime
from synthetic import header, record, refusal, write_run

from plots import history


def write_runs(folder):
    """30 runs of two cases a day apart; the first is slower by 6 % from run 18 on, when the driver changed too."""
    for i in range(30):
        level = (1 if i < 18 else 1.06) * (1 + 1e-3 * (7 * i % 5))
        head = header(
            utc=f"2026-11-{i + 1:02}T12:00:00Z",
            driver="12.8" if i < 18 else "13.0",
            git={"sha": f"{i:040}", "dirty": False},
        )
        yield write_run(folder / f"run{i}", [record("a", 1e-4 * level), record("b", 5e-5 * (1 + 1e-3 * (i % 3)))], head)


@pytest.fixture
def told(tmp_path):
    """The JSON of a history with one step in the first of two cases."""
    out, page = tmp_path / "history.json", tmp_path / "history.md"
    runs = write_runs(tmp_path / "runs")
    done = retime("history", tmp_path / "history.jsonl", "--append", *runs, "--json", out, "--markdown", page)
    assert done.returncode == 0, done.stderr
    assert "with driver: 12.8 -> 13.0" in done.stdout
    assert "2026-11-19T12:00:00Z 0000000: +6.0" in page.read_text()
    return out


def test_finds_the_planted_step(told):
    first, second = json.loads(told.read_text())["series"]
    assert [step["at"] for step in first["steps"]] == [18] and len(first["points"]) == 30
    assert first["steps"][0]["percent"] == pytest.approx(6, abs=0.1)
    assert first["steps"][0]["also_changed"] == ["driver: 12.8 -> 13.0"]
    assert second["steps"] == []


def test_appending_again_changes_nothing(told, tmp_path):
    file = tmp_path / "history.jsonl"
    before = file.read_bytes()
    done = retime("history", file, "--append", tmp_path / "runs/run3")
    assert "in the history already" in done.stderr
    fresh = write_run(tmp_path / "fresh", [record("a", 1e-4)], header(utc="2027-01-01T00:00:00Z"))
    assert "absent" in refused("history", file, "--append", fresh, tmp_path / "absent")
    assert file.read_bytes() == before and before.count(b"\n") == 30


def at_most(bytes_a_file):
    """Of the program to come: its files grow no further, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_a_file, resource.RLIM_INFINITY))


def test_a_full_disk_takes_nothing_from_the_history(told, tmp_path):
    file = tmp_path / "history.jsonl"
    before = file.read_bytes()
    fresh = write_run(tmp_path / "fresh", [record("a", 1e-4)], header(utc="2027-01-01T00:00:00Z"))
    command = [program(), "history", file, "--append", fresh]
    full = functools.partial(at_most, len(before) + 20)
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=full)
    assert done.returncode == 2 and str(file) in done.stderr and len(done.stderr.splitlines()) == 1
    assert file.read_bytes() == before
    assert retime("history", file, "--append", fresh).returncode == 0
    assert file.read_bytes().startswith(before) and file.read_bytes().count(b"\n") == 31


def test_appending_waits_for_another_and_reads_what_it_wrote(told, tmp_path):
    file = tmp_path / "history.jsonl"
    before = file.read_bytes()
    fresh = write_run(tmp_path / "fresh", [record("a", 1e-4)], header(utc="2027-01-01T00:00:00Z"))
    with file.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        waiting = subprocess.Popen([program(), "history", file, "--append", fresh], stdout=subprocess.DEVNULL)
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(0.5)
        assert file.read_bytes() == before
        other.write(before[:-1].splitlines()[0].replace(b"2026-11-01", b"2026-10-01"))  # and no newline
    assert waiting.wait(60) == 0
    assert len(lines(file)) == 32


def test_levels_are_geometric_means(told):
    (begin, end, old_us), (begin_new, end_new, new_us) = history.load(told)[0]["levels"]
    assert (begin, end, begin_new, end_new) == (0, 18, 18, 30)
    assert new_us / old_us == pytest.approx(1.06, rel=1e-3)


def test_draws_the_cases_with_steps_first(told, tmp_path):
    (most,) = history.most_telling(history.load(told), 1)
    assert most["key"] == "carpet/a/block=256"
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
def test_bad_input_is_one_line_and_status_2(tmp_path, text):
    file = tmp_path / "bad.json"
    file.write_text(text)
    assert str(file) in refusal(history.main, file, "--out", tmp_path / "out.png")


@pytest.mark.parametrize(
    "command, about",
    [
        ("absent", "absent"),
        ("FILE --filter [", "--filter '['"),
        ("FILE --alpha 2", "--alpha 2"),
        ("FILE --json no/such/folder", "--json no/such/folder"),
    ],
)
def test_command_refuses(told, tmp_path, command, about):
    assert about in refused("history " + command.replace("FILE", str(tmp_path / "history.jsonl")))
