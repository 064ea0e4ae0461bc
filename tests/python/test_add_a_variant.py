"""The listing of docs/add_a_variant.md: one more file, and the program has one more variant that runs and is right."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"


def listing():
    return re.search(r"```cpp\n(.*?)```", (ROOT / "docs" / "add_a_variant.md").read_text(), re.DOTALL).group(1)


def compile_like(known, source, to):
    """Compiles a source of the emulated program with the flags of one that is there."""
    entries = json.loads((BUILD / "compile_commands.json").read_text())
    command = next(e["command"] for e in entries
                   if e["file"].endswith(known) and "RETIME_DEVICE_EMULATION" in e["command"])
    words = shlex.split(command)
    words[words.index("-o") + 1] = str(to)
    words[words.index("-c") + 1] = str(source)
    subprocess.run(words, cwd=BUILD, check=True)


def link_with(added, to):
    """Links the emulated program once more, with one object more."""
    steps = subprocess.run(["ninja", "-t", "commands", "bin/retime-emulated"], cwd=BUILD, capture_output=True,
                           text=True, check=True).stdout
    link = steps.splitlines()[-1].removeprefix(": && ").removesuffix(" && :")
    words = shlex.split(link)
    words[words.index("-o") + 1] = str(to)
    subprocess.run([*words, str(added)], cwd=BUILD, check=True)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    if not (BUILD / "bin" / "retime-emulated").exists() or shutil.which("ninja") is None:
        pytest.skip("retime-emulated is not built by Ninja")
    folder = tmp_path_factory.mktemp("one_more")
    (folder / "my_dense.cu").write_text(listing())
    compile_like("variants/carpet/a_dense.cu", folder / "my_dense.cu", folder / "my_dense.o")
    link_with(folder / "my_dense.o", folder / "retime-emulated")
    return folder / "retime-emulated"


def run(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True).stdout


def test_the_new_variant_is_listed(program):
    listed = {v["variant"]: v for v in json.loads(run(program, "list", "--json")) if v["family"] == "carpet"}
    assert listed["my_dense"]["base"] == "a_dense"
    assert next(a for a in listed["my_dense"]["axes"] if a["name"] == "block")["values"] == [512, 1024]
    assert "a_dense" in listed


def test_the_new_variant_runs_and_is_right(program, tmp_path):
    run(program, "run", "--filter", "^carpet/(my|a)_dense/", "--profile", "smoke", "--axis", "block=all",
        "--out", tmp_path / "run")
    records = [json.loads(line) for line in (tmp_path / "run" / "records.jsonl").read_text().splitlines()]
    mine = [r for r in records if r["variant"] == "my_dense"]
    assert {r["axes"]["block"] for r in mine} == {512, 1024}
    assert {r["status"] for r in records} == {"correct"}
