"""What a bad file may do to the report and its commands: end them with 2, in one line, in little time, and nothing else."""

import gzip
import io
import json
import lzma
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest
from fuzz.readers import SEEDS
from program import ROOT
from synthetic import header, record, refusal, write_run

from examples.tuner_bench import score, t1
from plots import history
from plots.__main__ import main
from plots.files import arrays, command, gate, text, whole
from plots.files.errors import InputError


def run_with(tmp_path, **changes):
    """Of one record with other members."""
    return write_run(tmp_path / "run", [record("a_dense", 1.0, steps=100) | changes])


def refused(tmp_path, run, *more) -> str:
    return refusal(main, run, "--out", tmp_path / "deep" / "report", "--recorded", tmp_path / "none", *more)


@pytest.mark.parametrize("name", ["../../evil", "/evil", "a/b", "a" * 400, "a\x1b[31m", "a\nb", "", ".", "a\0"])
def test_a_family_names_no_file_outside_the_report(tmp_path, name):
    before = {*tmp_path.rglob("*")}
    said = refused(tmp_path, run_with(tmp_path, family=name), "--only", "fits")
    assert "family" in said and "\x1b" not in said
    assert {path.name for path in {*tmp_path.rglob("*")} - before} == {"run", "header.json", "records.jsonl"}


@pytest.mark.parametrize(
    "source, words",
    [
        ("[" * 200_000, "nested deeper"),
        ('{"a":' * 100_000, "nested deeper"),
        ("[" * 40 + "]" * 40, "nested deeper"),
        ("9" * 400, "64 bits"),
        ("1e999", "finite"),
        ("NaN", "finite"),
        ('"\\ud800"', "surrogate"),
        ('{"a": 1, "a": 2}', "'a' stands twice"),
        ("{", "not valid JSON"),
        (f'"{"x" * 70_000}"', "characters"),
    ],
)
def test_json_that_no_reader_takes(source, words):
    with pytest.raises(InputError, match=f"place: .*{words}"):
        gate.parsed(source, "place")


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_what_unpacks_to_very_much_is_refused(tmp_path, monkeypatch, pack):
    monkeypatch.setattr(gate, "MOST_BYTES", 1 << 20)
    file = tmp_path / "bomb"
    file.write_bytes(pack(bytes(8 << 20)))
    with pytest.raises(InputError, match="larger than 1 MiB unpacked"):
        gate.data(file, most=1 << 20)


def test_only_regular_files_are_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "circle").symlink_to("circle")
    for path, words in ((tmp_path / "pipe", "pipe"), (tmp_path, "directory"), (tmp_path / "circle", "symbolic links")):
        with pytest.raises(InputError, match=words):
            gate.data(path)
    with pytest.raises(InputError, match="device"):
        gate.data(command.path("/dev/zero"))


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"axes": {"block": 256}}, 'axes: "steps" is a required property'),
        ({"axes": {"block": 256, "steps": 0}}, "axes.steps"),
        ({"axes": {"block": 256, "steps": "many"}}, "axes.steps"),
        ({"observables": {"s": {"x_name": "t", "x": [1, 2], "y": [1]}}}, "as many values"),
        ({"observables": {"last_step_bytes": None}}, "last_step_bytes"),
        ({"observables": {"last_step_bytes": 1e308}}, "last_step_bytes"),
    ],
)
def test_values_that_a_page_cannot_use_are_named(tmp_path, changes, words):
    said = refused(tmp_path, run_with(tmp_path, **changes))
    assert "records.jsonl, line 1: " in said and words in said


@pytest.mark.parametrize("median_ns", [1e-320, 0, 1e308, 1e12])
def test_a_median_is_a_time_within_its_interval(tmp_path, median_ns):
    line = record("a_dense", 1.0, steps=100)
    line["statistics"]["median_ns"] = median_ns
    assert "statistics" in refused(tmp_path, write_run(tmp_path / "run", [line]))


