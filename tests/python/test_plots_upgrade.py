"""Records of schema version 1 are read as version 2, file untouched; the facts that this takes are the program's own."""

import json
from pathlib import Path

import pytest
from program import output, records
from synthetic import write_run

from plots.data import upgrade
from plots.data.load import load_run
from plots.files.errors import InputError

OLD = (
    Path(__file__).parent / "version_1"
)  # records as early builds wrote them, of several runs; a header of one of these


def first(family, condition=lambda r: True):
    header = json.loads((OLD / "header.json").read_text())
    assert header["schema_version"] == 1
    return header, next(r for r in records(OLD) if r["family"] == family and condition(r))


@pytest.mark.parametrize(
    "changes",
    [
        {"tuning": ["ahead", []]},
        {"tuning": [1]},
        {"axes": 5},
        {"reason": "needs 1.2.3 GB, 1 GB free; the largest n that fits is " + "9" * 5000},
        {"observables": {"sites_within_reach": {}}},
        {"paper": 5, "launch": 5, "work": 5},
    ],
)
@pytest.mark.parametrize("family", ["apsp", "carpet"])
def test_an_old_record_with_members_of_another_kind_is_refused_or_read(tmp_path, changes, family):
    head, line = first(family)
    try:
        read(tmp_path, head, line | changes)
    except InputError as error:
        assert "records.jsonl, line 1: " in str(error)


def read(tmp_path, head, line):
    run, (record,) = load_run(write_run(tmp_path / "run", [line], head))
    return run, record


def test_axes_have_their_names_of_today_in_key_axes_and_tuning(tmp_path):
    head, line = first("apsp", lambda r: r["axes"].get("ahead") == 2)
    assert "ahead=2" in line["key"]
    _, record = read(tmp_path, head, line)
    assert record["levels_ahead"] == 2 and record["neighbours_at_once"] == line["axes"]["together"]
    assert {"levels_ahead", "neighbours_at_once"} <= set(record.data["tuning"])
    assert "ahead" not in record.axes and "together" not in record.data["tuning"]
    case = line["key"].split("/ahead=")[0]  # sorted anew: block now stands before them
    together = line["axes"]["together"]
    assert record.key == f"{case}/block={line['axes']['block']}/levels_ahead=2/neighbours_at_once={together}"


def test_printed_says_whether_the_point_is_the_papers(tmp_path):
    head, line = first("cahn_hilliard")
    for block_x, printed in ((16, True), (32, False)):
        line["axes"] |= {"block_x": block_x, "block_y": 16}
        _, record = read(tmp_path / str(block_x), head, line)
        assert record.data["printed"] is printed
        assert record.data["paper"]["tuning"] == {"flow": "copy", "launch": "stream", "block_x": 16, "block_y": 16}
    ours, line = first("apsp", lambda r: r["variant"] == "cpu_bfs_parallel")
    _, record = read(tmp_path / "ours", ours, line)
    assert record.data["printed"] is False and record.data["paper"]["tuning"] == {}


def test_an_axis_that_a_build_did_not_have_stood_as_printed(tmp_path):
    head, line = first("apsp", lambda r: r["variant"] == "k7_thread_counter")
    assert "together" not in line["axes"]
    _, record = read(tmp_path, head, line)
    assert record.data["printed"] and record.data["paper"]["tuning"] == {"block": 256}


def test_memory_is_read_from_the_reason(tmp_path):
    head, line = first("carpet")
    assert read(tmp_path / "fits", head, line)[1].data["memory"] is None
    line["reason"] = "needs 2000.008 GB, 149.555 GB free; the largest steps that fits is 23000"
    _, record = read(tmp_path, head, line)
    needed, free = pytest.approx(2000.008e9), pytest.approx(149.555e9)
    assert record.data["memory"] == {"needed_bytes": needed, "free_bytes": free, "largest_that_fits": 23000}


def test_the_form_is_no_part_of_the_kernels_name(tmp_path):
    head, line = first("cahn_hilliard")
    _, record = read(tmp_path, head, line)
    assert (record.data["launch"]["kernel"], record.data["launch"]["form"]) == ("shared_step_2d", "guarded form")
    head, line = first("carpet")
    assert read(tmp_path / "plain", head, line)[1].data["launch"]["form"] == ""


@pytest.mark.parametrize(
    "variant, least",
    [
        ("a_dense", lambda r: r["work"]["bytes"] / r["axes"]["steps"]),
        ("b_diamond", lambda r: 8 * (2 * r["axes"]["steps"] ** 2 + 2 * r["axes"]["steps"] + 1)),
        ("c_compact", lambda r: 24 * r["observables"]["sites_within_reach"]),
    ],
)
def test_the_last_step_of_a_walk_has_its_least_bytes(tmp_path, variant, least):
    head, line = first("carpet", lambda r: r["variant"] == variant)
    _, record = read(tmp_path, head, line)
    assert record.data["size_axis"] == "steps"
    assert record.observables["last_step_bytes"] == pytest.approx(least(line))


def test_the_command_line_has_no_folder_of_the_machine(tmp_path):
    head, line = first("carpet")
    head["argv"] = ["/a/b/retime", "run", "--out", "/tmp/x/carpet", "--saved=/home/me/field", "--axis", "p=1/3", "-x"]
    run, _ = read(tmp_path, head, line)
    assert run.header["argv"] == ["retime", "run", "--out", "carpet", "--saved=field", "--axis", "p=1/3", "-x"]


@pytest.mark.parametrize(
    "member", ["key", "axes", "tuning", "paper", "reason", "launch", "observables", "work", "family"]
)
@pytest.mark.parametrize("odd", [None, 7, [], "text", {"x": [1]}])
def test_an_odd_old_record_is_refused_or_read_and_never_a_crash(tmp_path, member, odd):
    head, line = first("carpet")
    try:
        read(tmp_path, head, line | {member: odd})
    except InputError as error:
        assert "records.jsonl, line 1" in str(error)


def test_what_is_known_of_old_variants_is_what_the_program_says():
    """Of the program of today: its axes say how they were called, its variants what the paper prints."""
    variants = {(v["family"], v["variant"]): v for v in json.loads(output("list --json"))}
    facts = upgrade.facts()
    for family, each in facts["printed"].items():
        for variant, point in each.items():
            assert variants[family, variant]["printed"] == point, (family, variant)
    formerly = {family: {} for family in facts["renamed_axes"]}
    for (family, _), variant in variants.items():
        for axis in variant["axes"]:
            if axis.get("formerly"):
                formerly[family][axis["formerly"]] = axis["name"]
    assert formerly == facts["renamed_axes"]
