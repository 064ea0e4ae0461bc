"""Verdicts as tables: what the paper says, what is measured here, in the paper's own terms."""

from __future__ import annotations

from collections import Counter

from plots.data.measured import ALONE, Measured
from plots.output.tables import Interval, Noted, Table, number
from plots.verdicts.claims import BOARD_SPREAD, Claim, claims, paper, papers
from plots.verdicts.published import basis
from plots.verdicts.words import (
    DECIDED,
    DIFFERS,
    NO_DIFFERENCE,
    NOT_MEASURED,
    OTHER_FACTOR,
    UNDECIDED,
    VERDICTS,
    Verdict,
)

SHORT = {OTHER_FACTOR: "other factor", NO_DIFFERENCE: "same"}  # two words at most
HEADS = ["verdict", "what is said", "paper", "here, as printed", "95 % interval", "here, tuned", "quantity", "holds if"]


def counts(title: str, where: str, verdicts: list[Verdict]) -> list:
    """A row of the summary: how many of each verdict."""
    count = Counter(v.verdict for v in of_papers(verdicts))
    return [title, count.total(), *(count[word] for word in VERDICTS), where]


def of_papers(verdicts: list[Verdict]) -> list[Verdict]:
    return [v for v in verdicts if not v.claim.is_ours]


def in_a_line(verdicts: list[Verdict]) -> str:
    """How many of the papers' claims are decided, and how; those of families without records are not measured."""
    count = Counter(v.verdict for v in of_papers(verdicts))
    every = [
        c for name in papers() for family in paper(name)["families"] for c in claims(name, family) if not c.is_ours
    ]
    count[NOT_MEASURED] += len(every) - count.total()
    decided, rest = (
        "; ".join(f"{count[word]} {word}" for word in VERDICTS if (word in DECIDED) == is_) for is_ in (True, False)
    )
    return f"{sum(count[word] for word in DECIDED)} of {len(every)} claims of the papers are decided: {decided}; {rest}"


