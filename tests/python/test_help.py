"""`--help`: grouped, with choices and defaults, within 80 columns, and with an example that works."""

import re
import shlex

import pytest
from program import output, program, retime

GROUPS = ["Measure", "Read", "Gate", "Tune", "Options"]


def commands():
    """Of the top-level help, by group."""
    groups = {}
    for line in output("--help").splitlines():
        if title := re.fullmatch(r"(\w+):", line):
            groups[title[1]] = members = []
        elif word := re.match(r"  (\w+)  ", line):
            members.append(word[1])
    return groups


def helps():
    """What each command's --help prints, by command; that of the program by none."""
    names = [name for members in commands().values() for name in members]
    return {"": output("--help")} | {name: output(name, "--help") for name in names}


def examples(text):
    """The command lines at the end of a help, without the program."""
    end = text.partition("Example")[2].replace("\\\n", " ")
    return [shlex.split(line)[1:] for line in end.splitlines() if line.startswith(f"  {program().name} ")]


def test_commands_stand_in_groups_in_the_order_of_use():
    groups = commands()
    assert list(groups) == GROUPS
    assert groups["Measure"][:3] == ["list", "run", "verify"] and "worker" not in output("--help")
    assert {"compare", "ab", "audit"} <= set(groups["Gate"])


def test_no_line_is_wider_than_80_columns():
    wide = {line for text in helps().values() for line in text.splitlines() if len(line) > 80}
    assert wide == set()


def test_every_help_names_the_program_has_an_example_and_no_type_of_the_parser():
    for name, text in helps().items():
        assert f"Usage: {program().name} {name}".rstrip() in text
        assert re.search(r"\b(TEXT|U?INT|FLOAT|\[\])\b", text) is None, text
        assert not name or "\nExample" in text, name
        titles = re.findall(r"^(\w[\w ]*):$", text, re.MULTILINE)
        assert len(titles) == len(set(titles)) and "Options" in titles


def test_examples_of_cases_are_right():
    for name in ("run", "verify"):
        (words,) = examples(output(name, "--help"))
        variant, sizes = words[2].strip("^"), words[4].partition("=")[2].split(",")
        cases = output(*words, "--dry-run").splitlines()
        assert words[0] == name and len(sizes) == 2 <= len(cases) and all(c.startswith(variant) for c in cases), words
    (words,) = examples(output("occupancy --help"))
    assert "9.0" in output(*words)


@pytest.mark.parametrize(
    "command, parts",
    [
        (
            "run",
            ["-f, --filter RE", "smoke|quick|claims|paper", "-a, --axis NAME=VALUES", "auto|all|cuda:N", "warm|cold"],
        ),
        ("run", ["[default: quick]", "[default: warm]", "[default: 600s]", "[default: 10s;", "[default: 0.01]"]),
        ("run", ["\nCases:\n", "\nMeasuring:\n", "\nOutput:\n", "-o, --out DIR"]),
        ("export", ["bencher|csv|github-action-benchmark|", "(required)"]),
        ("device", ["auto|cuda:N"]),
        ("tune", ["--evaluations N|P%", "--budget TIME", "|exhaustive|", "[default: 200 unless --budget is given]"]),
        ("compare", ["bh|holm|none", "RUN ..."]),
    ],
)
def test_choices_and_defaults_are_named(command, parts):
    said = output(command, "--help")
    assert [part for part in parts if part not in said] == []


def test_short_forms(tmp_path):
    words = "-f ^carpet/c_compact/ -a steps=10,20 -a occupancy=0.093 -d auto --dry-run -o"
    assert len(output(f"run {words}", tmp_path / "run").splitlines()) == 2
    assert output("run -h") == output("run --help")


@pytest.mark.parametrize(
    "command, last",
    [
        ("run --profile smoke --processes 5 --budget 5min", r"2 cases, sampling takes at most 10 min"),
        ("run --budget 12s", r"2 cases, sampling takes at most 24 s"),
        ("verify", "2 cases"),
    ],
)
def test_a_dry_run_ends_with_how_long_sampling_takes(command, last):
    chosen = "--filter ^carpet/cpu_serial/ --axis steps=10,20 --axis occupancy=0.093"
    assert retime(f"{command} {chosen} --dry-run").stderr.splitlines()[-1] == last
