"""python -m plots.plan RUN... [--out FILE]: the cases that decide most claims soonest, for variants/claim_cases.json.

The ledger of recorded runs says which records each verdict rests on; what they took says what the cases will take. Claims are
taken in the order of how many a second decides, so that any part of the list from its beginning decides most for its time.
Claims that rest on hardware counters, or on the emulation, are no part of it: a plain run on a GPU does not decide them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from plots.data.load import ROOT, load_run
from plots.data.records import Records
from plots.files import command, whole
from plots.files.errors import InputError
from plots.files.text import printable
from plots.plan.costs import SAMPLING_S, Costs, input_of
from plots.plan.deciding import Basis, Family
from plots.sections import report
from plots.verdicts import claims

FILE = ROOT / "variants" / "claim_cases.json"
TEXT = (
    "The cases that decide most claims soonest, by `python -m plots.plan` from recorded runs. Each of `processes` fresh"
    " processes samples a case for sampling_s; it takes case_s, and once for all cases of an input input_s, on the GPU that"
    " recorded them."
)


def planned(paths: list[Path]) -> tuple[list[Basis], Costs]:
    """What decides each claim that a plain run can decide, the soonest decided first."""
    loaded = [load_run(path) for path in paths]
    runs = [run for run, _ in loaded]
    records = Records(r for run, each in loaded for r in each if not run.is_tuning and not run.counters)
    costs, modules, bases = Costs(records), report.modules(), []
    for name in sorted({r.family for r in records if claims.paper_of(r.family)}):
        family = Family(name, runs, records, modules.get(name))
        bases += filter(None, (family.basis(verdict, costs) for verdict in family.decided()))
    return in_order(bases, costs), costs


def in_order(bases: list[Basis], costs: Costs) -> list[Basis]:
    """The group of claims next that has the most claims a second beside what is taken already: claims share cases, and cases
    inputs, so that what is dear for one claim may be cheap for ten."""
    seconds: dict[tuple, float] = {}
    parts = [_parts(basis, costs, seconds) for basis in bases]
    place = {part: i for i, part in enumerate(seconds)}
    has = np.zeros((len(bases), len(place)), dtype=bool)
    for row, each in zip(has, parts):
        row[[place[part] for part in each]] = True
    left, open_s, order = list(range(len(bases))), np.array(list(seconds.values())), []
    while left:
        _, group = min(_group(first, left, has, open_s) for first in left)
        order += group
        left = [i for i in left if i not in group]
        open_s = np.where(has[group].any(axis=0), 0, open_s)
    return [bases[i] for i in order]


def _parts(basis: Basis, costs: Costs, seconds: dict[tuple, float]) -> set[tuple]:
    """What a claim needs and may share with others: cases and inputs, of each process anew."""
    parts = set()
    for r in basis.records:
        for process in range(basis.processes):
            for part, part_s in ((r.key, costs.case_s(r)), (input_of(r), costs.input_s(r))):
                seconds[part, process] = part_s
                parts.add((part, process))
    return parts


def _group(first: int, left: list[int], has: np.ndarray, open_s: np.ndarray) -> tuple[float, list[int]]:
    """A claim with those that are cheap beside it: the seconds for each, and which they are."""
    group, has_any, total = [first], has[first], float(open_s[has[first]].sum())
    while others := [i for i in left if i not in group]:
        beside = (has[others] & ~has_any) @ open_s
        cheapest = int(beside.argmin())
        if beside[cheapest] > total / len(group):
            break
        group.append(others[cheapest])
        has_any = has_any | has[others[cheapest]]
        total += float(beside[cheapest])
    return total / len(group), group


def listed(order: list[Basis], costs: Costs) -> dict[str, Any]:
    cases, decided, where = [], [], {}
    for basis in order:
        for r in basis.records:
            if r.key not in where:
                where[r.key] = len(cases)
                took = {"input_s": round(costs.input_s(r), 3), "case_s": round(costs.case_s(r), 3)}
                cases.append({"family": r.family, "variant": r.variant, "axes": r.axes, **took})
        indices = sorted(where[r.key] for r in basis.records)
        claim = basis.claim
        decided.append({"family": claim.family, "claim": claim.id, "processes": basis.processes, "cases": indices})
    return {"text": TEXT, "sampling_s": SAMPLING_S, "claims": decided, "cases": cases}


def text_of(plan: dict[str, Any]) -> str:
    """A line a claim and a case."""
    lines = [f'  "{name}": {json.dumps(plan[name])}' for name in ("text", "sampling_s")]
    for name in ("claims", "cases"):
        each = ",\n    ".join(json.dumps(row) for row in plan[name])
        lines.append(f'  "{name}": [\n    {each}\n  ]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments: list[str] | None = None) -> int:
    parser = command.Parser(prog="python -m plots.plan", description=__doc__.split("\n")[0])
    parser.add_argument(
        "run", nargs="+", type=command.path, metavar="RUN", help="run directory of a GPU, recorded in full"
    )
    parser.add_argument(
        "--out", type=command.path, default=FILE, metavar="FILE", help="default: variants/claim_cases.json"
    )

    def work() -> None:
        options = parser.parse_args(arguments)
        whole.file_place(options.out)
        order, costs = planned(options.run)
        if not order:
            raise InputError(f"{options.run[0]}: these runs decide no claim by times or answers of a GPU")
        plan = listed(order, costs)
        whole.write(options.out, text_of(plan).encode())
        print(printable(f"{options.out}: {len(plan['claims'])} claims by {len(plan['cases'])} cases"))

    return command.run("plots", work)


if __name__ == "__main__":
    sys.exit(main())
