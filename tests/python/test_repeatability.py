"""results/repeatability.py: the verdicts between runs of one program, and how many later processes an interval holds."""

import collections
import json
import re
import shutil
import statistics
import subprocess
import sys

import pytest
import scipy.stats
from program import ROOT, output, program, retime

from results import repeatability

SCRIPT = ROOT / "results" / "repeatability.py"


def run(board, medians_ns, interval_of="process_to_come", paces_ns=None):
    processes = [{"median_ns": median} for median in medians_ns]
    for process, pace in zip(processes, paces_ns or []):
        process["host_pace_ns"] = pace
    record = {
        "family": "carpet",
        "processor": "gpu",
        "statistics": {"interval_of": interval_of, "ci_low_ns": 9, "ci_high_ns": 11},
        "measurement": {"processes": processes},
    }
    return {"path": board, "board": board, "timed": {"case": record}}


def test_ten_later_processes_of_the_same_board_count():
    runs = [run("a", [10] * 5), run("b", [50] * 5), run("a", [9, 11, 8.9, 11.1, 10]), run("a", [10] * 6)]
    (row,) = repeatability.coverage(runs)
    # The first run has eleven later ones, of which the last is left out; the third has six; the others have none.
    counts = {"family": "carpet", "processor": "gpu", "intervals": 2, "later": 16, "held": 14}
    assert row == {**counts, "at_pace": 0, "held_at_pace": 0}


def test_those_at_a_pace_that_the_run_met_count_apart():
    runs = [run("a", [10] * 3, paces_ns=[5, 6, 5]), run("a", [12, 20, 10, 10], paces_ns=[4.8, 9, 6.2, 4])]
    (row,) = repeatability.coverage(runs)
    assert row["later"] == 4 and row["held"] == 2
    assert row["at_pace"] == 2 and row["held_at_pace"] == 1


def test_an_interval_of_one_process_is_no_promise():
    assert repeatability.coverage([run("a", [10], "this_process"), run("a", [10])]) == []


def test_runs_on_other_boards_are_not_compared():
    runs = [run("a", [1]), run("b", [1]), run("a", [1])]
    assert repeatability.pairs_on_a_board(runs) == [(runs[0], runs[2])]


