"""What other tuners write: T1 spaces, Kernel Tuner caches, KTT output. Python itself is the oracle of conditions."""

import itertools
import json
import random
import re
import time
from pathlib import Path

import jsonschema
import pytest
from program import ROOT, output, refused, replayed
from synthetic import refusal
from test_export_consumers import T4_SCHEMA

from examples.tuner_bench import t1, to_t4
from plots.files.errors import InputError

DATA = ROOT / "tests/tune/data"


def space(values, *conditions):
    """A T1 document; values: {name: text of the list}."""
    return {
        "ConfigurationSpace": {
            "TuningParameters": [{"Name": n, "Type": "int", "Values": v} for n, v in values.items()],
            "Conditions": [{"Expression": c, "Parameters": [], "Extra": 1} for c in conditions],
        },
        "KernelSpecification": {},
    }


def listed(values, *conditions):
    return list(t1.configurations(space(values, *conditions)))


def random_expression(rng, depth=3):
    """A condition in the grammar that T1 files use."""
    if depth == 0:
        return rng.choice(["a", "b", "c", "1", "2", "3", "7", "0.5", "(-2)"])
    left, right, third = (random_expression(rng, depth - 1) for _ in range(3))
    return rng.choice(
        [
            f"{left} + {right}",
            f"{left} - {right}",
            f"{left} * {right}",
            f"({left}) % 5",
            f"{left} // 3",
            f"({left}) / 4",
            f"({left}) < {right}",
            f"{left} <= {right} < {third}",
            f"({left}) == ({right})",
            f"{left} != {right}",
            f"not {left}",
            f"{left} and {right}",
            f"{left} or {right}",
            f"({left})",
            f"max({left}, {right})",
            f"min({left}, {right}, {third})",
            f"abs({left})",
            f"-({left})",
            f"({left} if {right} else {third})",
            f"(({left}) in [1, 2, {right}])",
            f"(({left}) not in (3, {right}))",
        ]
    )


def test_conditions_mean_what_python_means():
    """Random conditions over a small grid, evaluated by Python itself."""
    rng = random.Random(5)
    values = {"a": [1, 2, 3, 4], "b": [0, 1, 5], "c": [2, 16, 31]}
    texts = {"a": "[i + 1 for i in range(4)]", "b": "[0, 1] + [5]", "c": "[2**1, 2**4, 2**5 - 1]"}
    points = [dict(zip(values, point)) for point in itertools.product(*values.values())]
    compared = 0
    for _ in range(200):
        condition = random_expression(rng)
        try:
            kept = [at for at in points if eval(condition, {}, at)]  # made above
        except (TypeError, SyntaxError):  # such as a list less a number, or 1 + not 2
            with pytest.raises(InputError):
                listed(texts, condition)
            continue
        assert listed(texts, condition) == kept, condition
        compared += 1
    assert compared > 100


@pytest.mark.parametrize(
    "text, values",
    [
        ("range(1, 6, 2)", [1, 3, 5]),
        ("list(range(3))", [0, 1, 2]),
        ("[32*i for i in range(1, 9) if i % 3 == 0]", [96, 192]),
        ("['a', \"b c\"]", ["a", "b c"]),
        ("[True, False]", [1, 0]),
        ("[0.5, 1e3]", [0.5, 1000.0]),
        ("7", [7]),
        ("[1,2]+[4]", [1, 2, 4]),
        ("[1, 2] + [2**i for i in range(2, 4)]", [1, 2, 4, 8]),
        ([1, "x"], [1, "x"]),
    ],
)
def test_values_of_a_parameter(text, values):
    assert [point["p"] for point in listed({"p": text})] == values


@pytest.mark.parametrize("name, points", [("convolution_milo", 4362), ("dedispersion_milo", 11130)])
def test_recorded_definitions_have_the_known_sizes_and_are_quick(name, points, capsys):
    """As the hub counts them; 0.2 s are usual."""
    begin = time.monotonic()
    assert t1.main([str(DATA / f"{name}_t1.json")]) == 0
    assert len(capsys.readouterr().out.splitlines()) == points
    assert time.monotonic() - begin < 5


HOSTILE = [
    "__import__('os').system('touch /tmp/retime_was_here')",
    "().__class__",
    "a.real",
    "lambda: 1",
    "exec('1')",
    "9 ** 9 ** 9 ** 9",
    "'x' * 10**9 == a",
    "(" * 100000,
    "-" * 100000 + "1",
    "not " * 10000 + "a",
]


