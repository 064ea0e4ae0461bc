"""Judges a claim by its `judge` member, which results/papers/README.md describes: one factory for all papers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plots.data import measured, select
from plots.data.measured import Measured
from plots.data.records import Records
from plots.verdicts import measures
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData
from plots.verdicts.measures import Rule

COMMON = {"where", "over", "pick", "from", "at", "tuning", "free", "prefer", "per", "mean_over", "vary"}
KINDS = {  # kind -> the members that it takes beside COMMON
    "ratio": set(),
    "coefficient": {"growth"},
    "slope": {"sizes"},
    "observable": set(),
    "quotient": set(),
    "difference": set(),
    "claims": set(),  # of what these measure, each where it is judged: only Published knows that
    "function": None,  # whatever its function takes
    "unjudged": set(),  # why nothing here can judge it
}
PICKS: dict[str, Callable[[list[Measured]], int]] = {
    "largest": lambda points: max(range(len(points)), key=lambda i: points[i].value),
    "smallest": lambda points: min(range(len(points)), key=lambda i: points[i].value),
    "first": lambda points: 0,
    "last": lambda points: -1,
}
MEAN = "geometric mean"


def kind_of(rule: Rule) -> str:
    """ValueError unless the rule has one kind and members that it takes."""
    kinds = [kind for kind in KINDS if kind in rule]
    if len(kinds) != 1:
        raise ValueError(f"judge should name one of {', '.join(KINDS)}, not {', '.join(kinds) or 'none'}")
    allowed = KINDS[kinds[0]]
    unknown = sorted(set(rule) - COMMON - allowed - {kinds[0]}) if allowed is not None else []
    if unknown:
        raise ValueError(f"a judge of kind {kinds[0]} has no member {unknown[0]}")
    if rule.get("pick", MEAN) not in {*PICKS, MEAN}:
        raise ValueError(f"pick is {rule['pick']!r}, none of {', '.join(PICKS)}, {MEAN}")
    return kinds[0]


def measure(rule: Rule, data: FamilyData) -> Measured:
    """What the records say about a claim's quantity; NotMeasurable with the reason if they do not."""
    kind = kind_of(rule)
    if kind == "function":
        return data.functions[rule["function"]](data, **{name: value for name, value in rule.items() if name != kind})
    if kind == "unjudged":
        raise NotMeasurable(rule[kind])
    rule = data.judging | rule
    if kind in ("quotient", "difference"):
        return _both(kind, *(measure(part, data) for part in rule[kind]))
    if kind == "observable":
        return _observable(rule, data)
    return _over(kind, rule, data)


def of_claims(rule: Rule) -> bool:
    """Whether it is made of what claims measure, each by itself."""
    return "claims" in rule or any("claims" in part for part in rule.get("quotient") or rule.get("difference") or [])


def combined(rule: Rule, parts: list[Measured]) -> Measured:
    """What is made of them; of `claims` their mean or the one that `pick` names, which then rests on all."""
    if "claims" not in rule:
        return _both(kind_of(rule), *parts)
    note = "; ".join(f"{m.value:.3g} of {name}" for m, name in zip(parts, rule["claims"]))
    if rule["pick"] == MEAN:
        return replace(measured.geometric_mean(parts), note=note)
    place = PICKS[rule["pick"]](parts)
    note = f"{rule['claims'][place]}: {parts[place].note}"
    return replace(parts[place], note=note, records=tuple(r for m in parts for r in m.records))


def _both(kind: str, first: Measured, second: Measured) -> Measured:
    words = "less" if kind == "difference" else "over"
    note = f"{first.value:.3g} {words} {second.value:.3g}: {first.note}; {second.note}"
    if kind == "quotient" and second.low <= 0:
        raise NotMeasurable(f"a quotient of what may be 0: {note}")
    return replace(first - second if kind == "difference" else first / second, note=note)


def cases(rule: Rule, data: FamilyData, records: Records | None = None) -> Records:
    """The records that a rule is about: the paper's cases, with the workload and the tuning that the rule names. Where it
    asks for the printed form and the page is of the tuned one, any tuning."""
    records = data.timed_for_paper if records is None else data.paper_cases(records)
    records = records.where(**rule.get("where", {}))
    vary = rule.get("vary", [])
    if vary != "all":
        over = rule.get("over", ())
        records = select.standard(records, {*vary, *([over] if isinstance(over, str) else over)})
    if rule.get("tuning") == "printed" and data.form == "printed":
        preferred = rule.get("prefer", {})
        records = select.as_printed(records, {*rule.get("free", ()), *preferred})
        for axis, values in preferred.items():
            records = next((chosen for v in values if (chosen := records.where(**{axis: v}))), Records())
    return records


