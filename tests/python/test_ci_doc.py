"""The commands in docs/ci.md use flags that exist, and its table of exit states is what the program prints."""

import re
import shlex

import pytest
from program import ROOT, output

TEXT = (ROOT / "docs/ci.md").read_text()
COMMANDS = sorted(
    set(
        re.findall(
            r"^[^#`\n]*?(?:^|[/ ])(retime (?:run|ab|compare|history|audit|export) [^\n|&;]*)", TEXT, re.MULTILINE
        )
    )
)


def test_finds_the_commands():
    assert {line.split()[1] for line in COMMANDS} == {"run", "ab", "compare", "history", "audit"}


@pytest.mark.parametrize("line", COMMANDS)
def test_flags_exist(line):
    words = shlex.split(line)
    told = output(words[1], "--help")
    for flag in (word for word in words if word.startswith("--")):
        assert re.search(rf"^\s+(-\w, )?{flag}\b", told, re.MULTILINE), f"{flag} is not a flag of retime {words[1]}"


def test_exit_states_are_those_of_the_help():
    told = output("compare --help")
    for status in re.findall(r"^\| (\d) \|", TEXT, re.MULTILINE):
        assert re.search(rf"\b{status} ", told.partition("Exit status")[2]), status
