"""Odd judges of replications: crossovers, steps of the time, and what a profiler counted."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from math import exp, log

from .choice import that_meet, usual_setting
from .measured import Measured, NotMeasured, all_cases, answer, exactly, time_of
from .runs import ROOT, Case

PAPER = json.loads((ROOT / "results" / "papers" / "passerat_2011.json").read_text(encoding="utf-8"))["values"]
SIZES = {"pi": ("draws", "pi_draws"), "mm1": ("clients", "queue_clients"), "walk": ("steps", "walk_steps")}
REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_{}.sum"
WAITS = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
MEMORY = ("long_scoreboard", "lg_throttle")
OTHERS = ("short_scoreboard", "mio_throttle", "tex_throttle", "math_pipe_throttle", "barrier", "wait")
SIGMA = 5  # standard errors that a step must be high
LEAST_STEP = 0.005  # of the time


def paper_cases(cases: Iterable[Case]) -> list[Case]:
    """Cases of the paper's size and generator of each model; all else as most of them have it."""
    cases, printed = [*cases], []
    for model, (axis, value) in SIZES.items():
        where = {"model": model, "generator": "taus88", axis: PAPER[value]["value"]}
        printed += usual_setting(that_meet(cases, where))
    return printed


def _curve(cases: list[Case], variant: str) -> dict[int, Measured]:
    """Replications -> time, in the tuning that was timed at most numbers."""
    mine = that_meet(cases, {}, variant)
    if not mine:
        return {}
    ((usual, _),) = Counter(case.how for case in mine).most_common(1)
    return {case.size: time_of(case) for case in sorted(mine, key=lambda c: c.size) if case.how == usual}


def lasting_gain(judging, scope, variants, where, enough=None) -> Measured:
    late, early = (_curve(that_meet(paper_cases(scope.timed), where), variant) for variant in variants)
    numbers = sorted(late.keys() & early.keys())
    if len(numbers) < 2:
        raise NotMeasured("not at two numbers")
    ratios = [late[n] / early[n] for n in numbers]
    value, low, high = (_below_1_from(numbers, [getattr(r, end) for r in ratios]) for end in ("value", "low", "high"))
    cases = all_cases([*late.values(), *early.values()])
    if low is None:
        return _none_up_to(numbers[-1], enough, cases)
    if high is None:
        raise NotMeasured("the intervals overlap at the last number")
    return Measured(value, low if value > numbers[0] else 1, high, cases)


def _below_1_from(numbers: list[int], ratios: list[float]) -> float | None:
    """Straight between the logarithms; None if it is not below at the last."""
    *_, last = [-1, *(i for i, ratio in enumerate(ratios) if ratio >= 1)]
    if last == len(numbers) - 1:
        return None
    if last < 0:
        return numbers[0]
    (n, m), (above, below) = numbers[last : last + 2], ratios[last : last + 2]
    return n * exp(log(m / n) * log(above) / log(above / below))


def _none_up_to(last: int, enough: float | None, cases: tuple[Case, ...]) -> Measured:
    """That there is none says something if enough numbers were tried."""
    if enough is None or last < enough:
        raise NotMeasured(f"none up to {last}")
    return exactly(last, *cases)


def first_step(judging, scope, variant, where, enough=None) -> Measured:
    """Where the time first rises by more than in proportion to the replications, by more than noise, and stays up. Of the
    run, setting and tuning with most numbers; of lanes, only full warps."""
    groups = defaultdict(dict)
    for case in that_meet(scope.timed, where, variant):
        if case.size >= (32 if variant == "tlp" else 1):
            groups[id(case.run), case.setting({case.size_axis}), case.how][case.size] = case
    cases = max(groups.values(), key=len, default={})
    if len(cases) < 8:
        raise NotMeasured("few numbers")
    cases = [case for _, case in sorted(cases.items())]
    for i in range(1, len(cases)):
        before, after = cases[max(i - 3, 0) : i], cases[i : i + 3]
        growth = min(c.seconds[0] for c in after) / max(c.seconds[0] for c in before)
        error = max((c.seconds[2] - c.seconds[1]) / 2 / 1.96 / c.seconds[0] for c in before + after)
        least = 1 + max(LEAST_STEP, SIGMA * error)
        if growth > least * cases[i].size / cases[i - 1].size:
            return Measured(cases[i].size, cases[i - 1].size + 1, cases[i].size, tuple(cases))
    return _none_up_to(cases[-1].size, enough, tuple(cases))


def idle_share(judging, scope, variant, where, replications) -> Measured:
    """All but what so many are of those before the first step."""
    step = first_step(judging, scope, variant, where)
    idle = [1 - replications / (end - 1) for end in (step.value, step.low, step.high)]
    return Measured(*idle, step.cases)


def _counted(scope, variants: list[str]) -> list[Case]:
    """Both of one walk: the paper's if it was counted, then that of most replications."""
    groups = defaultdict(dict)
    for case in that_meet(scope.profiled, {"model": "walk"}):
        groups[case.setting()][case.variant] = case
    both = [[group[v] for v in variants] for group in groups.values() if {*variants} <= group.keys()]
    if not both:
        raise NotMeasured("no counters of both")
    return max(both, key=lambda pair: (bool(paper_cases(pair)), pair[0].size))


def accesses_over(judging, scope, variants, access) -> Measured:
    both = _counted(scope, variants)
    metric = REQUESTS.format({"reads": "ld", "writes": "st"}[access])
    count, base = (sum(launch[metric] for launch in case.run.launches) for case in both)
    return answer(count / base, both)


def memory_time_over(judging, scope, variants) -> Measured:
    both = _counted(scope, variants)
    ratio, base = (_memory_over_rest(case) for case in both)
    return exactly(ratio / base, *both)


def _memory_over_rest(case: Case) -> float:
    """Warps that wait for global memory over those that wait for anything else or issue."""
    launches = case.run.launches
    times = [launch["gpu__time_duration.sum"] for launch in launches]

    def warps(reasons: tuple[str, ...]) -> float:
        each = [sum(launch[WAITS.format(reason)] for reason in reasons) for launch in launches]
        return sum(w * t for w, t in zip(each, times)) / sum(times)

    return warps(MEMORY) / (1 + warps(OTHERS))


FUNCTIONS = {judge.__name__: judge for judge in (lasting_gain, first_step, idle_share, accesses_over, memory_time_over)}
