"""kernels <- variants <- harness: an include never points the other way, the harness knows no family by name, and its
rooms include each other in one direction."""

import graphlib
import re
from collections import defaultdict
from pathlib import Path

import pytest
from program import FAMILIES, ROOT

FLOORS = ("kernels", "variants", "harness")
DEVICE, ANY = {".cu", ".cuh"}, {".cu", ".cuh", ".cpp", ".h"}

# Which rooms of harness/ a room may include, besides itself; docs/architecture.md shows the same. A tool includes no
# other tool, and nothing below includes a tool.
ROOMS = {
    "text": "",
    "host": "",
    "files": "text",
    "registry": "text files",
    "measure": "text host",
    "flags": "text registry",
    "spaces": "registry",
    "record": "text files registry measure spaces",
    "cases": "text files host flags registry measure record",
    "sweep": "text files host flags registry measure record cases",
    "bench": "text files host flags registry measure record cases sweep",
    "gate": "text files host flags measure record cases sweep",
    "tune": "text files host flags registry measure spaces record cases sweep",
    "exports": "text files flags registry spaces record",
    "occupancy": "text files host flags registry measure sweep",
}
ROOMS = {room: set(may_include.split()) for room, may_include in ROOMS.items()}
TOOLS = {"bench", "gate", "tune", "exports", "occupancy"}
# What everybody names stands in `retime`, and so does the command over kernels/occupancy, whose name that namespace has;
# other rooms have a namespace of their own.
UNNAMED = {"text", "host", "files", "registry", "measure", "flags", "spaces", "record", "occupancy"}


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
    """The arrows between files of harness/, but for those of the program itself, which stands above all rooms."""
    for path, text, match in matches("harness", r'^#include "(harness/[^"]+)"'):
        if len(path.parts) > 2:
            yield path, Path(match[1]), text


def test_rooms_include_none_beyond_the_table():
    rooms = {
        file.relative_to(ROOT / "harness").parts[0] for file in sources("harness") if file.parent.name != "harness"
    }
    assert rooms == set(ROOMS)
    for begin, end, text in inclusions():
        assert end.parts[1] in ROOMS[begin.parts[1]] | {begin.parts[1]}, text
    assert not [room for room, may_include in ROOMS.items() if may_include & TOOLS]


def test_neither_rooms_nor_folders_nor_files_include_each_other_in_a_circle():
    folders, files = defaultdict(set), defaultdict(set)
    for begin, end, _ in inclusions():  # a source and its header are one
        if begin.with_suffix("") != end.with_suffix(""):
            files[begin.with_suffix("")].add(end.with_suffix(""))
        if begin.parent != end.parent:
            folders[begin.parent].add(end.parent)
    for arrows in (ROOMS, folders, files):
        graphlib.TopologicalSorter(arrows).prepare()  # CycleError names the circle


def test_namespaces_follow_rooms():
    for path, text, match in matches("harness", r"^namespace (retime[a-z_:]*) \{"):
        room = path.parts[1] if len(path.parts) > 2 else ""
        wanted = "retime" if room in UNNAMED or not room else f"retime::{room}"
        assert match[1] == wanted or match[1].startswith(f"{wanted}::"), text


def test_the_document_has_the_table_of_rooms():
    """Its rows are: | `room` | what it does | `room`, `room` |."""
    rows = re.findall(r"^\| `([a-z/]+)` \|[^|]*\|([^|]*)\|$", (ROOT / "docs/architecture.md").read_text(), re.MULTILINE)
    assert {room: set(re.findall("`([a-z/]+)`", listed)) for room, listed in rows} == ROOMS


@pytest.mark.parametrize("folder", [*FLOORS, "tests"])
def test_files_stay_readable(folder):
    assert not [file for file in sources(folder) if file.read_bytes().count(b"\n") > 400]
