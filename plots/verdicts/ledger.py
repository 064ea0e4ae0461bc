"""The verdicts on a family's claims, judged as printed with the tuned form beside it."""

from __future__ import annotations

from plots.verdicts.claims import Claim, NotMeasurable, claims
from plots.verdicts.family import FamilyData
from plots.verdicts.published import Published
from plots.verdicts.words import NOT_COMPARABLE, NOT_MEASURED, Verdict, verdict_on


def verdicts(data: FamilyData) -> list[Verdict]:
    """Every claim of the paper on the family, in the paper's order."""
    listed = claims(data.paper["id"], data.name) if data.paper else []
    return [verdict(claim, data.published) for claim in listed]


def shown(data: FamilyData, judged: list[Verdict]) -> list[FamilyData]:
    """A page each board and build, the one first on which most verdicts rest; of equal ones that with most timed cases."""

    def resting(setup: FamilyData) -> int:
        runs = {r.run.path for r in setup.timed}
        return sum(all(r.run.path in runs for r in v.measured.records) for v in judged if v.measured)

    return sorted(data.setups(), key=resting, reverse=True) or [data]


def verdict(claim: Claim, published: Published) -> Verdict:
    try:
        measured = published.measured(claim.judge)
    except NotMeasurable as why:
        return Verdict(claim, NOT_COMPARABLE if claim.not_comparable else NOT_MEASURED, None, str(why))
    return verdict_on(claim, measured, published.tuned(claim.judge))