@pytest.mark.parametrize("seed", ["carpet", "pcpd", "replications"])
def test_an_interval_without_bounds_is_no_bad_input(tmp_path, seed):
    run = shutil.copytree(SEEDS / seed, tmp_path / seed)
    lines = [json.loads(line) for line in (run / "records.jsonl").read_text().splitlines()]
    for line in lines:
        line["statistics"] |= {"ci_low_ns": 0, "ci_high_ns": 1e100}
    write_run(run, lines, json.loads((run / "header.json").read_text()))
    assert main([str(run), "--only", "fits"]) == 0


def test_a_record_that_no_page_was_written_for_is_named(tmp_path):
    line = record("tlp", 1.0, family="replications", model="walk", replications=32)
    line["observables"] = {"estimate": 1.0, "ci_low": 0.9, "ci_high": 1.1}
    said = refused(tmp_path, write_run(tmp_path / "run", [line, line]))
    assert "records.jsonl, line " in said and "replications has no use for this record" in said


def test_a_failed_report_leaves_the_one_before(tmp_path, monkeypatch):
    run, out = run_with(tmp_path), tmp_path / "report"
    arguments = [str(run), "--out", str(out), "--only", "fits"]
    assert main(arguments) == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    (out / "mine.txt").write_text("kept")
    monkeypatch.setattr("plots.output.tables.to_csv", lambda table: (_ for _ in ()).throw(OSError(28, "No space left")))
    assert main(arguments) == 2
    assert {path: path.read_bytes() for path in out.rglob("*") if path.name != "mine.txt" and path.is_file()} == before
    assert {path.name for path in tmp_path.iterdir()} == {"run", "report"}
    monkeypatch.undo()
    assert main(arguments) == 0 and (out / "mine.txt").read_text() == "kept"


def test_a_folder_in_the_way_of_a_file_is_found_before_any_is_moved(tmp_path):
    run, out = run_with(tmp_path), tmp_path / "report"
    (out / "tables" / "runs.csv").mkdir(parents=True)
    assert main([str(run), "--out", str(out), "--only", "fits"]) == 2
    assert [path.name for path in (out / "tables").iterdir()] == ["runs.csv"]


@pytest.mark.parametrize("name", ["file", "file/below", "link"])
def test_where_no_report_can_be(tmp_path, name):
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(InputError, match="give another folder with --out"):
        whole.require_folder_place(tmp_path / name)


def test_hostile_text_is_shown_as_text(tmp_path):
    hostile = "\x1b[31m<img src=x>](http://x)`|\n$\\frac{a$"
    line = record("a_dense", 1.0, steps=100)
    line["paper"]["label"] = hostile
    other = record("b_diamond", 1.0, steps=100)
    run = write_run(tmp_path / "run", [line, other], header(device={"kind": "cuda", "name": hostile, "uuid": None}))
    assert main([str(run)]) == 0
    for file in (run / "report").rglob("*"):
        if file.suffix in (".html", ".md", ".csv", ".svg"):
            written = file.read_text()
            assert "\x1b" not in written, file
            assert file.suffix == ".csv" or "<img src=x>" not in written.replace("\\<", ""), file


def test_a_key_with_dollars_is_no_formula(tmp_path):
    points = [{"utc": f"2026-11-{day:02}T12:00:00Z", "git_sha": "0", "median_ns": 1e3} for day in (1, 2)]
    series = {"key": r"$\frac{a$", "device": "$", "points": points, "steps": []}
    file = tmp_path / "history.json"
    file.write_text(json.dumps({"schema_version": 1, "series": [series]}))
    assert history.main([str(file), "--out", str(tmp_path / "out.svg")]) == 0
    assert r"$\frac{a$" in (tmp_path / "out.svg").read_text()


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda one: one.update(points=[]), "points"),
        (lambda one: one["steps"][0].update(at=99), "`at` should ascend"),
        (lambda one: one["steps"][0].update(also_changed=5), "also_changed"),
        (lambda one: one["points"][0].update(git_sha=None), "git_sha"),
        (lambda one: one["points"][0].update(median_ns=0), "median_ns"),
        (lambda one: one["points"][0].update(utc="2026-02-30T12:00:00Z"), "no time of day"),
        (lambda one: one["points"][0].update(utc="0001-01-01T00:00:00Z"), "1900 to 2400"),
    ],
)
def test_a_history_is_refused(tmp_path, change, words):
    points = [{"utc": f"2026-11-{day:02}T12:00:00Z", "git_sha": "0", "median_ns": 1e3} for day in (1, 2)]
    one = {"key": "k", "device": "d", "points": points, "steps": [{"at": 1, "percent": 3, "also_changed": []}]}
    change(one)
    file = tmp_path / "history.json"
    file.write_text(json.dumps({"schema_version": 1, "series": [one]}))
    said = refusal(history.main, file, "--out", tmp_path / "out.png")
    assert str(file) in said and words in said


