"""examples/saxpy, copied alone into an empty folder: built on the installed engine, run, tuned, compared, reported. And
examples/extensions and examples/tuner_bench, which add to the engine.

The engine is installed from build/, without the papers' families; nothing of it is compiled anew.
"""

import functools
import itertools
import json
import re
import shutil
import subprocess
import sys

import pytest
from listings import BUILD
from program import ROOT, output, records, retime, words

FEW = "--axis n=4096"
EVERY_POINT = f"{FEW} --axis block=all --axis items=all"

pytestmark = pytest.mark.skipif(
    not (BUILD / "libretime_main.a").exists() or shutil.which("ninja") is None, reason="retime is not built by Ninja"
)


def built(command, *arguments):
    """What another program that succeeds prints."""
    return subprocess.check_output([*words(command), *map(str, arguments)], text=True, timeout=300)


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    to = tmp_path_factory.mktemp("installed")
    built(f"cmake --install {BUILD} --component engine --prefix {to}")
    return to


def example(name, prefix, to):
    """A copy of the example, built in its folder build/."""
    copy = to / name
    shutil.copytree(ROOT / "examples" / name, copy)
    built(f"cmake -S {copy} -B {copy}/build -G Ninja -DCMAKE_PREFIX_PATH={prefix}")
    built(f"cmake --build {copy}/build")
    return copy


@pytest.fixture(scope="module")
def folder(prefix, tmp_path_factory):
    """The example's copy, with build/saxpy-emulated and, where nvcc is, build/saxpy."""
    return example("saxpy", prefix, tmp_path_factory.mktemp("alone"))


@pytest.fixture(scope="module")
def saxpy(folder):
    """Runs the example's program; what it prints."""
    return functools.partial(output, by=folder / "build/saxpy-emulated")


@pytest.fixture(scope="module")
def run(saxpy, folder):
    saxpy(f"run {FEW} --budget 0.05 --axis block=64,256 --out", folder / "run")
    return folder / "run"


def test_it_is_one_file_of_a_page():
    lines = (ROOT / "examples/saxpy/saxpy.cu").read_text().splitlines()
    assert len(lines) <= 70
    assert len((ROOT / "examples/saxpy/README.md").read_text().splitlines()) <= 10


def test_what_is_installed_names_no_place_of_this_machine(prefix):
    for file in prefix.rglob("*"):
        if file.is_file() and file.suffix in {".cmake", ".txt", ".h", ".cuh", ".json", ".py"}:
            text = file.read_text()
            assert str(ROOT) not in text and str(prefix) not in text, file


def test_the_program_knows_its_own_family_alone(saxpy):
    listed = json.loads(saxpy("list --json"))
    assert {(v["family"], v["variant"]) for v in listed} == {("saxpy", "one_item"), ("saxpy", "several_items")}
    assert "saxpy-emulated run -f '^saxpy/one_item/'" in saxpy("run --help")  # an example that works here


def test_every_point_is_right(saxpy, tmp_path):
    saxpy(f"verify {EVERY_POINT} --out", tmp_path / "all")
    found = records(tmp_path / "all")
    assert len(found) == 5 + 5 * 4
    assert {r["status"] for r in found} == {"correct"}


def test_the_header_tells_of_the_users_own_sources(run, folder):
    head = json.loads((run / "header.json").read_text())
    assert head["git"]["sha"] == "unknown"  # the folder is in no repository
    assert head["flags"]["build_type"] == "Release"
    assert str(folder) not in json.dumps(head)


def test_it_runs_compares_and_exports(saxpy, run, tmp_path):
    cases = {(r["variant"], r["axes"]["block"]) for r in records(run)}
    assert cases == set(itertools.product(("one_item", "several_items"), (64, 256)))
    assert {r["work"]["bytes"] for r in records(run)} == {12 * 4096}
    compared = retime("compare", run, run, **saxpy.keywords)
    assert compared.returncode == 3 and "4 not comparable" in compared.stdout  # the emulation times nothing
    saxpy(f"export {run} --to nvbench --out", tmp_path / "nvbench.json")
    assert json.loads((tmp_path / "nvbench.json").read_text())


