#!/usr/bin/env python3
"""Replays strategies of the PyPI package kernel-tuner on recorded spaces, counted as `retime replay` counts.

    python -m venv kt && kt/bin/pip install kernel_tuner==1.4.0 scikit-learn
    kt/bin/python tests/kernel_tuner/replay.py SPACE.json.gz... --seeds 30 > runs.jsonl
    python -m plots.tuning.score SPACE.json.gz... --runs runs.jsonl

Reads T4 files whose times are milliseconds. Writes one JSON line a run: {"space", "strategy", "seed", "values"}, where values are the objectives
in the order evaluated, null for a failed one. Each distinct configuration is paid once; one that breaks the
space's conditions (it is not in the file) is not paid. Every run is a fork of a process that has built the spaces and
run nothing, so nothing learnt in one run reaches another. dual_annealing ends by itself long before 200 evaluations;
dual_annealing_restarted begins it anew until they are spent.
"""

import argparse
import gzip
import json
import os
import random
import sys
import warnings
from pathlib import Path

import numpy
from kernel_tuner.interface import Options, strategy_map
from kernel_tuner.runners.runner import Runner
from kernel_tuner.searchspace import Searchspace
from kernel_tuner.util import CompilationFailedConfig, RuntimeFailedConfig, StopCriterionReached, TuningBudget

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


def read_t4(path):
    """The recorded space of a T4 file: its parameters' values and {configuration: objective or None}."""
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt") as file:
        results = json.load(file)["results"]
    names = list(results[0]["configuration"])
    recorded, failure = {}, {}
    for entry in results:
        key = tuple(entry["configuration"][name] for name in names)
        correct = entry["invalidity"] == "correct"
        recorded[key] = entry["measurements"][0]["value"] if correct else None
        if not correct:
            failure[key] = FAILED.get(entry["invalidity"], RuntimeFailedConfig)
    values = {name: sorted({key[i] for key in recorded}) for i, name in enumerate(names)}
    return values, recorded, failure


def built(path):
    """Kernel Tuner's own space of a T4 file, with what was recorded."""
    values, recorded, failure = read_t4(path)
    cache = {index: dict(zip(values, key)) for index, key in enumerate(recorded)}
    space = Searchspace(None, None, None, from_cache={"tune_params": values, "cache": cache})
    assert space.size == len(recorded), f"{path}: {space.size} configurations built, {len(recorded)} recorded"
    return space, recorded, failure


class Recorder(Runner):
    """Serves recorded results and notes each distinct one, in order, until the budget is spent."""

    def __init__(self, recorded, failure):
        self.recorded, self.failure = recorded, failure
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
            if key not in self.recorded:
                raise ValueError(f"{key} is not in the recorded space")
            if key not in self.paid:
                self.paid[key] = self.recorded[key]
                tuning_options.budget.add_evaluations(1)
            if self.recorded[key] is None:
                result["time"] = self.failure[key]()
                result["__error__"] = result["time"]
            else:
                result["time"] = self.recorded[key]
            results.append(result)
        return results


def replay(strategy, space, recorded, failure, evaluations, seed):
    """One run; the objectives in the order paid for."""
    random.seed(seed)
    numpy.random.seed(seed)
    search = strategy_map[strategy.removesuffix(RESTARTED)]
    runner = Recorder(recorded, failure)
    budget = min(evaluations, len(recorded))
    options = Options(
        objective=["time"],
        objective_higher_is_better=[False],
        verbose=False,
        metrics=None,
        cache={},
        cachefile=None,
        tune_params=space.tune_params,
        restrictions=[],
        restrictions_unmodified=None,
        max_fevals=budget,
        simulated_time=0,
        strategy_options=Options(max_fevals=budget),
        budget=TuningBudget(None, budget),
    )
    try:
        search.tune(space, runner, options)
        idle = 0
        while strategy.endswith(RESTARTED) and len(runner.paid) < budget and idle < MOST_IDLE_RESTARTS:
            before = len(runner.paid)
            search.tune(space, runner, options)  # the generators go on: another seed
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--strategies", default=",".join(STRATEGIES))
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--evaluations", type=int, default=200)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    spaces = {path: built(path) for path in arguments.files}
    for strategy in arguments.strategies.split(","):
        for path, (space, recorded, failure) in spaces.items():
            for seed in range(arguments.first_seed, arguments.first_seed + arguments.seeds):
                found = run_isolated(strategy, space, recorded, failure, arguments.evaluations, seed)
                if found is None:
                    break
                run = {"space": str(path), "strategy": f"kernel_tuner {strategy}", "seed": seed, "values": found}
                print(json.dumps(run), flush=True)


if __name__ == "__main__":
    main()