@pytest.mark.parametrize("module, flag", [(history, ["--out"]), (score, ["--figure"])])
@pytest.mark.parametrize("name", ["out.xyz", "out", "no/such/out.png"])
def test_a_picture_has_a_kind_and_a_folder(tmp_path, module, flag, name):
    assert name in refusal(module.main, tmp_path / "absent.json", *flag, tmp_path / name)


def npy(head: str, data: bytes = b"") -> bytes:
    return b"\x93NUMPY\x01\x00v\x00" + head.ljust(117).encode() + b"\n" + data


def saved(array, **how) -> bytes:
    out = io.BytesIO()
    np.save(out, array, **how)
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1000000, 1000000), }"),
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 4), }"),
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,"),
        saved(np.array([{}], dtype=object), allow_pickle=True),
        saved(np.ones(3, complex)),
        saved(np.array(["a"])),
        saved(np.full(3, np.nan)),
        saved(np.ones((0, 2))),
        saved(np.ones(4))[:-1],
    ],
)
def test_what_is_no_array_of_numbers_is_refused(tmp_path, content):
    (tmp_path / "field.npy").write_bytes(content)
    with pytest.raises(InputError, match="field.npy: "):
        arrays.read(tmp_path / "field.npy")


def t1_of(condition, values="[1, 2]"):
    parameters = [{"Name": "a", "Type": "int", "Values": values}]
    return {"ConfigurationSpace": {"TuningParameters": parameters, "Conditions": [{"Expression": condition}]}}


@pytest.mark.parametrize(
    "document",
    [
        *(t1_of(sign.join("a" * 30_000)) for sign in ("+", "*", "<", " or ", " and ")),
        t1_of("(" * 30_000 + "a" + ")" * 30_000),
        t1_of("9 ** 3999999 > a"),
        t1_of("f'{a:>999999999}' == 'x'"),
        t1_of("'%0999999999d' % a == 'x'"),
        t1_of("len([i for i in range(9999) for j in range(9999)]) > a"),
        t1_of("a > 0", "[10 ** 400]"),
        t1_of("a > 0", "[float('nan')]"),
        t1_of("a > 0", "range(10 ** 18)"),
    ],
)
def test_an_expression_is_read_in_little_time(tmp_path, document):
    file = tmp_path / "t1.json"
    file.write_text(json.dumps(document))
    assert str(file) in refusal(t1.main, file)


def test_conditions_of_any_length_that_is_used_are_quick(tmp_path):
    document = t1_of("+".join("a" * 400) + " > 0", "range(1000)")
    assert len([*t1.configurations(document)]) == 999


def plots(*arguments, **how):
    return subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, stderr=subprocess.PIPE, check=False, **how)


def test_a_full_or_closed_standard_output_is_one_line():
    file = ROOT / "tests/tune/data/convolution_milo_t1.json"
    with open("/dev/full", "w") as full:
        done = plots("examples.tuner_bench.t1", file, stdout=full)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"standard output" in done.stderr
    reader, writer = os.pipe()
    os.close(reader)
    assert plots("examples.tuner_bench.t1", file, stdout=writer).stderr == b""


def test_a_name_that_is_not_utf_8_is_named():
    done = plots("plots", b"/no/such/\xff\x1b[31m", "--out", "/no/out", stdout=subprocess.PIPE)
    assert done.returncode == 2 and b"\\udcff\\x1b[31m" in done.stderr and done.stderr.count(b"\n") == 1


def test_messages_are_of_a_line():
    assert text.message("a\x1b\n\u202e\ud800") == "a\\x1b\\n\\u202e\\ud800"
    assert text.printable("Kernel\u00a03 µs") == "Kernel\u00a03 µs"
    assert len(text.message("x" * 10_000)) < 700