def test_it_runs_with_what_tuning_found(saxpy, tmp_path):
    tuned, best = tmp_path / "tuned", tmp_path / "best"
    saxpy(f"tune --filter several_items {FEW} --evaluations 4 --out", tuned)
    winner = next(r for r in records(tuned) if r["tuning_history"]["role"] == "winner")
    saxpy(f"run --filter several_items {FEW} --budget 0.05 --tuned {tuned}/best.json --out", best)
    assert [r["axes"] for r in records(best)] == [winner["axes"]]


def test_the_report_shows_it(prefix, run, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(prefix / "share/retime"))
    monkeypatch.chdir(tmp_path)
    built(f"{sys.executable} -m plots {run} --out {tmp_path}/report")
    text = (tmp_path / "report/report.md").read_text()
    assert "saxpy" in text and "several_items" in text
    assert "Hoffmann" not in text


def test_the_gpus_program_is_built_where_nvcc_is(folder):
    if not (BUILD / "bin/retime").exists():
        pytest.skip("retime was built without CUDA")
    program = folder / "build/saxpy"
    assert program.exists()
    if retime("device", by=program).returncode != 0:
        pytest.skip("no GPU here: the program for it was built and linked")
    output(f"verify {EVERY_POINT} --out", folder / "gpu", by=program)
    assert {r["status"] for r in records(folder / "gpu")} == {"correct"}


def engine_lines(folder):
    """How an emulated program of the folder is compiled and linked, a line a step."""
    return built(f"ninja -C {folder} -t commands planted-emulated").splitlines()


@pytest.fixture(scope="module")
def planted(prefix, tmp_path_factory):
    """The program of kernels with faults, on the installed engine; its build folder."""
    to = tmp_path_factory.mktemp("planted")
    built(f"cmake -S {ROOT}/tests/outside -B {to} -G Ninja -DCMAKE_PREFIX_PATH={prefix} -DRETIME_CUDA=OFF")
    built(f"ninja -C {to} planted-emulated")
    return to


@pytest.fixture(scope="module", params=["find_package", "add_subdirectory", "FetchContent"])
def faulty(request, planted, tmp_path_factory):
    """That program, its kernels compiled where the engine is part of the project in this way."""
    if request.param == "find_package":
        return planted / "planted-emulated"
    to = tmp_path_factory.mktemp(request.param)
    built(
        f"cmake -S {ROOT}/tests/outside -B {to} -G Ninja -DWAY={request.param} -DRETIME_SOURCE={ROOT} -DRETIME_CUDA=OFF"
    )
    # The engine is the same in each way: its objects here need not be compiled once more, but for how they would be.
    lines = engine_lines(to)
    assert not any("-Werror" in line or "variants/apsp" in line for line in lines)
    hooks = next(line for line in lines if line.endswith("emulation/compiler_hooks.cpp") or "device_emulation" in line)
    assert "RETIME_ACCESSES_ANNOUNCED" in hooks
    (kernels,) = (line for line in lines if line.endswith("planted.cu"))
    source = re.search(r" -o (\S+planted\.cu\.o) ", kernels)[1]
    built(f"ninja -C {to} {source}")
    link = engine_lines(planted)[-1].removeprefix(": && ").removesuffix(" && :")
    link = re.sub(r"\S+planted\.cu\.o", str(to / source), link).replace(
        "-o planted-emulated", f"-o {to}/planted-emulated"
    )
    subprocess.run(link, shell=True, cwd=planted, check=True)
    return to / "planted-emulated"


