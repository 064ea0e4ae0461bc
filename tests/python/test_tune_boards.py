"""examples/tuner_bench/tune_boards.py: what searches on several boards took and found, beside those on one."""

import json
import shutil
import subprocess
import sys
import tarfile

import pytest
from failing import EVERY, PROGRAM, built, entries, output
from mpi import done, needs_mpi
from program import ROOT

MANY = "tune --filter ^failing/many"

pytestmark = [built, needs_mpi]


@pytest.fixture(scope="module")
def searches(tmp_path_factory):
    out = tmp_path_factory.mktemp("searches")
    output(f"{MANY} {EVERY} --out", out / "tune_boards_many-sweep")
    for seed in (1, 2):
        output(f"{MANY} --evaluations 20 --seed {seed} --out", out / f"tune_boards_many-one-{seed}")
    _, said, status = done(f"{MANY} --evaluations 20", out / "tune_boards_many-all-1", 4, by=PROGRAM)
    assert status == 0, said
    return out


def compared(out):
    command = [sys.executable, ROOT / "examples/tuner_bench/tune_boards.py", out]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_kernels_searches_stand_beside_each_other(searches):
    printed = compared(searches)
    assert printed.returncode == 0, printed.stderr
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in printed.stdout.splitlines()[2:]]
    assert [row[:4] for row in rows] == [["many", "1", "2", "20"], ["many", "3", "1", "20"]]
    for row, names in zip(rows, (["one-1", "one-2"], ["all-1"])):
        spent = [entries(searches / f"tune_boards_many-{name}" / "best.json")[0]["spent_s"] for name in names]
        assert float(row[4]) == pytest.approx(sum(spent) / len(spent), abs=0.05)
        assert float(row[7].removesuffix(" %")) >= 0
    assert float(rows[0][6]) == 1


def test_the_document_has_the_table_of_the_kept_searches(tmp_path):
    with tarfile.open(ROOT / "results/h200/tune_boards/runs.tar.xz") as files:
        files.extractall(tmp_path, filter="data")
    printed = compared(tmp_path)
    assert printed.returncode == 0, printed.stderr
    text = (ROOT / "docs/tuning_device.md").read_text()
    for line in printed.stdout.splitlines()[2:]:
        _, boards, searches, evaluations, *values = (cell.strip() for cell in line.strip("|").split("|"))
        assert (searches, evaluations) == ("3", "100")
        assert f" | {boards} | {' | '.join(values)} |" in text


def test_bad_input_is_one_line(searches, tmp_path):
    empty = compared(tmp_path)
    assert empty.returncode == 2 and empty.stderr.count("\n") == 1 and str(tmp_path) in empty.stderr
    broken = tmp_path / "broken"
    shutil.copytree(searches, broken)
    best = broken / "tune_boards_many-one-1/best.json"
    content = json.loads(best.read_text())
    content["entries"][0]["tuning"]["a"] = 99
    best.write_text(json.dumps(content))
    strange = compared(broken)
    assert strange.returncode == 2 and strange.stderr.count("\n") == 1 and "not in the sweep" in strange.stderr
