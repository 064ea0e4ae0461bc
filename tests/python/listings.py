"""Builds what a page of docs/ lists: one retime-emulated with more sources."""

import json
import re
import shlex
import shutil
import subprocess

import pytest
from program import ROOT

BUILD = ROOT / "build"


def listings(page):
    """The C++ listings of a page, by the file that the text before each names."""
    text = (ROOT / "docs" / page).read_text()
    return {
        re.findall(r"`([\w/]+\.\w+)`", before)[-1]: code
        for before, code in re.findall(r"(.*?)```cpp\n(.*?)```", text, re.DOTALL)
    }


def compile_like(known, source, to, *options):
    """Compiles a source of the emulated program with the flags of one that is there."""
    entries = json.loads((BUILD / "compile_commands.json").read_text())
    command = next(
        e["command"]
        for e in entries
        if e["file"].endswith(known) and ("RETIME_DEVICE_EMULATION" in e["command"] or known.endswith(".cpp"))
    )
    words = shlex.split(command)
    words[words.index("-o") + 1] = str(to)
    words[words.index("-c") :] = ["-x", "c++", "-c", str(source)]
    subprocess.run([*words, *options], cwd=BUILD, check=True)


def link_with(added, to):
    """Links the emulated program once more, with more objects."""
    steps = subprocess.run(
        ["ninja", "-t", "commands", "bin/retime-emulated"], cwd=BUILD, capture_output=True, text=True, check=True
    ).stdout
    link = next(line for line in reversed(steps.splitlines()) if "-o bin/retime-emulated" in line)
    words = shlex.split(link.removeprefix(": && ").removesuffix(" && :"))
    words[words.index("-o") + 1] = str(to)
    subprocess.run([*words, *map(str, added)], cwd=BUILD, check=True)


def build(page, folder):
    """retime-emulated with the page's listings."""
    if not (BUILD / "bin" / "retime-emulated").exists() or shutil.which("ninja") is None:
        pytest.skip("retime-emulated is not built by Ninja")
    objects = []
    for path, code in listings(page).items():
        source = folder / path
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(code)
        if source.suffix in (".cu", ".cpp"):
            objects.append(source.with_suffix(".o"))
    for target in objects:
        source = next(s for s in (target.with_suffix(e) for e in (".cu", ".cpp")) if s.exists())
        known = "unity_variants_carpet_0_cxx.cxx" if source.suffix == ".cu" else "variants/carpet/cpu_serial.cpp"
        compile_like(known, source, target, f"-I{folder}")
    link_with(objects, folder / "retime-emulated")
    return folder / "retime-emulated"