def script(*arguments):
    command = [sys.executable, SCRIPT, program(), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_two_runs_of_a_program(tmp_path):
    flags = "--profile smoke --filter ^carpet/cpu_serial/ --axis steps=100 --processes 5 --budget 0.1"
    for name in ("first", "second"):
        output(f"run {flags} --out {tmp_path / name}")
    done = script(tmp_path / "first", tmp_path / "second", "--json", tmp_path / "out.json")
    assert done.returncode == 0 and done.stdout.startswith("1 comparison"), done.stderr
    report = json.loads((tmp_path / "out.json").read_text())
    assert report["comparisons"][0]["status"] in (0, 1)
    assert all(row["later"] == 5 * row["intervals"] > 0 for row in report["coverage"])
    assert any(row["at_pace"] > 0 for row in report["coverage"])


@pytest.fixture
def folder_of(tmp_path):
    """A run's folder, without a record."""

    def write(name, board, program_id="p"):
        folder = tmp_path / name
        folder.mkdir()
        header = {"utc": "2026-01-01T00:00:00Z", "program": program_id, "device": {"uuid": board}}
        (folder / "header.json").write_text(json.dumps(header))
        (folder / "records.jsonl").write_text("")
        return folder

    return write


def test_what_it_cannot_judge_is_one_line_and_status_2(folder_of, tmp_path):
    first, other_board = folder_of("first", "a"), folder_of("other_board", "b")
    other_program = folder_of("other_program", "a", program_id="q")
    for runs, why in (
        ([first, tmp_path / "absent"], f"{tmp_path / 'absent'}/header.json: No such file"),
        ([first, other_board], "no two of these runs are of one board"),
        ([first, other_program], "these runs are of more than one program"),
    ):
        done = script(*runs)
        assert done.returncode == 2 and done.stdout == "", runs
        assert done.stderr.startswith(why) and len(done.stderr.splitlines()) == 1, done.stderr


def unpacked(archive, folder):
    """Each board's runs, in the archive, are a folder."""
    shutil.unpack_archive(ROOT / "results/h200/repeatability" / archive, folder)
    return folder


@pytest.fixture(scope="module")
def quick_runs(tmp_path_factory):
    return unpacked("quick_runs.tar.xz", tmp_path_factory.mktemp("quick_runs"))


@pytest.fixture(scope="module")
def quick_runs_without_pace(tmp_path_factory):
    return unpacked("quick_runs_without_pace.tar.xz", tmp_path_factory.mktemp("without_pace"))


@pytest.mark.parametrize("session, margin", [("ab_same", "0.02"), ("ab_slower", "0.005")])
def test_what_ab_said_follows_from_the_runs_that_are_kept(tmp_path, session, margin):
    runs = [unpacked("ab_runs.tar.xz", tmp_path) / session / side for side in ("base", "new")]
    retime("compare", *runs, "--margin", margin, "--json", tmp_path / "again.json")
    said, again = (
        {case["key"]: (case["verdict"], case["effect"]) for case in json.loads(path.read_text())["cases"]}
        for path in (ROOT / f"results/h200/repeatability/{session}.json", tmp_path / "again.json")
    )
    assert again == said


def joined_lines(document):
    return " ".join((ROOT / document).read_text().split())


def judged_as_documented(folder, out):
    """What the script says of the runs stands in the documents; `compare` judges them as it does today."""
    runs = sorted(folder.glob("*/quick_*"))
    done = script(*reversed(runs), "--json", out)  # the order is theirs, not that of the arguments
    assert done.returncode == 0, done.stderr
    sentence, table = done.stdout.split("\n\n")
    assert table in (ROOT / "docs/timing.md").read_text()
    assert " ".join(sentence.split()) in joined_lines("docs/timing.md")
    assert re.search(r"\d+ of \d+ verdicts", sentence)[0] in joined_lines("docs/evidence.md")
    return json.loads(out.read_text())


def false_calls(comparison):
    return comparison["slower"] + comparison["faster"]


@pytest.mark.slow
def test_what_is_documented_is_what_the_recorded_runs_show(quick_runs, tmp_path):
    report = judged_as_documented(quick_runs, tmp_path / "out.json")
    held, later = (sum(row[count] for row in report["coverage"]) for count in ("held", "later"))
    assert f"intervals held {100 * held / later:.1f} %" in joined_lines("docs/evidence.md")


def test_the_host_kept_its_pace_as_closely_as_is_documented(quick_runs):
    medians_ns = []
    for run in quick_runs.glob("*/quick_*"):
        timed = repeatability.load(run)["timed"].values()
        paces_ns = [process["host_pace_ns"] for record in timed for process in record["measurement"]["processes"]]
        medians_ns.append(statistics.median(pace for pace in paces_ns if pace))
    differ = 100 * (max(medians_ns) / min(medians_ns) - 1)
    assert f"differs by {differ:.1f} % at most between the ten" in joined_lines("docs/timing.md")


def test_times_follow_the_pace_as_closely_as_is_documented(quick_runs):
    processes = collections.defaultdict(list)  # by case and board
    for run in map(repeatability.load, quick_runs.glob("*/quick_*")):
        for key, record in run["timed"].items():
            at_pace = [process for process in record["measurement"]["processes"] if process["host_pace_ns"]]
            processes[record["processor"], key, run["board"]] += at_pace

    def correlation(processor, least_share, most_share):
        times, paces = [], []
        for (on, _, _), group in processes.items():
            if not group:
                continue
            median = {field: statistics.median(p[field] for p in group) for field in group[0]}
            if on == processor and least_share <= median["host_share"] <= most_share:
                times += [p["median_ns"] / median["median_ns"] for p in group]
                paces += [p["host_pace_ns"] / median["host_pace_ns"] for p in group]
        return scipy.stats.spearmanr(times, paces).statistic

    cpu, launching, hidden = correlation("cpu", 0, 1), correlation("gpu", 0.5, 1), correlation("gpu", 0, 0.1)
    stated = (
        f"{cpu:.2f} for variants on the CPU, {launching:.2f} on the GPU where the host's share is above a half, and"
    )
    assert f"{stated} {hidden:.2f} where it is below a tenth" in joined_lines("docs/timing.md")


@pytest.mark.slow
def test_without_the_pace_the_false_calls_are_where_is_documented(quick_runs_without_pace, tmp_path):
    comparisons = judged_as_documented(quick_runs_without_pace, tmp_path / "out.json")["comparisons"]
    comparisons.sort(key=false_calls)
    documented = joined_lines("docs/timing.md")
    false = [false_calls(c) for c in comparisons]
    assert f"{sum(false[-6:])} of the {sum(false)} are in 6 of the comparisons" in documented
    verdicts = sum(sum(c[word] for word in ("faster", "same", "slower", "undecided")) for c in comparisons[:-6])
    assert f"Of the other {verdicts} verdicts {sum(false[:-6])} is false" in documented


def test_the_host_became_as_much_faster_as_is_documented(quick_runs_without_pace):
    longer, launches_us = [], []
    for board in ("4", "5"):
        folder = quick_runs_without_pace / board
        last = repeatability.load(folder / "quick_5")["timed"]
        on_cpu = [key for key, record in last.items() if record["processor"] == "cpu"]
        for run in ("quick_1", "quick_2", "quick_3"):
            timed = repeatability.load(folder / run)["timed"]
            ratios = [timed[key]["statistics"]["median_ns"] / last[key]["statistics"]["median_ns"] for key in on_cpu]
            longer.append(statistics.median(ratios))
        headers = [json.loads((folder / f"quick_{i}/header.json").read_text()) for i in (1, 2, 3, 5)]
        launches_us += [header["ceilings"]["launch_ns"] / 1000 for header in headers]
    earlier, late = launches_us[:3] + launches_us[4:7], launches_us[3::4]
    documented = joined_lines("docs/timing.md")
    assert f"taken {min(longer):.1f} to {max(longer):.1f} times as long or longer" in documented
    assert f"a launch {min(earlier):.1f} to {max(earlier):.1f} µs, not {min(late):.1f} to {max(late):.1f}" in documented
    assert f"become {min(longer):.1f} to {max(longer):.1f} times as fast" in joined_lines("docs/evidence.md")
