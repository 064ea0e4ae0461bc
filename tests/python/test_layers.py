"""kernels <- variants <- harness: an include never points the other way, the harness knows no family by name, and its
rooms include each other in one direction."""

import graphlib
import re
from collections import defaultdict
from pathlib import Path

import pytest
from program import ROOT

FLOORS = ("kernels", "variants", "harness")
DEVICE, ANY = {".cu", ".cuh"}, {".cu", ".cuh", ".cpp", ".h"}
FAMILIES = [file.parent.name for file in (ROOT / "variants").glob("*/family.cpp")]

# Which rooms of harness/ a room may include, besides itself; docs/architecture.md shows the same.
ROOMS = {
    "support": "",
    "measure": "support",
    "registry": "support",
    "record": "support measure registry",
    "run": "support measure registry record",
    "compare": "support measure record",
    "audit": "support measure registry record run compare worker ab",
    "export": "support record",
    "show": "support record",
    "worker": "support measure registry record run",
    "processes": "support measure registry record worker",
    "ranks": "support record registry worker processes",
    "ab": "support record run worker processes compare",
    "tune": "support measure",
    "tune/model": "tune",
    "tune/strategies": "tune tune/model",
    "tune/device": "support measure registry record run worker tune",
    "cli": "support measure registry record run compare audit export show worker processes ranks ab tune tune/device",
}
ROOMS = {room: set(may_include.split()) for room, may_include in ROOMS.items()}


def sources(folder, endings=ANY):
    files = [file for file in sorted((ROOT / folder).rglob("*")) if file.suffix in endings]
    assert len(files) > 3, folder
    return files


def matches(folder, pattern, endings=ANY):
    """What a pattern finds in the files below a folder: path below the root, "path:line: text", match."""
    for file in sources(folder, endings):
        path = file.relative_to(ROOT)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if match := re.search(pattern, line):
                yield path, f"{path}:{number}: {line}", match


@pytest.mark.parametrize(
    "folder, forbidden, endings",
    [
        ("kernels", r'#include ["<](variants|harness|nlohmann|benchmark)/', ANY),
        ("variants", r'#include "harness/', ANY),
        *(
            (folder, r"#include <(fmt|nlohmann)/(?!json_fwd)", DEVICE) for folder in FLOORS
        ),  # that is host sources' work
        ("harness", rf"\b({'|'.join(FAMILIES)})\b", ANY),
    ],
)
def test_a_floor_says_nothing_that_is_another_ones(folder, forbidden, endings):
    assert FAMILIES
    assert not [text for _, text, _ in matches(folder, forbidden, endings)]


def inclusions():
    """The arrows between files of harness/, but for main.cpp, which stands above all rooms: from, to, where."""
    for path, text, match in matches("harness", r'^#include "(harness/[^"]+)"'):
        if path.name != "main.cpp":
            yield path, Path(match[1]), text


def room_of(path):
    return path.parent.relative_to("harness").as_posix()


def test_rooms_include_none_beyond_the_table():
    rooms = {room_of(file.relative_to(ROOT)) for file in sources("harness") if file.name != "main.cpp"}
    assert rooms == set(ROOMS)
    for begin, end, text in inclusions():
        assert room_of(end) in ROOMS[room_of(begin)] | {room_of(begin)}, text


def test_neither_rooms_nor_files_include_each_other_in_a_circle():
    files = defaultdict(set)
    for begin, end, _ in inclusions():  # a source and its header are one
        if begin.with_suffix("") != end.with_suffix(""):
            files[begin.with_suffix("")].add(end.with_suffix(""))
    for arrows in (ROOMS, files):
        graphlib.TopologicalSorter(arrows).prepare()  # CycleError names the circle


def test_the_document_has_the_table_of_rooms():
    """Its rows are: | `room` | what it does | `room`, `room` |."""
    rows = re.findall(r"^\| `([a-z/]+)` \|[^|]*\|([^|]*)\|$", (ROOT / "docs/architecture.md").read_text(), re.MULTILINE)
    assert {room: set(re.findall("`([a-z/]+)`", listed)) for room, listed in rows} == ROOMS


@pytest.mark.parametrize("folder", [*FLOORS, "tests"])
def test_files_stay_readable(folder):
    assert not [file for file in sources(folder) if file.read_bytes().count(b"\n") > 400]
