"""How large the tree may be. The budgets are what it has, and are to fall: to 105,000 lines in all, 24,000 of harness, 5,000 of a
family, 60 short files. Whoever adds beyond them takes something away."""

import re
import subprocess

import pytest
from program import FAMILIES, ROOT

KINDS = re.compile(r"\.(cpp|h|cu|cuh|py|cmake|sh|md|txt|in|yml)$")
RECORDED = re.compile(r"^results/(h200|h100|emulation)/")
LINES = {
    path: (ROOT / path).read_bytes().count(b"\n")
    for path in subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    if KINDS.search(path) and not RECORDED.match(path) and (ROOT / path).is_file()
}
pytestmark = pytest.mark.skipif(not LINES, reason="not a clone")

WHOLE = {"": 119_050, "harness/": 27_400}
FAMILY = {"apsp": 8_220, "cahn_hilliard": 5_820, "carpet": 6_600, "pcpd": 5_490, "turning_bands": 8_150}
SHORT_FILES = 59  # C++ files of harness under 30 lines
ROOM_OF_PLOTS = 15  # Python files in a folder


def of_family(family):
    """Its folders, its scripts, and the tests whose files name it."""
    place = re.compile(
        rf"^((kernels|variants|tests|plots/families)/{family}/|results/record/{family}\.sh$"
        rf"|tests/python/(recomputed/)?[a-z_]*{family.removesuffix('s')}[a-z_]*\.py$)"
    )
    return [path for path in LINES if place.match(path)]


@pytest.mark.parametrize("folder", WHOLE)
def test_the_tree_keeps_to_its_budget(folder):
    assert sum(lines for path, lines in LINES.items() if path.startswith(folder)) <= WHOLE[folder]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_keeps_to_its_budget(family):
    assert sum(LINES[path] for path in of_family(family)) <= FAMILY.get(family, 5_000)


def test_few_files_of_the_engine_are_too_short_to_be_read_alone():
    short = [p for p, n in LINES.items() if re.match(r"harness/.*\.(cpp|h|cu|cuh)$", p) and n < 30]
    assert len(short) <= SHORT_FILES


def test_no_source_is_too_long_to_be_read_at_once():
    lines, path = max((n, p) for p, n in LINES.items() if not p.endswith((".md", ".txt", ".yml")))
    assert lines <= 400, path


def test_a_room_of_the_report_can_be_looked_over():
    folders = [path.rpartition("/")[0] for path in LINES if path.startswith("plots/") and path.endswith(".py")]
    assert max(map(folders.count, folders)) <= ROOM_OF_PLOTS