def _over(kind: str, rule: Rule, data: FamilyData) -> Measured:
    """The kind's value at every point of `over`, and of those the one that `pick` names."""
    axis, points = _points(kind, rule, data)
    every, pick = [m for _, m in points], rule.get("pick", "first")
    if pick in ("first", "last"):
        chosen = points[PICKS[pick](every)]
        return replace(chosen[1], note=_note(axis, [chosen]))
    note, records = _note(axis, points), tuple(r for m in every for r in m.records)
    if pick == MEAN:
        return replace(measured.geometric_mean(every), note=note)
    return replace(every[PICKS[pick](every)], note=note, records=records)


def _points(kind: str, rule: Rule, data: FamilyData) -> tuple[str | None, list[tuple[Any, Measured]]]:
    """The axis of `over`, and what was measured at each of its values that has the records. Values that the rule lists
    must all have them."""
    over, size = rule.get("over"), _size_axis(data)
    axis, listed = next(iter(over.items())) if isinstance(over, dict) else (over, None)
    measure_at = {"ratio": measures.ratio, "coefficient": measures.coefficient, "slope": measures.slope}[kind]
    records, points = cases(rule, data), []
    reason = NotMeasurable("no measured and correct records of " + measures.missing_words(rule[kind], rule, size))
    for value in [None] if axis is None else listed or _values(records, axis):
        here = records if axis is None else records.where(**{axis: value})
        try:
            points.append((value, measure_at(rule[kind], rule, data, here, size)))
        except NotMeasurable as why:
            reason = why
            if listed or axis is None:
                points = []
                break
    if not points or (rule.get("pick") == "last" and len(points) < 2):
        raise _without_gpu(reason, rule[kind], data)
    return axis, points


def _note(axis: str | None, points: list[tuple[Any, Measured]]) -> str:
    if axis is None:
        return "; ".join(m.note for _, m in points)
    place = "of" if axis == "variant" else f"at {axis}"
    besides = {m.note.removeprefix(f"{axis} = {value}; ") for value, m in points}
    if len(besides) == 1 and not besides & {m.note for _, m in points}:  # over sizes, which a note names by itself
        return "; ".join(f"{m.value:.3g} {place} {value}" for value, m in points) + f" ({besides.pop()})"
    return "; ".join(f"{m.value:.3g} {place} {value} ({m.note})" for value, m in points)


def _values(records: Records, axis: str) -> list:
    return list(select.order(records)) if axis == "variant" else records.values(axis)


def _size_axis(data: FamilyData) -> str:
    return next((r.size_axis for r in data.cases if r.size_axis), "")


def variants_in(rule: Rule) -> list[str]:
    """All variants that a rule names, in whatever member."""
    over = rule.get("over", {})
    named = [over.get("variant", []) if isinstance(over, dict) else []]
    named += [
        rule[member] for member in ("ratio", "coefficient", "slope", "variants", "variant", "others") if member in rule
    ]
    return measures.variants_of(named)


def ranges_over(rule: Rule | None) -> list[str]:
    """The axes over which a rule, or a part of it, measures."""
    if rule is None:
        return []
    over = rule.get("over", [])
    parts = [axis for kind in ("quotient", "difference") for part in rule.get(kind, []) for axis in ranges_over(part)]
    return [over, *parts] if isinstance(over, str) else [*over, *parts]


def axes_in(rule: Rule) -> set[str]:
    """All axes that a rule names."""
    vary = rule.get("vary", [])
    terms = [term for term in rule.get("ratio", []) if isinstance(term, dict)]
    axes = {*rule.get("where", {}), *rule.get("free", []), *rule.get("prefer", {}), *ranges_over(rule)}
    axes |= set() if vary == "all" else set(vary)
    return axes.union(*(term.get("where", {}) for term in terms), {rule[m] for m in ("per", "mean_over") if m in rule})


def _without_gpu(reason: NotMeasurable, terms: Any, data: FamilyData) -> NotMeasurable:
    """Without a GPU that is the reason why a GPU's times are missing."""
    on_cpu = {r.variant for r in data.cases if r.processor == "cpu"}
    of_any = any(
        isinstance(term, dict) and "variant" not in term for term in (terms if isinstance(terms, list) else [terms])
    )
    needs_gpu = of_any or not set(measures.variants_of(terms)) <= on_cpu
    return NotMeasurable("no GPU took part") if needs_gpu and not data.has_gpu else reason


def _observable(rule: Rule, data: FamilyData) -> Measured:
    """The answer of the largest verified case that reports it; emulated ones count."""
    size, name = _size_axis(data), rule["observable"]
    seen = cases(rule, data, data.verified).where(lambda r: isinstance(r.observables.get(name), (int, float)))
    if not seen:
        raise NotMeasurable(f"no verified case that reports {name}")
    r = seen.sorted(size)[-1]
    value = r.observables[name]
    return measured.exact(value, [r], f"{size} = {r[size]}; one case, no interval", is_answer=True)
