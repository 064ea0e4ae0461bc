"""Which searches are the paper's, and their times."""

from __future__ import annotations

from collections.abc import Iterable
from math import isclose

from .choice import by_size, candidates, fastest, that_meet
from .measured import Measured, NotMeasured
from .runs import Case

GRAPHS = ("watts_ring", "watts", "barabasi_albert")
BEST = "k7_thread_counter"


def is_papers(case: Case, racing: bool = False) -> bool:
    """Graphs (1), (2) and (3) with the parameters that stand for the paper's; races are of no claim of it."""
    a = case.axes
    if a.get("races") and not racing:
        return False
    if a["graph"] == "barabasi_albert":
        return a["m"] == 50
    p = {"watts_ring": 1e-10, "watts": 0.25 / a["n"]}.get(a["graph"])
    return p is not None and a["k"] == 10 and a["alpha"] == 0 and isclose(a["p"], p)


def paper_cases(cases: Iterable[Case]) -> list[Case]:
    """Of cases alike in all but the number of sources, that of most."""
    most: dict[tuple, Case] = {}
    for case in filter(is_papers, cases):
        alike = case.variant, *(case.axes[a] for a in ("graph", "n", "instance")), case.how
        if alike not in most or case.answer("sources") > most[alike].answer("sources"):
            most[alike] = case
    return [*most.values()]


def times(judging, scope, variant: str, graph: str) -> dict[int, Measured]:
    """n -> of the paper's form, mean over instances."""
    found = that_meet(candidates(scope.timed, judging, paper_cases), {"graph": graph}, variant)
    return {n: fastest(cases, judging) for n, cases in by_size(found, {}).items()}


def time(judging, scope, variant: str, graph: str, n: int) -> Measured:
    found = times(judging, scope, variant, graph)
    if n not in found:
        raise NotMeasured(f"{variant} on {graph} at {n}")
    return found[n]
