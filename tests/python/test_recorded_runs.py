"""The runs that came with the repository: every one is read, and the report of them has what it should."""

import json
import re
import subprocess
import sys
import tarfile

import numpy as np
import pytest
from program import FAMILIES, bench
from synthetic import report_of, table

from examples.tuner_bench import tune_score
from plots.__main__ import main
from plots.data.load import ROOT, find_runs, load_run
from plots.files import gate
from plots.verdicts.words import DECIDED

RECORDED, ANOTHER, EMULATED = (ROOT / "results" / name for name in ("h200", "h100", "emulation"))

pytestmark = pytest.mark.skipif(not RECORDED.is_dir(), reason="no recorded runs")


def test_every_run_is_in_it_and_named_recorded(recorded_tables):
    origins = {row["run"]: row["made"] for row in recorded_tables("runs")}
    assert origins.pop("run") == "given"
    assert set(origins) == {path.name for path in find_runs(RECORDED) + find_runs(EMULATED)} and set(
        origins.values()
    ) == {"recorded"}


def test_the_report_of_another_gpu_is_of_its_runs_alone(tables_of_h100):
    runs = tables_of_h100("runs")
    assert {row["run"] for row in runs} == {path.name for path in find_runs(ANOTHER)}
    assert {(row["device"], row["made"]) for row in runs} == {("NVIDIA H100 80GB HBM3", "recorded")}
    assert all(row["incorrect"] == "0" for row in tables_of_h100("cases"))


@pytest.mark.parametrize("gpu", [RECORDED, ANOTHER])
def test_no_report_is_put_beside_kept_runs(gpu, capsys):
    run = gpu / "cahn_hilliard_beyond"
    assert main([str(run)]) == 2
    assert capsys.readouterr().err == (
        "plots: recorded runs alone are given: name the report's folder with --out DIR\n"
    )
    assert not (run / "report").exists()


def test_most_claims_are_decided(recorded_tables):
    verdicts = [row["verdict"] for row in recorded_tables("claims")]
    assert sum(v in DECIDED for v in verdicts) >= 2 / 3 * len(verdicts)


