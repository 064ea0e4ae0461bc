"""What stands in the root for others to take: citation, container, workflows. Their facts are those of the project."""

import json
import re
import subprocess

import pytest
import yaml
from program import ROOT, output

WORKFLOWS = [*sorted((ROOT / ".github/workflows").glob("*.yml")), *sorted((ROOT / "examples/ci").glob("*.yml"))]
RUN_ALL = (ROOT / "run_all.sh").read_text()
STAGES = set(re.search(r'^stages="([a-z -]+)"', RUN_ALL, re.MULTILINE)[1].split())


def text(name):
    return (ROOT / name).read_text()


def stages_named(script):
    """The stages that a script gives to run_all.sh."""
    given = re.findall(r"\./run_all\.sh((?: +[a-z][a-z0-9-]*)*)", script)
    return {word for words in given for word in words.split()}


def fresh_machine(*words):
    script = ROOT / "tests/fresh_machine.sh"
    return subprocess.run([script, *words], timeout=60, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("given", ["frobnicate", "plot bulid", "report bulid", "h100"])
def test_a_bad_stage_is_refused_before_another_begins(given):
    done = subprocess.run(
        [ROOT / "run_all.sh", *given.split()], timeout=60, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    said, _, offered = line.rpartition(": ")
    assert said == f"run_all.sh: '{given.split()[-1]}' is no stage" and set(offered.split(", ")) == STAGES


def test_the_citation_is_of_this_version():
    cited = yaml.safe_load(text("CITATION.cff"))
    assert set(cited) >= {"cff-version", "message", "title", "authors", "version", "license"}
    assert cited["cff-version"] == "1.2.0" and cited["authors"]
    version = re.search(r"^project\(retime VERSION ([\d.]+)", text("CMakeLists.txt"), re.MULTILINE)[1]
    assert cited["version"] == version == re.search(r'^version = "(.*)"', text("pyproject.toml"), re.MULTILINE)[1]
    released = re.search(rf"^## {re.escape(version)}\D+(\d{{4}}-\d\d-\d\d)", text("CHANGELOG.md"), re.MULTILINE)
    assert str(cited.get("date-released", "")) == (released[1] if released else "")
    assert cited["license"] == "Apache-2.0" and "Apache License" in text("LICENSE")


def test_the_container_is_made_by_run_all():
    """So that its packages are run_all.sh's own."""
    lines = [line for line in text("Dockerfile").splitlines() if line and not line.startswith("#")]
    commands = {line.split()[0] for line in lines}
    assert commands <= {"ARG", "FROM", "WORKDIR", "COPY", "RUN", "CMD"}
    run = [line for line in lines if line.startswith("RUN")]
    assert len(run) == 1 and stages_named(run[0]) == {"setup", "build"} and "apt-get" not in run[0]
    assert stages_named(" ".join(json.loads(lines[-1].removeprefix("CMD ")))) <= STAGES
    assert "python3-venv" in RUN_ALL and "RETIME_CUDA" in run[0] and "${RETIME_CUDA:-}" in RUN_ALL


def test_the_container_gets_no_build_of_this_machine():
    left_out = set(text(".dockerignore").split())
    assert {".venv", "build*", "report"} <= left_out
    kept = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).split()
    assert not [path for path in kept if path.split("/")[0] in left_out or path.startswith("build")]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_runs_what_exists(path):
    workflow = yaml.safe_load(path.read_text())
    assert workflow["jobs"] and workflow[True]  # YAML 1.1 reads the key `on` as a boolean
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    assert all(len({"run", "uses"} & set(step)) == 1 for step in steps)
    scripts = "\n".join(step.get("run", "") for step in steps)
    assert stages_named(scripts) and stages_named(scripts) <= STAGES
    for command, flags in re.findall(r"bin/retime ([a-z]+) ([^\n|&;]*)", scripts):
        told = output(f"{command} --help")
        for flag in re.findall(r"(?<= )--[a-z-]+", flags):
            assert re.search(rf"^\s+(-\w,? ?)?{flag}\b", told, re.MULTILINE), f"retime {command} {flag}"


def test_the_tests_run_on_each_push_and_pull_request():
    workflow = yaml.safe_load(text(".github/workflows/test.yml"))
    assert set(workflow[True]) == {"push", "pull_request"}
    assert {job["runs-on"] for job in workflow["jobs"].values()} == {"ubuntu-24.04"}
    assert "schedule" in yaml.safe_load(text(".github/workflows/test_all.yml"))[True]


def test_a_fresh_machine_is_given_the_commands_of_the_readme():
    """By the workflow; the script reads them from README.md."""
    block = re.search(r"## First run\n\n```\n(.*?)```", text("README.md"), re.DOTALL)[1]
    said = {line.partition("#")[0].strip() for line in block.splitlines() if line.startswith("./run_all.sh")}
    workflow = yaml.safe_load(text(".github/workflows/fresh_machine.yml"))
    assert set(workflow[True]) == {"schedule", "workflow_dispatch"}
    (job,) = workflow["jobs"].values()
    done = {step["run"] for step in job["steps"] if "run_all" in step.get("run", "")}
    assert done == said - {"./run_all.sh test"}  # which each push runs
    bases = {row["container"].replace(":", "-") for row in job["strategy"]["matrix"]["include"]} - {""}
    assert f"'' is no distribution: {', '.join(sorted(bases))}" in fresh_machine().stderr


@pytest.mark.parametrize("given", ["", "debian-11", "debian-12 icc", "debian-12 gcc 13", "debian-13 clang-x --test"])
def test_a_fresh_machine_is_refused_before_it_is_made(given):
    done = fresh_machine(*given.split())
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


def test_the_gate_is_the_one_that_the_page_explains():
    listing = re.search(r"```yaml\n(.*?)```", text("docs/ci.md"), re.DOTALL)[1]
    comment, _, workflow = text("examples/ci/performance.yml").partition("\n")
    assert comment.startswith("# ") and workflow == listing


def test_every_stage_named_in_the_documents_exists():
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        for block in re.findall(r"```\w*\n(.*?)```|`([^`\n]+)`", path.read_text(), re.DOTALL):
            named = stages_named("".join(block).replace("#", "\n#"))
            assert named <= STAGES | {"h100", "h200"}, path
