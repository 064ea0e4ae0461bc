"""results/boards.py: what measuring on all GPUs of a host does to times, as docs/cluster.md says it."""

import csv
import re
import subprocess
import sys
import tarfile
from collections import defaultdict

import pytest
from program import ROOT, output
from synthetic import header, record, write_run

from plots.files import gate
from results import boards

KEPT = {gpu: ROOT / "results" / gpu / "boards" for gpu in ("h100", "h200")}
HOSTS = [("h200", "four"), ("h200", "two"), ("h100", "four")]  # as the document's rows
FOUR_GPUS = ROOT / "results" / "h100" / "several_gpus_apsp"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept")
    for gpu, archive in KEPT.items():
        with tarfile.open(archive / "runs.tar.xz") as files:
            files.extractall(folder / gpu, filter="data")
    return folder


@pytest.fixture(scope="module")
def document():
    return (ROOT / "docs/cluster.md").read_text()


def test_cases_are_apart_by_what_bounds_them(tmp_path):
    def case(variant, time_s, share, processor="gpu"):
        line = record(variant, time_s, processor=processor, steps=1)
        line["measurement"]["processes"] = [{"host_share": share}]
        return line

    run = write_run(
        tmp_path / "run",
        [
            case("a_dense", 1.1, 0.0) | {"board": "GPU-1"},
            case("b_diamond", 2.0, 1.0) | {"board": "GPU-1"},
            case("cpu_serial", 3.0, 1.0, "cpu") | {"board": "GPU-1"},
        ],
    )
    alone = [
        write_run(tmp_path / "0", [case("a_dense", 1.0, 0.0), case("b_diamond", 1.6, 1.0)]),
        write_run(tmp_path / "1", [case("cpu_serial", 4.0, 1.0, "cpu"), case("c_compact", 1.0, 0.0)]),
        write_run(
            tmp_path / "2",
            [case("a_dense", 9.0, 0.0)],
            header(device={"kind": "cuda", "name": "NVIDIA H200", "uuid": "GPU-2"}),
        ),
    ]
    longer, other_outcomes = boards.differences(run, alone)
    assert other_outcomes == 0
    relative = {bound: [pytest.approx(value) for value in each] for bound, each in longer.items()}
    assert relative == {"the GPU": [0.1], "launches": [0.25], "the CPU": [-0.25]}


def test_a_case_is_held_against_its_own_processes(tmp_path):
    def case(variant, times_s):
        line = record(variant, times_s[0], steps=1)
        line["measurement"]["processes"] = [{"host_share": 1.0, "median_ns": 1e9 * time} for time in times_s]
        return line

    run = write_run(
        tmp_path / "run", [case("a_dense", [1.1, 1.3, 1.2]), case("b_diamond", [1.1, 1.3, 1.2]), case("c", [9])]
    )
    alone = write_run(
        tmp_path / "0", [case("a_dense", [1.0, 1.2, 0.9]), case("b_diamond", [1.0, 1.1, 0.95]), case("c", [1])]
    )
    compared, beyond = boards.beyond_their_spread(run, [alone])
    assert [key.split("/")[1] for key in compared] == ["a_dense", "b_diamond"]
    assert [key.split("/")[1] for key in beyond] == ["b_diamond"]


def test_filters_are_short_and_find_each_boards_cases(kept):
    records = boards.load(kept / "h200/four/quick_all")
    expressions = list(dict.fromkeys(map(boards.cases_on_its_input, records)))
    together = list(boards.filters(expressions))
    assert all(len(each) <= 512 for each in together)
    assert all(any(re.search(each, r["key"]) for each in together) for r in records)
    assert output("run --profile claims --dry-run --filter", together[0]).splitlines()


def test_the_document_has_the_table_of_the_kept_runs(kept, document):
    longer, other_outcomes = boards.differences(kept / "h200/four/quick_all", [kept / "h200/four/quick_cuda"])
    for row in boards.rows_of(longer):
        assert f"| {' | '.join(map(str, row))} |" in document
    assert other_outcomes == 0 and sum(map(len, longer.values())) > 90


def test_the_document_says_how_far_off_several_processes_are(kept, document):
    runs = kept / "h200/two/spread", sorted((kept / "h200/alone").iterdir())
    longer, _ = boards.differences(*runs)
    compared, beyond = boards.beyond_their_spread(*runs)
    (row,) = boards.rows_of(longer)
    text = " ".join(document.split())
    assert row[0] == "launches" and row[2].startswith("-")
    words = f"{len(compared)} cases that launches bound took {row[2].strip('-')} less in the median"
    assert f"{words}, and {len(beyond)} was farther off" in text


def seconds(gpu, host):
    """Of the quick profile: on all boards, on one."""
    times = re.findall(r"([\d.]+) s quick on (\S+)", (KEPT[gpu] / f"{host}_times.txt").read_text())
    assert [boards for _, boards in times] == ["all", "cuda:0"]
    return [float(time) for time, _ in times]