def for_terminal(judged: list[tuple[str, list[Verdict]]]) -> str:
    """How the papers' claims on each family stand, a line each, in 80 columns; nothing where none is decided. `judged`: family,
    verdicts."""
    words = (*DECIDED, UNDECIDED)
    heads = ["", "claims", *(SHORT.get(word, word) for word in words), "not judged"]
    rows = []
    for family, verdicts in judged:
        count = Counter(v.verdict for v in of_papers(verdicts))
        judged_so = [count[word] for word in words]
        rows.append([family, count.total(), *judged_so, count.total() - sum(judged_so)])
    if not any(v.verdict in DECIDED for _, verdicts in judged for v in of_papers(verdicts)):
        return ""
    above, below = zip(*(head.split(" ") if " " in head else ("", head) for head in heads))
    lines = [[*map(str, line)] for line in (above, below, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "".join(
        "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) + "\n" for line in lines
    )


def row(verdict: Verdict, others: dict[str, Verdict]) -> list:
    """Cells of HEADS. `others`: the family's verdicts by claim, for those whose terms are other claims' quantities."""
    claim, measured = verdict.claim, verdict.measured
    return [
        _word(verdict),
        claim.text,
        paper_words(claim),
        _here([others[name].measured for name in claim.shown] or [measured], claim, others),
        _interval(measured, claim.unit),
        _here([others[name].tuned for name in claim.shown] or [verdict.tuned], claim, others),
        claim.quantity,
        condition(claim),
    ]


def _word(verdict: Verdict) -> str | Noted:
    """The verdict; another size with the factor by which it is off."""
    if verdict.verdict not in (OTHER_FACTOR, DIFFERS) or not verdict.factor:
        return verdict.verdict
    return Noted(verdict.verdict, f"{_times(verdict.factor)}×")


def _times(factor: float) -> str:
    """Two digits, and as many more as 1.05 has."""
    return number(float(f"{factor:.2g}") if abs(factor - 1) > 0.1 else round(factor, 3))


def _here(each: list[Measured | None], claim: Claim, others: dict[str, Verdict]) -> str | None:
    if None in each:
        return None
    units = [others[name].claim.unit for name in claim.shown] or [claim.unit]
    return " and ".join(in_unit(m.value, unit, _digits(claim, m)) for m, unit in zip(each, units))


def paper_words(claim: Claim) -> str | None:
    if claim.printed or claim.claimed is None:
        return claim.printed or None
    ends = claim.claimed if isinstance(claim.claimed, list) else [claim.claimed]
    return " to ".join(in_unit(end, claim.unit) for end in ends)


def in_unit(value: float, unit: str, digits: int = 10) -> str:
    """30x, 37.4 s, 98 %, 8e10 moves/s: to so many significant digits."""
    scaled = 100 * value if unit == "%" else value
    text = f"{scaled:.{digits}g}"
    if 1e-4 <= abs(scaled) < 1e7:
        text = f"{float(text):f}".rstrip("0").rstrip(".")
    text = text.replace("e+", "e").replace("e0", "e").replace("e-0", "e-")
    return text + (unit if unit == "x" else f" {unit}" if unit else "")


def _digits(claim: Claim, measured: Measured) -> int:
    """Three, or as many as the paper prints; a count has all."""
    if measured.value == round(measured.value) and measured.low == measured.high:
        return 10
    ends = claim.claimed if isinstance(claim.claimed, list) else [claim.claimed or 0]
    return max([3, *(len(f"{end:.10g}".strip("-0.")) for end in ends if abs(end) < 1)])


def _interval(measured: Measured | None, unit: str) -> Interval | None:
    if measured is None or measured.low == measured.high:
        return None
    scale = 100 if unit == "%" else 1
    written = ([in_unit(end, unit, digits) for end in (measured.low, measured.high)] for digits in range(4, 9))
    ends = next(
        (pair for pair in written if pair[0] != pair[1]), [in_unit(measured.low, unit), in_unit(measured.high, unit)]
    )
    return Interval(scale * measured.low, scale * measured.high, " to ".join(ends))


def condition(claim: Claim) -> str:
    """The relation, and what the words of size ask beyond it."""
    if claim.relation == "between":
        words = " to ".join(in_unit(end, claim.unit) for end in claim.limit)
    else:
        words = f"{claim.relation} {in_unit(claim.limit, claim.unit)}"
    low, high = claim.size or (None, None)
    words += f"; its size: at least {in_unit(low, claim.unit)}" if low is not None else ""
    return words + (f"; its size: at most {in_unit(high, claim.unit)}" if high is not None else "")


def table_of(verdicts: list[Verdict], family: str, where: str) -> Table:
    """The papers' claims on a family, with all that stands behind each verdict."""
    return _table(of_papers(verdicts), verdicts, f"{family}_claims", f"Claims, judged on {where}", how_judged())


def of_ours(verdicts: list[Verdict], family: str, where: str) -> Table:
    """What no paper says and a user would ask."""
    ours = [v for v in verdicts if v.claim.is_ours]
    return _table(ours, verdicts, f"{family}_questions", f"What no paper says, judged on {where}")


def _table(chosen: list[Verdict], verdicts: list[Verdict], name: str, title: str, note: str = "") -> Table:
    others = {v.claim.id: v for v in verdicts}
    heads = [*HEADS, "where", "value", "here / paper", "note", "rests on"]
    rows = [[*row(v, others), v.claim.where, *_behind(v)] for v in chosen]
    return Table(name, title, heads, rows, note, fold=False)


def _behind(v: Verdict) -> list:
    return [v.measured.value, v.factor, _note(v), basis(v.measured)] if v.measured else [None, None, v.note, None]


def _note(v: Verdict) -> str:
    words = [v.note, v.claim.not_comparable, v.claim.reading]
    if v.verdict in (OTHER_FACTOR, DIFFERS) and v.factor:
        words.insert(0, f"{_times(v.factor)} times the printed size")
    if v.tuned:
        words.append(f"tuned: {v.tuned.note}")
    return ". ".join(text.rstrip(".") for text in words if text) + "."


def meanings() -> str:
    """What each verdict says; a sentence each."""
    return ". ".join(f"{word}: {meaning}" for word, meaning in VERDICTS.items()) + "."


def how_judged() -> str:
    """What a reader of single verdicts must know."""
    return (
        f"{meanings()} In the brackets of a verdict: measured over printed size, of a ratio that of its distance from 1. Claims"
        " are judged in the form that the paper prints, at the size that they name, inside one run where one has all that is"
        " needed. Intervals hold with 95 %: of the mean of the processes, a ratio paired by their rounds; where fewer than three"
        f" processes measured a time, {ALONE['gpu']:.0%} either way ({ALONE['cpu']:.0%} a CPU's); of times of several boards at"
        f" least {BOARD_SPREAD:.1%} either way."
    )
