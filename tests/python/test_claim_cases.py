"""variants/claim_cases.json, and `run` on its cases. Which of them quick takes on a GPU: tests/harness/claim_cases_test.cpp."""

import json
import re

from program import ROOT, output, refused, retime

LIST = json.loads((ROOT / "variants" / "claim_cases.json").read_text(encoding="utf-8"))


def keys_of(*flags):
    return output("run --profile claims --dry-run", *flags).splitlines()


def quickest_on_the_host():
    """Its key, and the processes that its claims ask for."""
    cost = lambda i: LIST["cases"][i]["input_s"] + LIST["cases"][i]["case_s"]  # noqa: E731
    place = min((i for i, case in enumerate(LIST["cases"]) if case["variant"].startswith("cpu_")), key=cost)
    case = LIST["cases"][place]
    asked = {f"/{axis}={value}" for axis, value in case["axes"].items()}
    mine = [key for key in keys_of("--filter", f"^{case['family']}/{case['variant']}/") if only_has(key, asked)]
    return mine[0], max(c["processes"] for c in LIST["claims"] if place in c["cases"])


def only_has(key, asked):
    return {"/" + part for part in key.split("/")[2:]} <= asked


def test_each_claim_is_one_of_a_paper_and_stands_there_once():
    papers = [json.loads(file.read_text(encoding="utf-8")) for file in (ROOT / "results" / "papers").glob("*.json")]
    known = {(claim["family"], claim["id"]) for paper in papers for claim in paper["claims"]}
    listed = [(claim["family"], claim["claim"]) for claim in LIST["claims"]]
    assert listed and set(listed) <= known and len(set(listed)) == len(listed)


def test_the_profile_claims_names_every_listed_case(tmp_path):
    said = retime("run --profile claims --dry-run")
    assert len(said.stdout.splitlines()) == len(LIST["cases"])
    assert f"cases of {len(LIST['claims'])} of the {len(LIST['claims'])} claims" in said.stderr


def test_in_the_emulation_quick_is_as_small_as_it_was():
    said = retime("run --dry-run --filter ^carpet/c_compact/")
    steps = {int(re.search("/steps=([0-9]+)", key)[1]) for key in said.stdout.splitlines()}
    assert max(steps) < 1000 and "claims" not in said.stderr


def test_a_listed_case_is_measured_in_as_many_processes_as_the_list_says(tmp_path):
    run = tmp_path / "run"
    key, processes = quickest_on_the_host()
    output("run --profile claims --filter", f"^{re.escape(key)}$", "--out", run)
    (record,) = map(json.loads, (run / "records.jsonl").read_text().splitlines())
    measured = record["measurement"]["processes"]
    assert len(measured) == processes
    measuring = json.loads((run / "header.json").read_text())["measuring"]
    assert measuring["listed_sampling_s"] == LIST["sampling_s"]


def test_claims_have_their_own_axes_and_are_for_run_and_verify():
    assert "--axis n:" in refused("run --profile claims --axis n=3")
    assert "--profile 'claims':" in refused("tune --profile claims --filter ^carpet/")