@pytest.mark.parametrize(
    "conditions, values, wanted",
    [
        (["a >"], "[1, 2]", "'a >'"),
        (["a < zebra"], "[1, 2]", "'zebra'"),
        (["a > 5"], "[1, 2]", "empty"),
        (["a // 0 == 1"], "[1, 2]", "division"),
        ([], "[]", "0 values"),
        ([], "open('x')", "open"),
        ([], "range(10**9)", "more than"),
        ([], "[[1]]", "neither a number nor text"),
        *(([text], "[1]", "") for text in HOSTILE),
    ],
)
def test_a_bad_space_is_one_line(tmp_path, conditions, values, wanted):
    """Each names what is wrong; none is run as code."""
    path = tmp_path / "t1.json"
    path.write_text(json.dumps(space({"a": values}, *conditions)))
    message = refusal(t1.main, path)
    assert wanted in message and message.startswith(f"{path}: ")
    assert len(message) < 600 and not Path("/tmp/retime_was_here").exists()


def test_a_grid_that_would_take_hours_is_refused(monkeypatch):
    monkeypatch.setattr(t1, "MOST_STEPS", 1000)
    with pytest.raises(InputError, match="too large"):
        listed({name: "range(30)" for name in "abcd"})


def test_our_own_spaces_export_as_t1_and_read_back(tmp_path):
    """The conditions exclude exactly what the variant does."""
    for variant in ("cahn_hilliard/b_shared", "apsp/k5_sorted_degree", "carpet/c_compact"):
        points = list(t1.configurations(json.loads(output(f"export --to t1 --filter ^{variant}/"))))
        names = list(points[0])
        every = [flag for name in names for flag in ("--axis", f"{name}=all")]
        cases = output(f"run --dry-run --profile smoke --filter ^{variant}/", *every)
        valid = {
            tuple(re.search(f"/{name}=([^/]*)", line + "/").group(1) for name in names)
            for line in cases.splitlines()
            if "(constraint" not in line
        }
        assert {tuple(map(str, point.values())) for point in points} == valid, variant
    assert "choose one by --filter" in refused("export --to t1 --filter ^apsp/k")


def test_a_space_of_ours_begins_where_run_does():
    exported = json.loads(output("export --to t1 --filter ^carpet/a_dense/"))
    begins = {p["Name"]: p["Default"] for p in exported["ConfigurationSpace"]["TuningParameters"]}
    assert begins == {"block": 256, "sites_per_thread": 1, "launch": "wait", "order": "forward"}


def converted(tmp_path, name):
    out = tmp_path / f"{name}.json"
    assert to_t4.main([str(DATA / f"{name}.json"), str(out)]) == 0
    jsonschema.validate(json.loads(out.read_text()), T4_SCHEMA)
    return out


@pytest.mark.parametrize("space", ["pnpoly", "convolution_milo"])
def test_a_kernel_tuner_cache_becomes_the_hubs_own_t4(tmp_path, space):
    """The hub holds both files of one recording: values, costs, failures and times of day are equal."""
    ours, hubs = converted(tmp_path, f"{space}_cache"), DATA / f"{space}_t4.json"

    def ends(file):
        results = json.loads(file.read_text())["results"]
        return {json.dumps(r["configuration"], sort_keys=True): (r["invalidity"], r["timestamp"]) for r in results}

    one, other = replayed(ours), replayed(hubs)
    for key in ("objective", "unit", "values", "configurations", "ended_s"):
        assert one[key] == other[key], key
    assert ends(ours) == ends(hubs)


def test_ktt_output_has_the_times_of_the_same_space(tmp_path):
    """KTT names the parameters in capitals, has one more of a single value, and counts microseconds."""

    def times(file):
        run = replayed(file)
        lower = [{n.lower(): v for n, v in at.items() if n != "VERTICES"} for at in run["configurations"]]
        return {json.dumps(at, sort_keys=True): value for at, value in zip(lower, run["values"])}

    assert times(converted(tmp_path, "pnpoly_ktt")) == pytest.approx(times(DATA / "pnpoly_t4.json"), rel=1e-9)


def test_an_open_cache_a_rate_and_failures(tmp_path):
    """While Kernel Tuner runs, its cache ends in a comma where the closing braces will be."""
    path, out = tmp_path / "open.json", tmp_path / "t4.json"
    path.write_text(
        '{"objective": "GFLOP/s", "tune_params_keys": ["b"], "cache": {"1": {"b": 1, "time": 8.0, "GFLOP/s": 2.0},'
        '"2": {"b": 2, "time": "CompilationFailedConfig"}, "3": {"b": 3, "__error__": "RuntimeFailedConfig"},\n'
    )
    assert to_t4.main([str(path), str(out)]) == 0
    run = replayed(out)
    assert (run["objective"], run["values"]) == ("GFLOP/s", [2, None, None])
    assert [r["invalidity"] for r in json.loads(out.read_text())["results"]] == ["correct", "compile", "runtime"]


