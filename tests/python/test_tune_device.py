"""`retime tune` on a device: every way of failing is told from the others, and the fastest that is right wins."""

import json
import re

import jsonschema
import pytest
from failing import EVERY, built, entries, in_role, output, refused, retime
from program import ROOT, correct_of, first_of, records, replayed
from synthetic import refusal, report_of
from test_export_consumers import T4_SCHEMA

from plots.__main__ import main as plots

STRANGER = ROOT / "tests/tune/data/pnpoly_t4.json"  # to all that is tuned here
WAYS = f"tune --filter ^failing/ways {EVERY} --timeout 0.3"
SCHEMA = json.loads((ROOT / "docs/record.schema.json").read_text())
# way: status of its records, T4's word
ENDS = {
    "right": ("correct", "correct"),
    "constraint": ("constraint", "constraints"),
    "compile": ("compile_error", "compile"),
    "unfit": ("constraint", "constraints"),
    "launch": ("runtime_error", "runtime"),
    "wrong": ("incorrect", "correctness"),
    "nan": ("incorrect", "correctness"),
    "hang": ("timeout", "timeout"),
    "fault": ("runtime_error", "runtime"),
    "crash": ("runtime_error", "runtime"),
    "fitted": ("incorrect", "correctness"),
}

pytestmark = built


@pytest.fixture(scope="module")
def ways(tmp_path_factory):
    """The folder of a search through all ways, and what it printed."""
    out = tmp_path_factory.mktemp("ways") / "run"
    return out, output(f"{WAYS} --out", out)


def test_every_way_of_failing_is_explored_and_classified(ways):
    out, _ = ways
    found = {(r["axes"]["way"], r["axes"]["block"]): r for r in in_role(out, "search")}
    assert len(found) == 11 * 3
    for (way, _), record in found.items():
        assert record["status"] == ENDS[way][0], record
        assert bool(record["reason"]) == (way != "right")
    assert "nan" in found["nan", 32]["reason"]
    assert "signal 6" in found["crash", 32]["reason"]
    assert "seed=" in found["fitted", 32]["reason"]  # right on the tuned input alone
    (t4,) = (out / "t4").iterdir()
    document = json.loads(t4.read_text())
    jsonschema.validate(document, T4_SCHEMA)
    results = document["results"]
    assert len(results) == 33
    for result in results:
        way = result["configuration"]["way"]
        assert (result["invalidity"], result["correctness"]) == (ENDS[way][1], way == "right")


def test_the_winner_is_measured_anew_and_stands_in_the_table(ways):
    out, said = ways
    (entry,) = entries(out / "best.json")
    assert entry["tuning"] == {"way": "right", "block": 64}
    assert entry["usual"]["tuning"] == {"way": "right", "block": 128}
    assert entry["failures"] == {"compile": 3, "constraints": 3, "runtime": 9, "correctness": 9, "timeout": 3}
    assert entry["excluded"] == 3 and entry["configurations"] == entry["evaluations"] == 30
    assert entry["time_is"] == "emulated" and "emulation" in said
    (winner,) = in_role(out, "winner")
    assert winner["statistics"]["median_ns"] == entry["time_ns"]


def test_records_meet_the_schema(ways):
    header = json.loads((ways[0] / "header.json").read_text())
    for part, values in (("record", records(ways[0])), ("header", [header])):
        validator = jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{part}"})
        for value in values:
            validator.validate(value)
    assert header["argv"][1] == "tune"


def test_the_t4_file_replays_without_what_was_excluded(ways, tmp_path):
    (file,) = (ways[0] / "t4").iterdir()
    run = replayed(file)
    assert len(run["values"]) == 30 and len(ran := correct_of(run)) == 3
    assert min(ran, key=lambda pair: pair[0])[1] == {"way": "right", "block": 64}
    output(f"tune --filter ^failing/ways --evaluations 2 --warm-start {file} --timeout 0.3 --out", tmp_path / "warm")


def test_what_the_journal_holds_is_not_measured_again(ways, tmp_path):
    journal = ways[0] / "journal.jsonl"
    before = journal.read_bytes()
    again = output(f"{WAYS} --resume --out", ways[0], RETIME_TOY_LOG=str(tmp_path / "log"))
    assert "(0 measured now)" in again
    assert journal.read_bytes() == before and not (tmp_path / "log").exists()


