"""`retime compare` as a CI job sees it: exit status, files, and what is refused."""

import json
import xml.etree.ElementTree as ElementTree

import pytest
from program import header, record, retime, write_run

SESSION = {"interleave": {"session": "one"}}


def blocks(time_ns, count=20):
    """Medians of interleaved blocks with a common drift of 2 % and a little noise."""
    drift = [1 + 0.02 * ((7 * i) % count) / count for i in range(count)]
    return [{"block": i, "median_ns": time_ns * drift[i] * (1 + 1e-4 * (i % 3))} for i in range(count)]


def timed(key, time_ns):
    one = record(key, time_ns)
    one["measurement"]["blocks"] = blocks(time_ns)
    return one


def session(folder, slowdowns, head=None):
    """Two interleaved runs; case i of NEW takes slowdowns[i] longer."""
    base = [timed(f"case {i}", 1e5) for i in range(len(slowdowns))]
    new = [timed(f"case {i}", 1e5 * (1 + slowdown)) for i, slowdown in enumerate(slowdowns)]
    return (
        write_run(folder / "base", base, header(**SESSION)),
        write_run(folder / "new", new, head or header(**SESSION)),
    )


@pytest.mark.parametrize(
    "slowdowns, status",
    [
        ([0.0], 0),
        ([-0.1, -0.2], 0),
        ([0.02], 1),
        ([0.02, -0.5], 1),
        ([0.1] * 255, 1),
        ([0.1] * 256, 1),
        ([0.1] * 300, 1),
        ([-0.1] * 300, 0),
    ],
)
def test_exit_status_is_not_a_count(tmp_path, slowdowns, status):
    assert retime("compare", *session(tmp_path, slowdowns)).returncode == status


def test_other_gpu_is_not_comparable(tmp_path):
    head = header(**SESSION)
    head["device"] = head["device"] | {"name": "NVIDIA H100"}
    done = retime("compare", *session(tmp_path, [0.5], head))
    assert done.returncode == 3
    assert "NVIDIA H200 in BASE, NVIDIA H100 in NEW" in done.stdout


def test_one_run_each_is_undecided(tmp_path):
    base = write_run(tmp_path / "base", [record("a", 1e5)])
    new = write_run(tmp_path / "new", [record("a", 1.02e5)])
    assert retime("compare", base, new).returncode == 0
    strict = retime("compare", base, new, "--strict")
    assert strict.returncode == 4
    assert "drift of 1 % assumed" in strict.stdout


def test_repeated_runs_teach_the_drift(tmp_path):
    times = [1.000e5, 1.003e5, 0.998e5, 1.001e5]
    base = [write_run(tmp_path / f"base{i}", [record("a", time)]) for i, time in enumerate(times)]
    new = [write_run(tmp_path / f"new{i}", [record("a", 1.05 * time)]) for i, time in enumerate(times)]
    done = retime("compare", base[0], new[0], "--base-runs", *base[1:], "--new-runs", *new[1:])
    assert done.returncode == 1 and "8 repeated runs" in done.stdout
    learnt = retime("compare", base[0], new[0], "--aa", *base)
    assert learnt.returncode == 1 and "repeated runs" in learnt.stdout


def test_a_run_named_twice_is_no_replicate(tmp_path):
    times = [1.000e5, 1.003e5, 0.998e5, 1.001e5]
    base = [write_run(tmp_path / f"base{i}", [record("a", time)]) for i, time in enumerate(times)]
    new = write_run(tmp_path / "new", [record("a", 1.05e5)])
    once = retime("compare", base[0], new, "--base-runs", *base[1:])
    twice = retime("compare", base[0], new, "--base-runs", *base, f"{base[2]}/", "--aa", *base)
    assert "5 repeated runs" in once.stdout
    assert once.stdout == twice.stdout


def test_writes_markdown_junit_and_json(tmp_path):
    base, new = session(tmp_path, [0.02, 0.0])
    done = retime(
        "compare",
        base,
        new,
        "--markdown",
        tmp_path / "c.md",
        "--junit",
        tmp_path / "c.xml",
        "--json",
        tmp_path / "c.json",
    )
    assert done.returncode == 1
    assert "| slower | +2.00 % |" in (tmp_path / "c.md").read_text()
    assert ElementTree.parse(tmp_path / "c.xml").getroot()[0].get("failures") == "1"
    cases = json.loads((tmp_path / "c.json").read_text())["cases"]
    assert [case["verdict"] for case in cases] == ["slower", "same"]
    assert cases[0]["effect"]["percent"] == pytest.approx(2)


@pytest.mark.parametrize(
    "more, about",
    [
        (["--margin", "0"], "--margin 0"),
        (["--alpha", "2"], "--alpha 2"),
        (["--correction", "bonferroni"], "--correction 'bonferroni'"),
        (["--accept", "weather"], "--accept 'weather'"),
        (["--paired"], "--paired"),
        (["--paired", "--base-runs", "BASE2", "--new-runs", "NEW2", "--aa", "OTHER"], "--paired with --aa"),
        (["--aa", "absent"], "absent"),
        (["--margin", "wide"], "margin"),
        (["--markdown", "no/such/folder"], "--markdown no/such/folder"),
        (["--junit", "."], "--junit ."),
    ],
)
def test_bad_input_is_one_line_and_status_2(tmp_path, more, about):
    base, new = session(tmp_path, [0.0])
    more_base, more_new = session(tmp_path / "more", [0.0])
    named = {"BASE2": more_base, "NEW2": more_new, "OTHER": session(tmp_path / "other", [0.0])[0]}
    done = retime("compare", base, new, "--json", tmp_path / "c.json", *[named.get(word, word) for word in more])
    assert done.returncode == 2
    assert about in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert done.stdout == "" and not (tmp_path / "c.json").exists()


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/no/such/file"])
def test_only_files_and_runs_are_read(tmp_path, path):
    base, _ = session(tmp_path, [0.0])
    done = retime("compare", base, path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"retime: {path}: ") and done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize(
    "text, about",
    [
        ("{", "line 1: not valid JSON"),
        ('{"schema_version": 1, "key": "a", "x": NaN}', "not valid JSON"),
        ('{"schema_version": 7, "key": "a"}', "schema_version is 7"),
        ("", "holds no records"),
    ],
)
def test_malformed_records_are_named(tmp_path, text, about):
    good = write_run(tmp_path / "good", [record("a", 1e5)])
    bad = write_run(tmp_path / "bad", [])
    (bad / "records.jsonl").write_text(text)
    done = retime("compare", good, bad)
    assert done.returncode == 2
    assert about in done.stderr and str(bad) in done.stderr and done.stderr.count("\n") == 1
