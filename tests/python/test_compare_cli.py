"""`retime compare` as a CI job sees it: exit status, files, and what is refused."""

import json
import re
import shutil
from xml.etree import ElementTree

import pytest
from program import refused, retime
from synthetic import header, processes, record, write_run

SESSION = header(interleave={"session": "one"})


def timed(name, slowdown=0.0):
    """A case of 0.1 ms; its interleaved blocks have a common drift of 2 % and a little noise."""
    one = record(name, 1e-4 * (1 + slowdown))
    levels = [1e5 * (1 + slowdown) * (1 + 0.02 * (7 * i % 20) / 20) * (1 + 1e-4 * (i % 3)) for i in range(20)]
    one["measurement"]["blocks"] = [{"block": i, "median_ns": level} for i, level in enumerate(levels)]
    return one


def session(folder, slowdowns):
    """Two interleaved runs; case i of NEW takes slowdowns[i] longer."""
    base = [timed(f"case {i}") for i in range(len(slowdowns))]
    new = [timed(f"case {i}", slowdown) for i, slowdown in enumerate(slowdowns)]
    return write_run(folder / "base", base, SESSION), write_run(folder / "new", new, SESSION | {"utc": "later"})


def single(folder, *slowdowns):
    """Runs of one process each, that take so much longer."""
    return [write_run(folder / f"run{slowdown}", [timed("a", slowdown)]) for slowdown in slowdowns]


def with_processes(folder, slowdown, count=10, differ=0.001, **head):
    """A run of several processes, which take so much longer and differ a little."""
    one = record("a", 1e-4 * (1 + slowdown))
    levels = [1e5 * (1 + slowdown) * (1 + differ * (3 * i % count)) for i in range(count)]
    one["measurement"]["processes"] = processes(*levels)
    return write_run(folder / f"run{slowdown}", [one], header(utc=str(slowdown), **head))


@pytest.mark.parametrize(
    "slowdowns, status",
    [([0.0], 0), ([-0.1, -0.2], 0), ([0.02], 1), ([0.02, -0.5], 1), ([0.1] * 256, 1), ([-0.1] * 300, 0)],
)
def test_exit_status_is_not_a_count(tmp_path, slowdowns, status):
    assert retime("compare --strict", *session(tmp_path, slowdowns)).returncode == status


def test_one_process_each_is_undecided_and_the_last_line_says_what_to_do(tmp_path):
    base, new = single(tmp_path, 0.0, 0.5)
    assert retime("compare", base, new).returncode == 0
    strict = retime("compare --strict", base, new)
    assert strict.returncode == 4
    assert re.search(r"\+50.00 % +not measured .* one process each$", strict.stdout, re.MULTILINE)
    last = strict.stdout.splitlines()[-1]
    assert last.startswith(
        "1 case is undecided for want of repetition: one process each shows no change, however large;"
    )
    assert "`run --processes auto`" in last and "`retime ab BASE_PROGRAM NEW_PROGRAM`" in last and "docs/ci.md" in last


def test_the_last_line_says_which_changes_cannot_be_told(tmp_path):
    few = [with_processes(tmp_path, slowdown, count=2) for slowdown in (0.0, 0.01)]
    written = tmp_path / "c.json"
    done = retime("compare --json", written, *few)
    (case,) = json.loads(written.read_text())["cases"]
    least = case["effect"]["threshold_percent"]
    assert case["few_units"] and f"changes under about {least:.2g} % cannot be told" in done.stdout.splitlines()[-1]


def test_cases_of_one_side_are_counted_and_named_if_asked(tmp_path):
    base = write_run(tmp_path / "base", [timed("a"), timed("b"), timed("c")])
    new = write_run(tmp_path / "new", [timed("c"), timed("d")])
    said = retime("compare", base, new).stdout
    assert "only in BASE: 2 cases; --verbose names them" in said and "only in NEW: carpet/d" in said
    said = retime("compare --verbose", base, new).stdout
    assert "only in BASE: carpet/a" in said and "only in BASE: carpet/b" in said and "--verbose" not in said


def test_a_run_against_itself_is_undecided(tmp_path):
    run = with_processes(tmp_path, 0.0)
    done = retime("compare --margin 0.5", run, run)
    assert done.returncode == 0 and "undecided" in done.stdout and "one and the same run" in done.stdout


def test_processes_of_one_run_each_are_enough(tmp_path):
    done = retime("compare", with_processes(tmp_path, 0.0), with_processes(tmp_path, 0.05))
    assert done.returncode == 1 and "20 processes, 0.3 % from run to run assumed" in done.stdout
    assert "for want of repetition" not in done.stdout


