"""What a judge of one kind measures at one point: ratios, coefficients and slopes of times (results/papers/README.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from plots.data import fit, measured, select
from plots.data.measured import Measured
from plots.data.records import Record, Records
from plots.output.tables import number
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

Rule = dict[str, Any]


def variants_of(term: Any) -> list[str]:
    """The variants that a term names."""
    if isinstance(term, str):
        return [term]
    if isinstance(term, list):
        return [variant for part in term for variant in variants_of(part)]
    return [term["variant"]] if "variant" in term else []


def missing_words(terms: Any, rule: Rule, size: str) -> str:
    names = list(dict.fromkeys(variants_of(terms))) or ["these cases"]
    if "at" in rule:
        return f"{' and '.join(names)} at {size} = {rule['at']:g}"
    least = f" >= {rule['from']:g}" if rule.get("from") else ""
    return f"{' and '.join(names)} at {'the same ' if isinstance(terms, list) else ''}{size}{least}"


def up_to(records: Records, rule: Rule, size: str) -> Records:
    """Those from `from` on, as far as the size `at` that the claim names, which must be among them."""
    if "at" in rule and rule["at"] not in records.values(size):
        return Records()
    return records.where(lambda r: rule.get("from", 0) <= r[size] <= rule.get("at", r[size]))


def time_of(records: Iterable[Record], rule: Rule, data: FamilyData) -> Measured:
    """Seconds of the fastest of the records; with `mean_over` of the fastest mean over that axis, all else alike."""
    axis = rule.get("mean_over")
    groups = [[r] for r in records] if axis is None else _alike(records, axis, data.form == "tuned")
    return min((_mean(each, rule, data) for each in groups), key=lambda t: t.value)


def _alike(records: Iterable[Record], axis: str, any_tuning: bool) -> list[Records]:
    """Those that differ in this axis alone: of the groups the ones over most of its values. Of any tuning all of them,
    over the values that they share, or the one that most have: else the least mean would be that of the luckiest."""
    all_else = lambda r: (r.variant, *((k, v) for k, v in sorted(r.axes.items()) if k != axis))  # noqa: E731
    groups = Records(records).grouped(all_else).values()
    if any_tuning:
        values = [{r[axis] for r in group} for group in groups]
        (usual, _), *_ = Counter(value for each in values for value in each).most_common(1)
        shared = set.intersection(*values) or {usual}
        return [here for group in groups if (here := group.where(lambda r: r[axis] in shared))]
    most = max(map(len, groups))
    return [group for group in groups if len(group) == most]


def _mean(each: Sequence[Record], rule: Rule, data: FamilyData) -> Measured:
    return measured.mean([measured.time(r).scaled(_scale(r, rule, data)) for r in each])


def _scale(r: Record, rule: Rule, data: FamilyData) -> float:
    return 1 / r[rule["per"]] if "per" in rule else data.scale(r)


def _alternatives(term: Any, records: Records) -> list[Records]:
    """One set of records for each variant that a term lets take part."""
    if isinstance(term, list):
        return [records_ for part in term for records_ in _alternatives(part, records)]
    if isinstance(term, str):
        return [records.where(variant=term)]
    records = records.where(variant=term.get("variant"), processor=term.get("processor"))
    for axis, value in term.get("where", {}).items():
        values = records.values(axis)
        ends = {"lowest": values[:1], "highest": values[1:][-1:]}
        records = records.where(lambda r: axis in r.axes and r[axis] in ends.get(value, [value]))
    return [records]


def ratio(terms: Any, rule: Rule, data: FamilyData, records: Records, size: str) -> Measured:
    upper, lower = (_alternatives(term, records) for term in terms)
    sizes = [n for n in select.common(size, *upper, *lower, least=rule.get("from", 0)) if rule.get("at", n) == n]
    if not sizes:
        raise NotMeasurable("no measured and correct records of " + missing_words(terms, rule, size))
    n = sizes[-1]
    upper, lower = ([r.where(**{size: n}) for r in each] for each in (upper, lower))
    if "mean_over" in rule and (shared := select.common(rule["mean_over"], *upper, *lower)):
        upper, lower = ([r.where(lambda x: x[rule["mean_over"]] in shared) for r in each] for each in (upper, lower))
    above, below = (min((time_of(r, rule, data) for r in each), key=lambda t: t.value) for each in (upper, lower))
    note = f"{size} = {n}{_more(terms, rule, above.records[0], below.records[0])}"
    if not rule.get("over"):
        note += "".join(f"; {t.records[0].name} {number(t.value)} s" for t in (above, below))
    return replace(above / below, note=note)


def _more(terms: Any, rule: Rule, above: Record, below: Record) -> str:
    """What a reader can not know from the rule: values that were fallen back to, who was fastest, on which machines."""
    words = "".join(f", {axis} {below.get(axis, above.get(axis))}" for axis in rule.get("prefer", {}))
    for term, r in zip(terms, (above, below)):
        if not isinstance(term, str) and "variant" not in term:
            words += f", {r.name}"
    if above.processor != below.processor:
        words += f"; {above.machine} against {below.machine}"
    return words


def coefficient(terms: Any, rule: Rule, data: FamilyData, records: Records, size: str) -> Measured:
    """The a in t = a g(size), by plain least squares over all sizes; of two variants their quotient."""
    each = [up_to(records.where(variant=v), rule | {"from": 0}, size).best().sorted(size) for v in variants_of(terms)]
    if select.largest_common(size, *each, least=rule.get("from", 0)) is None:
        raise NotMeasurable("no measured and correct records of " + missing_words(terms, rule, size))
    if any(len(r) < 2 for r in each):
        raise NotMeasurable(f"a in t = a g({size}) needs two sizes of each variant")
    growth = fit.CLASSES[rule["growth"]]
    fits = [fit.proportional([r[size] for r in each_], [r.time_s for r in each_], growth) for each_ in each]
    if any(e.low <= 0 for e in fits):
        raise NotMeasurable(f"too few sizes: the interval of a in t = a g({size}) includes 0")
    first, *second = (Measured(e.value, e.low, e.high, records=r) for e, r in zip(fits, each))
    note = f"{' and '.join(str(len(r)) for r in each)} sizes to {each[0][-1][size]}"
    return replace(first / second[0] if second else first, note=note)


def slope(term: Any, rule: Rule, data: FamilyData, records: Records, size: str) -> Measured:
    variant = _fastest_variant(term, rule, data, records, size)
    chosen = up_to(records.where(variant=variant), rule, size)
    last_two = rule.get("sizes") == "last two"
    sizes = chosen.values(size)[-2 if last_two else 0 :]
    least = 2 if last_two else 3
    if len(sizes) < least:
        raise NotMeasurable(f"a slope of {missing_words(variant, rule, size)} needs {least} sizes")
    times = [time_of(chosen.where(**{size: n}), rule, data) for n in sizes]
    note = f"{size} = {sizes[0]} {'and' if last_two else 'to'} {sizes[-1]}"
    note += f", {chosen[0].name}" if isinstance(term, list) else ""
    return replace(measured.loglog_slope(sizes, times), note=note)


def _fastest_variant(term: Any, rule: Rule, data: FamilyData, records: Records, size: str) -> str:
    """The variant of a term; of several the fastest at the largest size that all have."""
    each = [up_to(r, rule, size) for r in _alternatives(term, records)]
    n = select.largest_common(size, *each)
    if n is None:
        raise NotMeasurable("no measured and correct records of " + missing_words(term, rule, size))
    times = [time_of(r.where(**{size: n}), rule, data) for r in each]
    return min(times, key=lambda t: t.value).records[0].variant