def test_faults_are_named_however_the_engine_is_had(faulty, tmp_path):
    done = retime("verify --out", tmp_path / "run", by=faulty)
    assert done.returncode == 1
    by_variant = {r["variant"]: r for r in records(tmp_path / "run")}
    assert by_variant["none"]["status"] == "correct"
    assert {by_variant[v]["status"] for v in ("beyond", "overflow", "unwritten")} == {"runtime_error"}
    for variant, said in {
        "beyond": "reads element 256",
        "overflow": "planted.cu:30",
        "unwritten": "nobody has written",
    }.items():
        assert said in by_variant[variant]["reason"]


def test_a_program_of_ones_own_is_compiled_as_its_author_ships_it(planted):
    """Contraction is off in the papers' families alone. What is recorded are the real flags."""
    (kernels,) = (line for line in engine_lines(planted) if line.endswith("planted.cu"))
    assert "fp-contract" not in kernels
    out = planted / "flags"
    output("verify --filter none --out", out, by=planted / "planted-emulated")
    flags = json.loads((out / "header.json").read_text())["flags"]
    assert "-O3" in flags["cxx"] and "-fsanitize=thread" in flags["cxx"] and "fp-contract" not in flags["cxx"]
    assert flags["build_type"] == "Release"


def test_the_guide_shows_the_examples_file():
    guide = (ROOT / "docs/your_own_kernel.md").read_text()
    assert (ROOT / "examples/saxpy/saxpy.cu").read_text() in guide
    assert (ROOT / "examples/saxpy/CMakeLists.txt").read_text() in guide


@pytest.fixture(scope="module")
def extended(prefix, tmp_path_factory):
    """Runs the program with a command, an export, a strategy, an objective and a stopping rule of its own."""
    folder = example("extensions", prefix, tmp_path_factory.mktemp("alone"))
    return functools.partial(output, by=folder / "build/extended-emulated")


def test_a_program_adds_a_command_an_export_and_a_stopping_rule(extended, tmp_path):
    extended("run --axis n=1000 --axis lanes=1,2 --processes 1 --stop mean --precision 0.9 --out", tmp_path / "run")
    keys = [r["key"] for r in records(tmp_path / "run")]
    assert extended("names", tmp_path / "run").splitlines() == keys
    pairs = [line.split("\t") for line in extended("export --to pairs", tmp_path / "run").splitlines()]
    assert [key for key, _ in pairs] == keys and all(float(ns) > 0 for _, ns in pairs)
    assert {r["measurement"]["stop_reason"] for r in records(tmp_path / "run")} == {"precision"}
    assert json.loads((tmp_path / "run/header.json").read_text())["measuring"]["stop"] == "mean"
    assert "one of mean|precision" in retime("run --stop noon", by=extended.keywords["by"]).stderr


def test_a_program_adds_a_strategy_and_an_objective(extended, tmp_path):
    extended("tune --axis n=1000 --strategy walk --objective spread --evaluations 4 --out", tmp_path / "tuned")
    (entry,) = json.loads((tmp_path / "tuned/best.json").read_text())["entries"]
    assert (entry["strategy"], entry["objective"], entry["direction"]) == ("walk", "spread", "minimise")
    assert entry["value"] > 0


def test_a_program_has_the_commands_of_its_tools_alone(extended):
    commands = extended("--help")
    assert "  names " in commands and "  tune " in commands
    assert "  compare " not in commands and "  occupancy " not in commands


def test_the_page_shows_the_extensions_files():
    page = (ROOT / "docs/extend.md").read_text()
    for file in sorted((ROOT / "examples/extensions").iterdir()):
        assert file.name == "sum.cpp" or file.read_text() in page, file


@pytest.mark.slow
def test_the_tuners_bench_is_such_a_program(prefix, tmp_path):
    """examples/tuner_bench: strategies and a command beside the engine's."""
    bench = example("tuner_bench", prefix, tmp_path) / "build/tuner-bench-emulated"
    replay = f"replay {ROOT}/tests/tune/data/pnpoly_t4.json --strategy tabu,random --seeds 2 --evaluations 10"
    said = output(replay, by=bench).splitlines()
    assert [json.loads(line)["strategy"] for line in said] == ["tabu", "tabu", "random", "random"]
