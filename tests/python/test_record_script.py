"""results/record.sh: a stage that fails is named, ends with a status other than 0, and leaves no empty file; a stage of the
carpets records them as printed and tuned."""

import os
import re
import subprocess

import pytest
from program import ROOT, output, refused

STAGES = ["check", "races", "carpet", "audit", "carpet_pictures", "carpet_counters", "tune_default", "occupancy"]
STAGES += [
    "turning_bands_statistics",
    "turning_bands_sanitizers",
    "carpet_beyond",
    "carpet_beyond_longest",
    "carpet_peers",
    "apsp_beyond",
    "apsp_peers",
    "apsp_histograms",
    "apsp_beyond_counters",
    "apsp_beyond_check",
    "carpet_beyond_counters",
    "cahn_hilliard_beyond_counters",
    "cahn_hilliard_beyond",
    "beyond_check",
    "several_gpus_apsp",
    "several_gpus_replications",
    "several_gpus_memory",
    "several_gpus_races",
    "several_gpus_quick",
    "several_gpus_spread",
    "tune_boards",
]


def record(folder, status, *stages):
    """Runs stages with programs that print a line, or nothing where they fail, and end with a status."""
    for name in ("retime", "compute-sanitizer", "ncu"):
        (folder / name).write_text(f"#!/bin/sh\n[ {status} = 0 ] && echo '\"a line\"'\nexit {status}\n")
        (folder / name).chmod(0o755)
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}
    command = ["bash", ROOT / "results/record.sh", folder / "retime", folder / "out", *stages]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_that_fails_says_so(stage, tmp_path):
    done = record(tmp_path, 3, stage)
    assert done.returncode == 1 and "status" in done.stdout
    assert {path.name for path in (tmp_path / "out").rglob("*") if path.stat().st_size == 0} <= {"progress.log"}


def test_stages_that_succeed_keep_what_was_printed(tmp_path):
    done = record(tmp_path, 0, "check", "carpet", "audit", "occupancy")
    assert done.returncode == 0, done.stdout
    for name in ("device.json", "device_check.txt", "audit.txt"):
        assert (tmp_path / "out" / name).read_text() == '"a line"\n'


def test_what_a_sanitizer_finds_is_kept(tmp_path):
    (tmp_path / "compute-sanitizer").write_text("#!/bin/sh\necho an invalid read\nexit 9\n")
    (tmp_path / "compute-sanitizer").chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = ["bash", ROOT / "results/record.sh", "retime", tmp_path / "out", "several_gpus_races"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "racecheck, simulate: status 9" in done.stdout
    assert (tmp_path / "out" / "racecheck-simulate.txt").read_text() == "an invalid read\n"


def test_a_stage_that_is_none_is_a_failure(tmp_path):
    assert record(tmp_path, 0, "nosuch").returncode == 1


def calls_of(stage, folder):
    """What it asks of the program, each call's words."""
    asked = folder / "asked"
    (folder / "retime").write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >>{asked}\n')
    (folder / "retime").chmod(0o755)
    command = ["bash", ROOT / "results/record.sh", folder / "retime", folder / "out", stage]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return [line.split(" ") for line in asked.read_text().splitlines()]


@pytest.mark.parametrize("stage", ["carpet", "carpet_long", "carpet_blocks"])
def test_the_carpets_are_recorded_as_printed_and_as_recommended(stage, tmp_path):
    calls = calls_of(stage, tmp_path)

    def cases(call, *more):
        return output("", *call, *more, "--dry-run", XDG_STATE_HOME=str(tmp_path)).splitlines()

    def sizes(call):
        return [f"--axis={value}" for value in call if value.startswith(("steps=", "occupancy=", "block="))]

    def walks_of(keys):
        return {re.split("/block=", key)[0] for key in keys if "branchless" not in key}

    both = [call for call in calls if "launch=wait,stream,graph" in call]
    recorded = {key for call in both for key in cases(call) if not key.startswith("carpet/cpu_")}
    plain = [["run", "--filter", "^carpet/[abc]_", *sizes(call)] for call in both]
    forms = [{key for call in plain for key in cases(call, *more)} for more in ([], ["--tuned"])]
    assert {key for key in recorded if "launch=stream" not in key} <= set.union(*forms)
    assert all(walks_of(form & recorded) == walks_of(form) for form in forms)


SEVERAL_GPUS = ["apsp", "fields", "slabs", "lattices", "replications"]
MODELS = ["pi", "mm1", "walk", "steps", "index", "chosen", "generators"]
OF_CAHN_HILLIARD = ["evidence", "integrators"]
FIELDS = ["kernels", "points", "sizes", "printed", "shapes", "directions", "resolutions"]
OF_APSP = [
    "apsp",
    *(f"apsp_{what}" for what in ("small", "floyd", "large", "ring", "instances", "all_sources", "blocks")),
]
OF_PAPERS = [*OF_APSP, *(f"pcpd_{what}" for what in ("rates", "cores", "in_flight", "well512", "late"))]


@pytest.mark.parametrize(
    "stage",
    [
        "tune_boards",
        *(f"several_gpus_{what}" for what in SEVERAL_GPUS),
        *(f"replications_{what}" for what in MODELS),
        *(f"turning_bands_{what}" for what in FIELDS),
        *(f"cahn_hilliard_{what}" for what in OF_CAHN_HILLIARD),
        *OF_PAPERS,
        "carpet_evidence",
    ],
)
def test_what_a_stage_asks_for_is_there_once(stage, tmp_path):
    recorded = []
    for call in calls_of(stage, tmp_path):
        sweep = [
            f"{flag}={value}" for flag, value in zip(call, call[1:], strict=False) if flag in ("--filter", "--axis")
        ]
        asked = output("run --dry-run", *sweep, XDG_STATE_HOME=str(tmp_path)).splitlines()
        assert asked
        recorded += [(call[call.index("--out") + 1], key) for key in asked] if "--out" in call else []
    assert len(recorded) == len(set(recorded))


@pytest.mark.parametrize("stage", OF_PAPERS)
def test_a_run_is_measured_in_one_way(stage, tmp_path):
    """Else --resume refuses the calls after the first."""
    ways = set()
    for call in calls_of(stage, tmp_path):
        named = [word for flag in ("--processes", "--budget") if flag in call for word in call[call.index(flag) :][:2]]
        ways.add((*named, "--interleave" in call))
    assert len(ways) == 1


@pytest.mark.parametrize("stage", ["tune_sweep", "tune_default", "tune_boards"])
def test_what_a_search_is_asked_is_understood(stage, tmp_path):
    """Up to the cases: none is left by this filter, which is what is refused last."""
    for call in calls_of(stage, tmp_path):
        words = ["^nosuch/" if word.startswith("^") else word for word in call]
        words = [word for word in words if word not in ("--device", "all", "cuda:0")]
        assert "'^nosuch/'" in refused("", *words)
