"""One figure or table of a paper: what there is, drawing it alone, and the stages that record what it needs."""

import re
import subprocess

import pytest
from program import ROOT
from synthetic import write_run
from test_plots_claims import carpet_lines

from plots import __main__ as plots

LISTED = [line.split("\t") for line in (ROOT / "results/record/figures.tsv").read_text().splitlines()]
SCRIPTS = "".join(file.read_text() for file in (ROOT / "results/record").glob("*.sh"))


def test_every_listed_one_has_stages_that_there_are(capsys):
    assert plots.main(["--list"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == len(LISTED) == len({name for name, *_ in LISTED})
    for line, (name, minutes, stages, title) in zip(shown, LISTED):
        assert line.split()[:3] == [name, minutes, "min"] and line.endswith(title)
        assert all(re.search(rf"^{stage}\(\) {{", SCRIPTS, re.MULTILINE) for stage in stages.split()), name


def test_every_listed_one_is_of_a_family_that_draws_it():
    for name, *_ in LISTED:
        family, kind, number = re.fullmatch(r"(\w+)_((?:fig|table)_)(\w+)", name).groups()
        sources = "".join(file.read_text() for file in (ROOT / "plots/families" / family).glob("*.py"))
        assert f'"{name}"' in sources or f"{kind}{number}" in sources or f"{kind}{{" in sources, name


def test_a_figure_is_drawn_alone(tmp_path, capsys):
    run = write_run(tmp_path / "run", carpet_lines())
    out = tmp_path / "one.png"
    assert plots.main([str(run), "--figure", "carpet_fig_11", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG") and capsys.readouterr().out.strip() == str(out)


@pytest.mark.parametrize(
    "words, message",
    [
        (["RUN", "--figure", "carpet_fig_99"], "the runs make no such figure; they make carpet_"),
        (["RUN", "--figure", "carpet_fig_11", "--out", "one.gif"], "should end in .png or .svg"),
        (["--figure", "carpet_fig_11"], "name a RUN"),
        ([], "name a RUN"),
    ],
)
def test_what_cannot_be_drawn_is_said(tmp_path, capsys, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    run = write_run(tmp_path / "run", carpet_lines())
    assert plots.main([str(run) if word == "RUN" else word for word in words]) == 2
    assert message in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_run_all_lists_them_and_refuses_others():
    def asked(*words):
        command = [ROOT / "run_all.sh", "figure", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    listed = asked("--list")
    assert listed.returncode == 0 and len(listed.stdout.splitlines()) == len(LISTED)
    for words, message in ((["nosuch"], "'nosuch' is no figure"), ([], "name one")):
        refused = asked(*words)
        assert refused.returncode == 2 and message in refused.stderr