def test_a_session_that_was_looked_at(tmp_path):
    together = {"interleave": {"session": "one", "looked_at": True}}
    base, new = (with_processes(tmp_path, slowdown, differ=0.02, **together) for slowdown in (0.0, 0.02))
    done = retime("compare", base, new)
    assert done.returncode == 1 and "10 paired processes" in done.stdout


def test_repeated_runs_teach_the_drift(tmp_path):
    base = single(tmp_path, 0.0, 0.003, -0.002, 0.001)
    new = single(tmp_path, 0.05, 0.053, 0.048, 0.051)
    done = retime("compare", base[0], new[0], "--base-runs", *base[1:], "--new-runs", *new[1:])
    assert done.returncode == 1 and "8 repeated runs" in done.stdout
    equal = base + single(tmp_path, 0.002, -0.001, 0.0005, 0.0015)
    learnt = retime("compare", base[0], new[0], "--aa", *equal)
    assert learnt.returncode == 1 and "repeated runs" in learnt.stdout
    # A run named twice is no replicate, nor is a copy of it.
    copy = shutil.copytree(base[2], tmp_path / "copy")
    copied = retime("compare", base[0], new[0], "--base-runs", *base[1:], copy)
    assert "5 repeated runs" in copied.stdout and f"{copy} is a copy of {base[2]} and counts once" in copied.stdout
    once = retime("compare", base[0], new[0], "--base-runs", *base[1:])
    twice = retime("compare", base[0], new[0], "--base-runs", *base, f"{base[2]}/", "--aa", *base)
    assert "5 repeated runs" in once.stdout and once.stdout == twice.stdout


def test_writes_markdown_junit_and_json(tmp_path):
    files = [tmp_path / name for name in ("c.md", "c.xml", "c.json")]
    flags = [word for pair in zip(("--markdown", "--junit", "--json"), files) for word in pair]
    assert retime("compare", *session(tmp_path, [0.02, 0.0]), *flags).returncode == 1
    markdown, junit, cases = files
    assert "| slower | +2.00 % |" in markdown.read_text()
    assert ElementTree.parse(junit).getroot()[0].get("failures") == "1"
    cases = json.loads(cases.read_text())["cases"]
    assert [case["verdict"] for case in cases] == ["slower", "same"]
    assert cases[0]["effect"]["percent"] == pytest.approx(2)


def test_a_case_that_is_wrong_now_fails_by_itself(tmp_path):
    base, new = single(tmp_path, 0.0, 0.1)
    one = timed("a") | {"status": "incorrect", "reason": "off by one"}
    write_run(new, [one])
    done = retime("compare", base, new)
    assert done.returncode == 1 and "correct in BASE, incorrect in NEW: carpet/a/block=256: off by one" in done.stdout


@pytest.mark.parametrize(
    "more, about",
    [
        ("--margin 0", "--margin 0"),
        ("--alpha 2", "--alpha 2"),
        ("--correction bonferroni", "--correction 'bonferroni'"),
        ("--accept weather", "--accept 'weather'"),
        ("--paired", "--paired"),
        ("--paired --base-runs BASE2 --new-runs NEW2 --aa OTHER", "--paired with --aa"),
        ("--aa absent", "absent"),
        ("--margin wide", "margin"),
        ("--markdown no/such/folder", "--markdown no/such/folder"),
        ("--junit .", "--junit ."),
    ],
)
def test_bad_input_is_one_line_and_status_2(tmp_path, more, about):
    base, new, base_2, new_2, other = single(tmp_path, 0.0, 0.1, 0.2, 0.3, 0.4)
    for name, run in (("BASE2", base_2), ("NEW2", new_2), ("OTHER", other)):
        more = more.replace(name, str(run))
    assert about in refused(f"compare {base} {new} {more} --json", tmp_path / "c.json")
    assert not (tmp_path / "c.json").exists()


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/no/such/file"])
def test_only_files_and_runs_are_read(tmp_path, path):
    assert refused("compare", *single(tmp_path, 0.0), path).startswith(f"retime: {path}: ")


@pytest.mark.parametrize("text", ["{", '{"schema_version": 1, "key": "a", "x": NaN}'])
def test_a_malformed_line_is_named(tmp_path, text):
    good, bad = single(tmp_path, 0.0, 0.1)
    (bad / "records.jsonl").write_text(text)
    assert f"{bad}/records.jsonl line 1: not valid JSON" in refused("compare", good, bad)
