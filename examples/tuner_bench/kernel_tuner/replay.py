#!/usr/bin/env python3
"""Replays strategies of the PyPI package kernel-tuner on recorded spaces, counted as `tuner-bench replay` counts.

    python -m venv kt && kt/bin/pip install kernel_tuner==1.4.0 scikit-learn jsonschema-rs
    kt/bin/python examples/tuner_bench/kernel_tuner/replay.py SPACE.json.gz... --seeds 30 > runs.jsonl
    python -m examples.tuner_bench.score SPACE.json.gz... --runs runs.jsonl

Reads T4 files; --objective, --maximize and --minimize are those of `tuner-bench replay`. Writes one JSON line a run: {"space",
"strategy", "seed", "objective", "unit", "values"}, where values are the objective's in the order evaluated, as the file has
them, null for a failed one. Each distinct configuration is paid once; one that breaks the
space's conditions (it is not in the file) is not paid. Every run is a fork of a process that has built the spaces and
run nothing, so nothing learnt in one run reaches another. dual_annealing ends by itself long before 200 evaluations;
dual_annealing_restarted begins it anew until they are spent.
"""

import json
import math
import os
import random
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy
from kernel_tuner.interface import Options, strategy_map
from kernel_tuner.runners.runner import Runner
from kernel_tuner.searchspace import Searchspace
from kernel_tuner.util import CompilationFailedConfig, RuntimeFailedConfig, StopCriterionReached, TuningBudget

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from examples.tuner_bench import recorded  # noqa: E402
from plots.files import command  # noqa: E402
from plots.files.errors import InputError  # noqa: E402
from plots.tuning import t4  # noqa: E402

STRATEGIES = [  # the quickest first
    "dual_annealing",
    "dual_annealing_restarted",
    "adaptive_tabu_greywolf",
    "firefly_algorithm",
    "pso",
    "genetic_algorithm",
    "diff_evo",
    "random_sample",
    "simulated_annealing",
    "hybrid_vndx",
    "basinhopping",
    "mls",
    "greedy_ils",
    "greedy_mls",
]
RESTARTED = "_restarted"
MOST_IDLE_RESTARTS = 20  # in a row, that pay nothing
FAILED = {"compile": CompilationFailedConfig, "runtime": RuntimeFailedConfig}


@dataclass
class Built:
    """Kernel Tuner's own space of a T4 file, with what was recorded: {configuration: value, or None where it failed}."""

    searchspace: Searchspace
    of: recorded.Recorded
    values: dict
    failures: dict


def built(path, objective, is_maximised):
    of = recorded.read(path, objective, is_maximised)
    results = recorded.tried_in(t4.document(path))
    names = list(results[0]["configuration"])
    values, failures = {}, {}
    for result, value in zip(results, of.values.tolist(), strict=True):
        key = tuple(result["configuration"][name] for name in names)
        values[key] = None if math.isnan(value) else value
        if values[key] is None:
            failures[key] = FAILED.get(result["invalidity"], RuntimeFailedConfig)
    parameters = {name: sorted({key[i] for key in values}) for i, name in enumerate(names)}
    cache = {index: dict(zip(names, key)) for index, key in enumerate(values)}
    space = Searchspace(None, None, None, from_cache={"tune_params": parameters, "cache": cache})
    assert space.size == len(values), f"{path}: {space.size} configurations built, {len(values)} recorded"
    return Built(space, of, values, failures)


class Recorder(Runner):
    """Serves recorded results and notes each distinct one, in order, until the budget is spent."""

    def __init__(self, space):
        self.space = space
        self.paid = {}

    def get_device_info(self):
        return None

    def get_environment(self, tuning_options):
        return {}

    def add_strategy_time(self, seconds):
        pass

    def run(self, parameter_space, tuning_options):
        results = []
        for element in parameter_space:
            if tuning_options.budget.is_done():
                results.append(None)
                continue
            key = tuple(element)
            result = dict(zip(tuning_options.tune_params, key))
            if key not in self.space.values:
                raise ValueError(f"{key} is not in the recorded space")
            if key not in self.paid:
                self.paid[key] = self.space.values[key]
                tuning_options.budget.add_evaluations(1)
            result[self.space.of.objective] = self.space.values[key]
            if key in self.space.failures:
                result["__error__"] = result[self.space.of.objective] = self.space.failures[key]()
            results.append(result)
        return results


def replay(strategy, space, evaluations, seed):
    """One run; the values in the order paid for."""
    random.seed(seed)
    numpy.random.seed(seed)
    search = strategy_map[strategy.removesuffix(RESTARTED)]
    runner = Recorder(space)
    budget = min(evaluations, len(space.values))
    options = Options(
        objective=[space.of.objective],
        objective_higher_is_better=[space.of.is_maximised],
        verbose=False,
        metrics=None,
        cache={},
        cachefile=None,
        tune_params=space.searchspace.tune_params,
        restrictions=[],
        restrictions_unmodified=None,
        max_fevals=budget,
        simulated_time=0,
        strategy_options=Options(max_fevals=budget),
        budget=TuningBudget(None, budget),
    )
    try:
        search.tune(space.searchspace, runner, options)
        idle = 0
        while strategy.endswith(RESTARTED) and len(runner.paid) < budget and idle < MOST_IDLE_RESTARTS:
            before = len(runner.paid)
            search.tune(space.searchspace, runner, options)  # the generators go on: another seed
            idle = 0 if len(runner.paid) > before else idle + 1
    except StopCriterionReached:
        pass
    return list(runner.paid.values())[:evaluations]


def run_isolated(*arguments):
    """replay() in a child process; None if it failed, with the reason on stderr."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            text = json.dumps(replay(*arguments))
        except Exception as error:  # a strategy that cannot run here is named, not hidden
            print(f"{arguments[0]}: {type(error).__name__}: {error}", file=sys.stderr)
            text = "null"
        os.write(writer, text.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text or "null")


def line(path, strategy, seed, of, values):
    run = {"space": str(path), "strategy": f"kernel_tuner {strategy}", "seed": seed}
    return json.dumps(run | {"objective": of.objective, "unit": of.unit, "values": values})


def arguments():
    parser = command.Parser(description=__doc__, formatter_class=command.AS_WRITTEN)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--strategies", default=",".join(STRATEGIES))
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--evaluations", type=int, default=200)
    parser.add_argument("--objective", default="", help="measurement (default: the file's own)")
    direction = parser.add_mutually_exclusive_group()
    direction.add_argument("--maximize", dest="is_maximised", action="store_const", const=True)
    direction.add_argument("--minimize", dest="is_maximised", action="store_const", const=False)
    given = parser.parse_args()
    given.strategies = given.strategies.split(",")
    unknown = [name for name in given.strategies if name.removesuffix(RESTARTED) not in strategy_map]
    if unknown:
        raise InputError(f"--strategies {unknown[0]}: none of {', '.join(sorted(strategy_map))}")
    return given


def work():
    given = arguments()
    spaces = {path: built(path, given.objective, given.is_maximised) for path in given.files}
    for strategy in given.strategies:
        for path, space in spaces.items():
            for seed in range(given.first_seed, given.first_seed + given.seeds):
                found = run_isolated(strategy, space, given.evaluations, seed)
                if found is None:
                    break
                print(line(path, strategy, seed, space.of, found), flush=True)


if __name__ == "__main__":
    sys.exit(command.run("", work))