def results_of(tmp_path, **cache):
    path, out = tmp_path / "cache.json", tmp_path / "t4.json"
    path.write_text(json.dumps({"device_name": "Tesla K20", "kernel_name": "sum", "problem_size": "4096"} | cache))
    assert to_t4.main([str(path), str(out)]) == 0
    jsonschema.validate(json.loads(out.read_text()), T4_SCHEMA)
    return json.loads(out.read_text())["results"]


def test_a_cache_of_kernel_tuner_0_has_its_values_in_keys_and_failures_in_times(tmp_path):
    results = results_of(
        tmp_path,
        tune_params_keys=["block", "scale", "layout", "padded", "other"],
        tune_params={"block": [16, 32], "scale": [0.5, 1.0], "layout": ["1", "row"], "padded": [False, True]},
        cache={
            "16,0.5,1,True,7": {"time": 2.5, "times": [2.4, 2.6]},
            "32,1.0,row,False,8.5": {"time": 1e20},
            "64,2,column,None,x": {"time": 1.7976931348623157e308, "GFLOP/s": 0.0},
        },
    )
    assert [list(r["configuration"].values()) for r in results] == [
        [16, 0.5, "1", True, 7],
        [32, 1.0, "row", False, 8.5],
        [64, 2, "column", "None", "x"],
    ]
    assert [r["invalidity"] for r in results] == ["correct", "runtime", "runtime"]
    assert results[0]["measurements"] == [{"name": "time", "value": 2.5, "unit": "milliseconds"}]
    assert results[1]["measurements"] == [{"name": "time", "value": "1e+20", "unit": ""}]
    assert replayed(tmp_path / "t4.json")["values"] == [2.5, None, None]


def test_of_several_objectives_the_first_counts_and_known_ones_have_units(tmp_path):
    entry = {"b": 1, "ps_energy": [3.0, 4.0], "time": 2.0, "GFLOPS/W": 5.0, "nvml_power": 6.0, "core_freq": 7.0}
    failed = {"b": 2, "ps_energy": 1.7976931348623157e308, "time": 1.0}
    of = {"tune_params_keys": ["b"], "objective": ["ps_energy", "time"], "cache": {"1": entry, "2": failed}}
    good, bad = results_of(tmp_path, **of)
    assert good["objectives"] == ["ps_energy"]
    assert {m["name"]: (m["value"], m["unit"]) for m in good["measurements"]} == {
        "ps_energy": (3.0, "J"),
        "time": (2.0, "milliseconds"),
        "GFLOPS/W": (5.0, "GFLOPS/W"),
        "nvml_power": (6.0, "W"),
        "core_freq": (7.0, ""),
    }
    assert bad["invalidity"] == "runtime"


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("{}", "neither a Kernel Tuner cache"),
        ('{"cache": {}}', "tune_params_keys"),
        ('{"cache": {}, "tune_params_keys": ["a"]}', "no result"),
        ('{"cache": {"1": {"a": 1}}, "tune_params_keys": ["a"]}', "no 'time'"),
        ('{"cache": {"1,2": {"time": 1}}, "tune_params_keys": ["a"]}', "'1,2'"),
        ('{"cache": {"1": {"a": 1, "time": []}}, "tune_params_keys": ["a"]}', "no 'time'"),
        ('{"cache": {"1": {"time": 1}}, "tune_params_keys": ["a"], "objective": []}', "objective"),
        ('{"Results": [], "Metadata": {}}', "no result"),
        ('{"Results": [{}], "Metadata": {}}', "Status"),
        ('{"Results": [], "Metadata": {"TimeUnit": "parsecs"}}', "parsecs"),
        ("[1", "not valid JSON"),
    ],
)
def test_what_is_no_recording_is_one_line(tmp_path, text, wanted):
    """And nothing is written."""
    path, out = tmp_path / "recording.json", tmp_path / "t4.json"
    path.write_text(text)
    message = refusal(to_t4.main, path, out)
    assert wanted in message and message.startswith(f"{path}: ")
    assert not out.exists()


@pytest.mark.parametrize("module", [t1, to_t4])
@pytest.mark.parametrize("arguments", [[], ["a", "b", "c"]])
def test_a_wrong_number_of_files_is_answered_with_the_usage(module, arguments, capsys):
    assert module.main(arguments) == 2
    assert capsys.readouterr().err.startswith(f"usage: python -m {module.__name__} ")