def test_one_run_of_the_listed_cases_decides_most_claims(tmp_path):
    """What `quick` and then `claims` recorded until nine and a half minutes were over. Of the claims that it has cases for."""
    listed = json.loads((ROOT / "variants" / "claim_cases.json").read_text())["claims"]
    with tarfile.open(RECORDED / "claims_run.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    rows = table(report_of(tmp_path / "rec" / "claims", "--only", "fits", "--out", tmp_path / "report"), "claims")
    decided = sum(row["verdict"] in DECIDED for row in rows)
    assert decided >= 2 / 3 * len(listed)
    assert f"decided {decided} claims in nine and a half" in (ROOT / "README.md").read_text()


def test_every_measured_claim_says_what_it_rests_on(recorded_tables):
    for family in FAMILIES:
        for row in recorded_tables(f"{family}_claims"):
            assert bool(row["value"]) == bool(row["rests on"]), row["what is said"]


def test_no_recorded_case_is_incorrect(recorded_tables):
    assert all(row["incorrect"] == "0" for row in recorded_tables("cases"))


def test_late_coarsening_is_that_of_interfaces():
    """Their energy falls as t^(-1/3), and 444,500 steps in single precision keep the mean."""
    _, (record,) = load_run(RECORDED / "ch_coarsening_late")
    assert record["n"] == 2048 and record.status == "correct"
    energy, mean = (record.observables[f"{name}_series"] for name in ("free_energy", "mean"))
    time, above = np.array(energy["x"]), np.array(energy["y"]) + 0.25
    late = (time >= 1000) & (time <= 10001)
    assert time[-1] > 10000
    assert np.polyfit(np.log(time[late]), np.log(above[late]), 1)[0] == pytest.approx(-1 / 3, abs=0.02)
    assert np.ptp(mean["y"]) < 1e-10


def test_the_papers_tables_are_filled(recorded_tables):
    table_1 = [row for row in recorded_tables("carpet_table_1") if row["paper a*1e9 (s)"]]
    assert len(table_1) == 18 and all(float(row["measured a*1e9 (s)"]) > 0 for row in table_1)
    table_2 = recorded_tables("apsp_table_2")
    assert len(table_2) == 21 and all(row["kernel 7 (s)"] and row["Floyd, 1 thread (s)"] for row in table_2)
    assert all(row["DRAM busy"] for row in recorded_tables("cahn_hilliard_counters"))


def test_this_machine_is_kept_apart(recorded_tables):
    (local,) = recorded_tables("carpet_own")
    assert float(local["median (s)"]) == pytest.approx(7777.7)
    assert not any("Small CPU" in row["note"] for row in recorded_tables("carpet_claims"))


def test_what_the_emulation_counts_stands_beside_what_the_hardware_does(tmp_path):
    profiled = [RECORDED / f"ncu_replications_walk_{variant}" for variant in ("wlp", "tlp")]
    emulated = EMULATED / "replications_accesses"
    rows = table(report_of(*profiled, emulated, "--only", "fits", "--out", tmp_path), "replications_table_1")
    counted = {(row["what"], row["counted by"]): (float(row["TLP"]), float(row["WLP"])) for row in rows if row["TLP"]}
    threads = counted["reads", "accesses of threads, emulated"]
    assert threads == (192, 192), "three words of a stream's key for each of 64 walkers"
    assert counted["reads", "requests of warps"] == (threads[0] / 32, threads[1])


def kept_files():
    return sorted(path for gpu in (RECORDED, ANOTHER) for path in gpu.rglob("*") if path.is_file())


def recorded_files():
    """(path, name, what it holds) of everything but arrays; of archives their members."""
    for path in (path for path in kept_files() if ".npy" not in path.suffixes):
        if path.name.endswith(".tar.xz"):
            with tarfile.open(path) as files:
                yield from ((path, f"{path}: {member.name}", files.extractfile(member).read()) for member in files)
        else:
            yield path, path, gate.data(path)


# Their command lines name one; recorded results are not edited, so each leaves when it is recorded again.
NAME_A_FOLDER = re.compile(r"repeatability|tune_(check|default|sweep)_\w+")


@pytest.mark.slow
def test_no_run_but_the_known_early_ones_names_a_folder_of_the_machine_that_recorded():
    for path, name, data in recorded_files():
        folder = re.search(rb'(?:^|["=\s])/[\w.]+/.*', data, re.MULTILINE)
        is_early = path.is_relative_to(RECORDED) and NAME_A_FOLDER.fullmatch(path.relative_to(RECORDED).parts[0])
        assert not folder or is_early, (name, folder[0][:80])


def test_the_recorded_runs_stay_small():
    """README.md beside them says how; a repository's history keeps every version of them."""
    sizes = {path: path.stat().st_size for path in kept_files()}
    largest = sorted(sizes, key=sizes.get)[-5:]
    assert sum(sizes.values()) <= 15e6, largest


def test_sizes_of_one_variant_are_chained_and_no_others():
    """examples/tuner_bench/tune_score.py: what another variant found would be no warm start that `retime tune` has."""
    groups = tune_score.by_variant(RECORDED, sorted(RECORDED.glob("tune_sweep_*/t4/*.json*")))
    assert len(groups) == 15
    for group in groups:
        assert len({re.split(r"_\w+=", path.name)[0] for path in group}) == 1
        sizes = [int(re.search(r"_(?:n|steps)=(\d+)", path.name)[1]) for path in group]
        assert len(sizes) == 3 and sizes == sorted(set(sizes))


def test_the_kept_sweeps_are_searched_again(tmp_path):
    """By the script as the README beside it starts it, of a family whose spaces are small."""
    for kind in ("sweep", "default", "check"):
        (tmp_path / f"tune_{kind}_cahn").symlink_to(RECORDED / f"tune_{kind}_cahn_hilliard")
    said = subprocess.check_output([sys.executable, tune_score.__file__, bench(), tmp_path, "--seeds", "2"], text=True)
    assert said.count("| cahn_hilliard_") == 12 and " of 24 replays on 12 spaces; " in said
    assert int(re.search(r"within 1 % of the optimum: (\d+) of", said)[1]) >= 18
