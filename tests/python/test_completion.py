"""`retime completion`: shells complete what the parser takes; bash and, where it is there, zsh read the scripts."""

import re
import shutil
import subprocess

import pytest
from program import output, program, refused

NAME = program().name
FUNCTION = "_" + re.sub(r"\W", "_", NAME)
ENDING = f'COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); {FUNCTION}; printf "%s\\n" "${{COMPREPLY[@]}}"'


def completed(*words, folder="."):
    """What bash offers for the last of the words, as readline parts them."""
    script = output("completion bash") + f"COMP_WORDS=({' '.join(map(repr, (NAME, *words)))}); {ENDING}\n"
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    return done.stdout.split()


def test_commands():
    assert completed("ver") == ["verify"]
    assert {"list", "run", "compare", "completion"} <= set(completed("")) and "worker" not in completed("")


def test_flags():
    assert completed("run", "--prec") == ["--precision"]
    assert {"-f", "--filter", "-a", "--axis", "-o", "--out"} <= set(completed("run", "-"))
    assert completed("tune", "--ev") == ["--evaluations"]
    assert completed("list", "--prec") == []


def test_choices():
    assert completed("run", "--cache", "") == ["warm", "cold"]
    assert completed("run", "--cache", "=", "c") == ["cold"]
    assert completed("run", "--cache", "=") == ["warm", "cold"]
    assert completed("run", "-d", "") == ["auto", "all"] and completed("audit", "-d", "") == ["auto"]
    assert completed("export", "--to", "kernel") == ["kernel-tuner-cache"]
    assert completed("tune", "--filter", "x", "--strategy", "ran") == ["random"]
    assert completed("completion", "") == ["bash", "zsh"]
    assert completed("run", "--seed", "") == []


def test_files(tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs.json").write_text("")
    assert completed("run", "-o", "ru", folder=tmp_path) == ["runs"]
    assert sorted(completed("compare", "ru", folder=tmp_path)) == ["runs", "runs.json"]


def test_every_flag_of_the_help_is_completed():
    for command in completed(""):
        if not command.startswith("-"):
            shown = set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", output(command, "--help"), re.MULTILINE))
            assert shown <= set(completed(command, "--")), command


def test_the_script_for_zsh():
    script = output("completion zsh")
    assert script.startswith(f"#compdef {NAME}\n") and "'run:" in script
    assert "'(-o --out)--out=[Folder of the run]:DIR:_files -/'" in script
    assert "'(--cache)--cache=[L2 before each sample]:warm|cold:(warm cold)'" in script
    assert "'*--axis=[Values of an axis]" in script
    subprocess.run(["bash", "-n"], input=script, text=True, check=True, timeout=60)  # quotes and brackets are closed


@pytest.mark.skipif(shutil.which("zsh") is None, reason="no zsh")
def test_zsh_reads_it(tmp_path):
    (tmp_path / "script").write_text(output("completion zsh"))
    subprocess.run(["zsh", "-n", tmp_path / "script"], check=True, timeout=60)


def test_another_shell_is_refused():
    assert "bash or zsh" in refused("completion fish")