@pytest.mark.parametrize(
    "flags, named",
    [
        ("--filter '('", "--filter"),
        ("--filter ^nosuch/", "^nosuch/"),
        ("--filter ^carpet/cpu_serial/", "no tuning axes"),
        ("--filter ^failing/ways/.*way=constraint", "no configuration is valid"),
        ("--strategy nosuch", "nosuch"),
        ("--budget soon", "soon"),
        ("--budget 20", "--budget 20s, or --evaluations 20"),
        ("--budget 30%", "--evaluations, as 200 or 30%"),
        ("--budget 60s,200", "--evaluations, as 200 or 30%"),
        ("--budget 0s", "--budget '0s'"),
        ("--evaluations 0", "above 0"),
        ("--evaluations 60s", "200"),
        ("--evaluations 120%", "100%"),
        ("--objective beauty", "mean_time, power_w, time, worst_time"),
        ("--objective launch", "launch/registers"),
        ("--objective launch/beauty", "launch/registers, launch/shared_bytes"),
        ("--objective observables/beauty", "no number of observables"),
        ("--objective power_w", "not in the record of failing/many/n=64/a=0/b=0"),
        ("--maximize --minimize", "--minimize"),
        ("--precision 0", "--precision"),
        ("--timeout 0", "--timeout"),
        ("--cache hot", "--cache"),
        ("--device cuda:0", "cuda:0"),
        ("--warm-start /no/such/file", "/no/such/file"),
        (f"--warm-start {STRANGER}", f"{STRANGER}: has no configuration"),
        ("--resume", "--resume"),
        ("--axis nosuch=1", "nosuch"),
    ],
)
def test_bad_input_is_one_line_and_status_2(flags, named, tmp_path):
    chosen = "" if "--filter" in flags else "--filter ^failing/many"
    out = "" if "--resume" in flags else f"--out {tmp_path / 'run'}"
    assert named in refused(f"tune {chosen} {flags} {out}")


def test_a_size_starts_from_what_the_last_one_found(tmp_path):
    output("tune --filter ^failing/many --axis n=32,64 --evaluations 30 --out", tmp_path / "run")
    found = {n: [r for r in in_role(tmp_path / "run", "search") if r["axes"]["n"] == n] for n in (32, 64)}
    best = min(found[32], key=lambda r: r["statistics"]["median_ns"])["axes"]
    later = [(r["axes"]["a"], r["axes"]["b"]) for r in found[64]]
    assert later[0] == (0, 0)  # the usual one
    assert (best["a"], best["b"]) in later[1:3]


def test_a_budget_of_time_ends_the_search(tmp_path):
    command = "tune --filter ^failing/many --strategy random --budget 0.3s --out"
    output(command, tmp_path / "run", RETIME_TOY_SLOW_MS="5")
    (entry,) = entries(tmp_path / "run/best.json")
    assert 0.3 <= entry["spent_s"] < 1 and 2 < entry["evaluations"] <= 31  # each sleeps for 10 ms at least


def test_a_cpu_variant_is_timed_in_earnest(tmp_path):
    command = "tune --filter ^apsp/cpu_floyd_blocked --axis graph=ring --axis n=60 --precision 0.5 --out"
    assert "not a measurement" not in output(command, tmp_path / "run", OMP_NUM_THREADS="1")
    (entry,) = entries(tmp_path / "run/best.json")
    assert entry["time_is"] == "measured" and entry["evaluations"] == entry["configurations"] == 4
    finals = in_role(tmp_path / "run", "final")
    assert all(len(r["samples_ns"]) == 10 for r in finals)
    assert any(r["tuning_history"]["tied"] for r in finals)


@pytest.fixture(scope="module")
def fewest_registers(tmp_path_factory):
    """The folder of a search for the fewest registers, and what it printed."""
    out = tmp_path_factory.mktemp("registers") / "run"
    return out, output(f"tune --filter ^failing/many {EVERY} --objective launch/registers --out", out)


def test_any_number_of_a_record_can_be_the_objective(fewest_registers):
    out, said = fewest_registers
    (entry,) = entries(out / "best.json")
    least = {"a": 19, "b": 9}
    wanted = {"objective": "launch/registers", "value": 1, "unit": "", "direction": "minimise", "tuning": least}
    assert entry | wanted == entry and [tied["tuning"] for tied in entry["tied"]] == [least]
    (winner,) = in_role(out, "winner")
    assert entry["time_ns"] == winner["statistics"]["median_ns"] and winner["launch"]["registers"] == 1
    assert len(in_role(out, "final")) == 21 and entry["usual"]["value"] == 200  # the 20 best, and the untuned one
    assert "winner a=19 b=9  launch/registers 1, " in said


def test_a_candidate_without_the_number_fails(fewest_registers):
    out, _ = fewest_registers
    (entry,) = entries(out / "best.json")
    assert entry["failures"] == {"runtime": 10}
    (t4,) = (out / "t4").iterdir()
    results = json.loads(t4.read_text())["results"]
    assert {r["configuration"]["a"] for r in results if r["invalidity"] == "runtime"} == {13}
    assert first_of(t4) == 1 and first_of(t4, "--maximize") == 200


def test_the_report_takes_it_for_no_time(fewest_registers, tmp_path):
    """Emulated times are none, and in its T4 file there are none."""
    out, _ = fewest_registers
    assert {r["tuning_history"]["objective"] for r in records(out)} == {"launch/registers"}
    report = report_of(out, "--out", tmp_path / "report")
    assert not list((report / "tables").glob("tuning*"))
    (t4,) = (out / "t4").iterdir()
    assert json.loads(t4.read_text())["metadata"]["objective_direction"] == "minimize"
    assert "'launch/registers' is none" in refusal(plots, t4, "--out", tmp_path / "other")


