"""Which records a table or a figure is about, the fastest of them by number of replications, and their rates."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from plots.data import select
from plots.data.records import Record, Records
from plots.output.tables import number
from plots.verdicts import claims
from plots.verdicts.family import FamilyData
from plots.verdicts.measures import Rule

PAPER = "passerat_2011"
MODELS = {"pi": "Pi", "mm1": "M/M/1", "walk": "random walk"}  # as readers are shown them, in the paper's order
SIZES = {"pi": "draws", "mm1": "clients", "walk": "steps"}  # what makes a replication long
NO_SIZE = {"model", "replications", "generator", "seed"}  # the axes of every model, one of the reader's own, too
PRINTED_SIZES = {"pi": "pi_draws", "mm1": "queue_clients", "walk": "walk_steps"}  # names in the paper's values
GENERATOR = "taus88"  # the paper's
REPLICATIONS = "replications"
ON_GPU = ("wlp", "tlp", "in_block")  # of which `chosen` takes the fastest

Curve = dict[int, Record]  # by the number of replications, ascending


def models(records: Records) -> list[str]:
    """The paper's first."""
    return sorted(records.values("model"), key=lambda model: [*MODELS, model].index(model))


def model_name(model: str) -> str:
    return MODELS.get(model, model)


def paper_cases(records: Records) -> Records:
    """Cases of the paper's size and generator of each model; what the paper leaves open is as most of them have it."""
    values = claims.paper(PAPER)["values"]
    of_size = (
        records.where(model=model, generator=GENERATOR, **{SIZES[model]: values[PRINTED_SIZES[model]]["value"]})
        for model in MODELS
    )
    return Records(r for each in of_size for r in select.standard(each))


def usual(records: Records, model: str) -> Records:
    """The paper's cases of a model; without any, those of the workload that most have."""
    records = records.where(model=model)
    return paper_cases(records) or select.standard(records)


def drawn(records: Records, model: str) -> Records:
    """The points of its curves."""
    records = usual(records, model)
    return Records(r for variant in records.variants() for r in curve(records, variant).values())


def of_model(data: FamilyData, model: str) -> FamilyData:
    """The run that has most points as the paper prints them, of another board if need be; without any, most of the model."""

    def of_paper(one: FamilyData) -> Records:
        return drawn(paper_cases(one.timed).where(lambda r: r.is_printed), model)

    for page in data, data.limited_to(data.every):
        one = page.run_with(of_paper)
        if of_paper(one):
            return one
    return data.run_with(lambda one: drawn(one.timed, model))


def rule_of(data: FamilyData, function: str, **members) -> Rule | None:
    """The rule of the first claim that rests on this quantity."""
    asked = {"function": function, **members}
    rules = (claim["judge"] for claim in data.paper.get("claims", []))
    return next((rule for rule in rules if any(asked.items() <= part.items() for part in _parts(rule))), None)


def _parts(rule: Rule) -> list[Rule]:
    return [rule, *rule.get("quotient", [])]


def scope_of(data: FamilyData, function: str, **members) -> FamilyData | None:
    """What a claim on this quantity rests on."""
    rule = rule_of(data, function, **members)
    with suppress(claims.NotMeasurable):
        return data.published.source(rule).scope if rule else None
    return None


def curve(records: Records, variant: str) -> Curve:
    """In the tuning that was timed at most numbers of replications: the fastest of those that were timed at each would
    have teeth where some were not."""
    mine = records.where(variant=variant)
    if not mine:
        return {}
    (usual_one, _), *_ = Counter(r.tuning for r in mine).most_common(1)
    return {n: group.quickest() for (n,), group in mine.where(lambda r: r.tuning == usual_one).by(REPLICATIONS)}


def at_most(records: Records, variant: str) -> Record | None:
    """The quickest at the largest number of replications."""
    mine = records.where(variant=variant)
    return mine.where(replications=max(mine.values(REPLICATIONS), default=0)).quickest()


def size_words(r: Record) -> str:
    """What a replication is of: for a model that the paper has not, all of its axes."""
    if r["model"] in SIZES:
        axis = SIZES[r["model"]]
        return f"{number(r[axis])} {axis}"
    return ", ".join(f"{axis}={value}" for axis, value in r.workload if axis not in NO_SIZE)


def rate(r: Record) -> float:
    """Points, clients or steps a second."""
    return r.data["work"]["items"] / r.time_s