def verdicts(run, out):
    command = [sys.executable, "-m", "plots", "--only", "fits", "--out", out, run]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True, timeout=120)
    with (out / "tables/claims.csv").open() as table:
        return {(r["what is said"], r["quantity"]): r["verdict"] for r in csv.DictReader(table)}


def test_the_document_has_the_times_of_the_kept_sweeps(document):
    rows = [row.split(" | ")[1:] for row in re.findall(r"^\| (?:four|two) H.*(?= \|$)", document, re.MULTILINE)]
    expected = []
    for gpu, host in HOSTS:
        on_all, on_one = seconds(gpu, host)
        hourly = [f"{round(194 * 3600 / time, -2):.0f}" for time in (on_all, on_one)]
        expected.append([f"{on_all:.0f} s", f"{on_one:.0f} s", f"{on_one / on_all:.2f}", *hourly])
    assert rows == expected


@pytest.mark.slow
def test_the_document_says_how_many_verdicts_are_the_same(kept, document, tmp_path):
    same = []
    for pair in (("four/quick_all", "four/quick_cuda"), ("first/quick_cuda", "second/quick_cuda")):
        first, second = (verdicts(kept / "h200" / run, tmp_path / run) for run in pair)
        assert first.keys() == second.keys()
        same.append(sum(second[key] == verdict for key, verdict in first.items()))
    text = " ".join(document.split())
    assert (
        f"give the same verdict on {same[0]} of {len(first)} claims; those of two sweeps on one H200 do on {same[1]}."
        in text
    )


def test_the_document_says_what_keeps_four_boards_from_more(kept, document):
    sweeps = [boards.load(kept / "h200/four" / run) for run in ("quick_all", "quick_cuda")]
    assert {len(records) for records in sweeps} == {194} and "(194 cases," in document
    text = " ".join(document.split())
    on_cpu = [sum(r["phases_ns"]["whole"] for r in records if r["processor"] == "cpu") / 1e9 for records in sweeps]
    assert f"took {on_cpu[0]:.0f} s of the four H200's time, {on_cpu[1]:.0f} on one" in text


def test_the_document_says_what_a_variant_on_all_cores_takes_where(kept, document):
    ends = []
    for host in ("four", "two"):
        records = [r for run in ("quick_all", "quick_cuda") for r in boards.load(kept / "h200" / host / run)]
        times = [r["statistics"]["median_ns"] / 1e6 for r in records if r["variant"] == "cpu_bfs_parallel"]
        ends += [min(times), max(times)]
    text = " ".join(document.split())
    assert "takes {:.1f} to {:.1f} ms in these sweeps on the host of four".format(*ends[:2]) in text
    assert "whatever the graph, and {:.1f} to {:.1f} ms on that of two.".format(*ends[2:]) in text


def test_the_document_says_how_much_the_others_disturb(tmp_path):
    with tarfile.open(ROOT / "results/h200/disturbed/runs.tar.xz") as files:
        files.extractall(tmp_path, filter="data")
    most = defaultdict(dict)
    for beside in tmp_path.glob("beside_*"):
        longer, _ = boards.differences(beside, [tmp_path / "alone"])
        for bound, each in longer.items():
            most[bound][beside.name] = 1 + max(each)
    text = " ".join((ROOT / "docs/cluster.md").read_text().split())
    assert f"up to {most['launches']['beside_launches']:.1f} times as long, in the median of four processes" in text
    assert f"on a fifth of the cores, {most['launches']['beside_launches_on_few_cores']:.1f} times" in text
    assert f"busy takes up to {max(most['the CPU'].values()):.0f} times as long" in text


def times_by_gpus(folder):
    """Of each case of a kept run, which is one of several numbers of GPUs: number -> ns."""
    cases = defaultdict(dict)
    for _, r in gate.records(folder / "records.jsonl.xz"):
        if "gpus" in r["axes"]:
            cases[r["family"], r["axes"].get("model")][r["axes"]["gpus"]] = r["statistics"]["median_ns"]
    return list(cases.values())


def test_the_document_has_what_several_gpus_gain_of_one_case():
    text = (ROOT / "docs/cluster.md").read_text()
    rows = re.findall(r"^\| `\w+`, .* \| (([\d.]+ \| ){3}[\d.]+ \|)$", text, re.MULTILINE)
    kept = [times for run in (ROOT / "results/h100").glob("several_gpus_*") for times in times_by_gpus(run)]
    expected = [f"{t[1] / 1e6:.2f} | {t[2] / 1e6:.2f} | {t[4] / 1e6:.2f} | {t[1] / t[4]:.2f} |" for t in kept]
    assert sorted(row for row, _ in rows) == sorted(expected)
    assert all(t[1] / t[4] > 3.6 for t in kept)


def test_the_documents_say_what_four_gpus_gain_of_one_case():
    times = {
        r["axes"].get("gpus", 0): r["statistics"]["median_ns"] for _, r in gate.records(FOUR_GPUS / "records.jsonl.xz")
    }
    text = " ".join((ROOT / "docs/evidence.md").read_text().split())
    assert (
        f"by `ours_gpus`, which shares the sources out: {times[4] / 1e6:.1f} ms, on one of them {times[1] / 1e6:.0f} ms"
        in text
    )