def test_a_run_takes_the_winner_of_any_objective(fewest_registers, tmp_path):
    out, _ = fewest_registers
    output(f"run --filter ^failing/many --tuned {out / 'best.json'} --out", tmp_path / "run")
    (record,) = records(tmp_path / "run")
    assert (record["axes"]["a"], record["axes"]["b"]) == (19, 9)


def test_the_greatest_can_be_asked_for(tmp_path):
    command = "tune --filter ^failing/many --axis a=3,5 --objective launch/registers --maximize --out"
    output(command, tmp_path / "run")
    (entry,) = entries(tmp_path / "run/best.json")
    assert (entry["value"], entry["direction"], entry["tuning"]) == (170, "maximise", {"a": 3, "b": 0})
    (t4,) = (tmp_path / "run/t4").iterdir()
    assert first_of(t4) == 170


def test_a_rate_is_maximised_and_all_get_the_same_launches(tmp_path):
    command = "tune --filter ^apsp/cpu_floyd_blocked --axis graph=ring --axis n=60 --precision 0.5"
    output(f"{command} --objective items_per_s --out", tmp_path / "run", OMP_NUM_THREADS="1")
    assert [len(r["samples_ns"]) for r in in_role(tmp_path / "run", "search")] == [13] * 4
    (entry,) = entries(tmp_path / "run/best.json")
    assert (entry["unit"], entry["direction"]) == ("items/s", "maximise")
    (winner,) = in_role(tmp_path / "run", "winner")
    assert entry["value"] == pytest.approx(winner["work"]["items"] / winner["statistics"]["median_ns"] * 1e9)
    first = min(in_role(tmp_path / "run", "final"), key=lambda r: r["statistics"]["median_ns"])
    assert entry["tuning"] == {name: first["axes"][name] for name in entry["tuning"]}
    (t4,) = (tmp_path / "run/t4").iterdir()
    assert first_of(t4) == max(value for value, _ in correct_of(replayed(t4)))


def test_nothing_correct_is_status_1_and_no_entry(tmp_path):
    done = retime("tune --filter ^failing/ways/.*way=wrong --out", tmp_path / "run")
    assert done.returncode == 1 and "none ran correctly" in done.stdout
    assert entries(tmp_path / "run/best.json") == []


def test_emulation_tunes_a_real_family_and_says_what_it_is(tmp_path):
    said = output("tune --filter ^carpet/c_compact --profile smoke --evaluations 10 --out", tmp_path / "run")
    assert said.count("emulation: not a measurement") == 2 and said.count("10 of 864") == 2
    assert all(r["time_is"] == "emulated" for r in in_role(tmp_path / "run", "search"))
    found = entries(tmp_path / "run/best.json")
    assert {e["workload"]["occupancy"] for e in found} == {0.093, 0.59}
    assert all(e["evaluations"] == 10 and e["time_is"] == "emulated" for e in found)


def test_a_paper_s_row_is_tuned_against_its_printed_form(tmp_path):
    walk = "--filter ^carpet/a_dense --axis steps=10 --axis occupancy=0.093"
    said = output(f"tune {walk} --evaluations 6 --out", tmp_path / "run")
    printed, recommended, *_ = (r["axes"] for r in in_role(tmp_path / "run", "search"))
    assert (printed["sites_per_thread"], printed["order"], printed["launch"]) == (1, "forward", "wait")
    assert (recommended["sites_per_thread"], recommended["order"], recommended["launch"]) == (16, "alternate", "graph")
    (entry,) = entries(tmp_path / "run/best.json")
    assert entry["usual"]["tuning"] == {name: printed[name] for name in entry["tuning"]}
    assert "  as printed block=256 sites_per_thread=1" in said
    assert ("measured anew, and " in said) != entry["as_expected"] and ("(expected " in said) == entry["as_expected"]
    # The ratio is of the two times that stand beside it.
    time = r"([\d.]+) (ns|us|ms|s)"
    form = re.search(rf"  {time} \(([\d.]+) times the winner's {time} in the same rounds\)", said)
    of = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    ratio = float(form[1]) * of[form[2]] / (float(form[4]) * of[form[5]])
    assert float(form[3]) == pytest.approx(ratio, rel=2e-3) == pytest.approx(entry["usual"]["rounds_ratio"], rel=2e-3)


def test_a_budget_of_one_evaluation_is_kept(tmp_path):
    output(
        "tune --filter ^carpet/a_dense --axis steps=10 --axis occupancy=0.093 --evaluations 1 --out", tmp_path / "run"
    )
    (only,) = in_role(tmp_path / "run", "search")
    assert only["printed"]
