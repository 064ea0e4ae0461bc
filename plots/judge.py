"""Judges a claim by its `judge` member, which results/papers/README.md describes: one factory for all papers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from plots import fit, select
from plots.claims import Claim, Measured, NotMeasurable, Verdict, claims, quotient, verdict_of
from plots.family import FamilyData
from plots.fit import Estimate
from plots.records import Record, Records

COMMON = {"where", "over", "pick", "from", "tuning", "free", "prefer", "per", "mean_over", "vary"}
KINDS = {  # kind -> the members that it takes beside COMMON
    "ratio": {"at", "also_printed"},
    "coefficient": {"growth"},
    "slope": {"sizes", "beside"},
    "observable": set(),
    "quotient": set(),
    "difference": set(),
    "function": None,  # whatever its function takes
}
PICKS: dict[str, Callable[[list[Measured]], int]] = {
    "largest": lambda found: max(range(len(found)), key=lambda i: found[i].value),
    "smallest": lambda found: min(range(len(found)), key=lambda i: found[i].value),
    "first": lambda found: 0,
    "last": lambda found: -1,
}
MEAN = "geometric mean"


def kind_of(rule: dict[str, Any]) -> str:
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


def verdicts(data: FamilyData) -> list[Verdict]:
    """Every claim of the paper on the family."""
    listed = claims(data.paper["id"], data.name) if data.paper else []
    return [verdict_of(claim, partial(_of_claim, claim, data)) for claim in listed]


def _of_claim(claim: Claim, data: FamilyData) -> Measured:
    if claim.judge is None:
        raise NotMeasurable("no rule judges this claim yet")
    return measure(claim.judge, data)


def measure(rule: dict[str, Any], data: FamilyData) -> Measured:
    """What the records say about a claim's quantity; NotMeasurable with the reason if they do not."""
    kind = kind_of(rule)
    if kind == "function":
        return data.functions[rule["function"]](data, **{name: value for name, value in rule.items() if name != kind})
    rule = data.judging | rule
    if kind in ("quotient", "difference"):
        return _both(kind, *(measure(part, data) for part in rule[kind]))
    if kind == "observable":
        return _observable(rule, data)
    return _over(kind, rule, data)


def _both(kind: str, one: Measured, other: Measured) -> Measured:
    note = f"{one.value:.3g} ({one.note}) and {other.value:.3g} ({other.note})"
    if kind == "difference":
        return Measured(one.value - other.value, one.low - other.high, one.high - other.low, note)
    return Measured(one.value / other.value, one.low / other.high, one.high / other.low, note)


def cases(rule: dict[str, Any], data: FamilyData, records: Records | None = None) -> Records:
    """The records that a rule is about: the paper's cases, with the workload and the tuning that the rule names."""
    records = data.paper_cases(data.timed if records is None else records).where(**rule.get("where", {}))
    vary = rule.get("vary", [])
    if vary != "all":
        over = rule.get("over", ())
        records = select.standard(records, {*vary, *([over] if isinstance(over, str) else over)})
    if rule.get("tuning") == "printed":
        preferred = rule.get("prefer", {})
        records = select.as_printed(records, {*rule.get("free", ()), *preferred})
        for axis, values in preferred.items():
            records = next((found for v in values if (found := records.where(**{axis: v}))), Records())
    return records


def _over(kind: str, rule: dict[str, Any], data: FamilyData) -> Measured:
    """The kind's value at every point of `over`, and of those the one that `pick` names."""
    records, over = cases(rule, data), rule.get("over")
    axis, wanted = next(iter(over.items())) if isinstance(over, dict) else (over, None)
    size = _size_axis(data)
    judge = {"ratio": _ratio, "coefficient": _coefficient, "slope": _slope}[kind]
    found, reason = [], NotMeasurable("no measured and correct records of " + _words(rule[kind], rule, size))
    if not records:
        raise reason if data.has_gpu else NotMeasurable("no GPU took part")
    for point in [None] if axis is None else wanted or _values(records, axis):
        here = records if axis is None else records.where(**{axis: point})
        try:
            found.append((point, judge(rule[kind], rule, data, here, size)))
        except NotMeasurable as why:
            reason = why if str(why) else reason
            if wanted or axis is None:
                raise _without_gpu(reason, rule[kind], data) from None
    if not found or (rule.get("pick") == "last" and len(found) < 2):
        raise _without_gpu(reason, rule[kind], data)
    note = _note(axis, found)
    if rule.get("also_printed") and (plain := _as_printed_too(kind, rule, data)):
        note += f". Tuned as printed: {plain}"
    every = [m for _, m in found]
    if rule.get("pick") == MEAN:
        mean = (math.exp(sum(math.log(getattr(m, end)) for m in every) / len(every)) for end in ("value", "low", "high"))
        return Measured(*mean, note=note)
    chosen = PICKS[rule.get("pick", "first")](every)
    alone = rule.get("pick", "first") in ("first", "last")
    return replace(every[chosen], note=_note(axis, [found[chosen]]) if alone else note)


def _note(axis: str | None, found: list[tuple[Any, Measured]]) -> str:
    if axis is None or axis == "variant":
        return "; ".join(f"{m.value:.3g} ({m.note})" if len(found) > 1 else m.note for _, m in found)
    return "; ".join(f"{m.value:.3g} at {axis} {point} ({m.note})" for point, m in found)


def _as_printed_too(kind: str, rule: dict[str, Any], data: FamilyData) -> str:
    """The same at the paper's own tuning, where the judged times are of others too."""
    plain = {k: v for k, v in rule.items() if k != "also_printed"} | {"tuning": "printed"}
    if len(cases(plain, data)) == len(cases(rule, data)):
        return ""
    try:
        return _over(kind, plain | {"pick": "largest"}, data).note
    except NotMeasurable:
        return ""


def _values(records: Records, axis: str) -> list:
    return list(select.order(records)) if axis == "variant" else records.values(axis)


def _size_axis(data: FamilyData) -> str:
    return next((r.size_axis for r in data.cases if r.size_axis), "")


def variants_of(term: Any) -> list[str]:
    """The variants that a term names."""
    if isinstance(term, str):
        return [term]
    if isinstance(term, list):
        return [variant for part in term for variant in variants_of(part)]
    return [term["variant"]] if "variant" in term else []


def variants_in(rule: dict[str, Any]) -> list[str]:
    """All variants that a rule names, in whatever member."""
    over = rule.get("over", {})
    named = [over.get("variant", []) if isinstance(over, dict) else [], rule.get("beside", [])]
    named += [rule[member] for member in ("ratio", "coefficient", "slope", "variants", "variant", "others") if member in rule]
    return variants_of(named)


def axes_in(rule: dict[str, Any]) -> set[str]:
    """All axes that a rule names."""
    over, vary = rule.get("over", []), rule.get("vary", [])
    terms = [term for term in rule.get("ratio", []) if isinstance(term, dict)]
    axes = {*rule.get("where", {}), *rule.get("free", []), *rule.get("prefer", {})}
    axes |= {over} if isinstance(over, str) else set(over)
    axes |= set() if vary == "all" else set(vary)
    return axes.union(*(term.get("where", {}) for term in terms), {rule[m] for m in ("per", "mean_over") if m in rule})


def _words(terms: Any, rule: dict[str, Any], size: str) -> str:
    names = variants_of(terms) or ["these cases"]
    least = f" >= {rule['from']:g}" if "from" in rule else ""
    return f"{' and '.join(dict.fromkeys(names))} at the same {size}{least}"


def _without_gpu(reason: NotMeasurable, terms: Any, data: FamilyData) -> NotMeasurable:
    """Without a GPU that is the reason why a GPU's times are missing."""
    on_cpu = {r.variant for r in data.cases if r.processor == "cpu"}
    needs = not variants_of(terms) or not set(variants_of(terms)) <= on_cpu
    return NotMeasurable("no GPU took part") if needs and not data.has_gpu else reason


@dataclass(frozen=True)
class Time:
    """Seconds with their interval, and the records that they are of."""

    value: float
    low: float
    high: float
    records: Records


def time_of(records: Iterable[Record], rule: dict[str, Any], data: FamilyData) -> Time:
    """The fastest of the records, or their mean if the rule has `mean_over`."""
    each = [(_seconds(r, r.time_s, rule, data), *(_seconds(r, t, rule, data) for t in r.interval_s), r) for r in records]
    if "mean_over" in rule:
        mean = [sum(column) / len(each) for column in list(zip(*each))[:3]]
        return Time(*mean, Records(r for *_, r in each))
    value, low, high, record = min(each, key=lambda e: e[0])
    return Time(value, low, high, Records([record]))


def _seconds(r: Record, seconds: float, rule: dict[str, Any], data: FamilyData) -> float:
    return seconds / r[rule["per"]] if "per" in rule else seconds * data.scale(r)


def _alternatives(term: Any, records: Records) -> list[Records]:
    """One set of records for each variant that a term lets take part."""
    if isinstance(term, list):
        return [found for part in term for found in _alternatives(part, records)]
    if isinstance(term, str):
        return [records.where(variant=term)]
    records = records.where(variant=term.get("variant"), processor=term.get("processor"))
    for axis, value in term.get("where", {}).items():
        values = records.values(axis)
        ends = {"lowest": values[:1], "highest": values[1:][-1:]}
        records = records.where(lambda r: axis in r.axes and r[axis] in ends.get(value, [value]))
    return [records]


def _ratio(terms: Any, rule: dict[str, Any], data: FamilyData, records: Records, size: str) -> Measured:
    upper, lower = (_alternatives(term, records) for term in terms)
    sizes = select.common(size, *upper, *lower, least=rule.get("from", 0))
    if not sizes:
        raise NotMeasurable("no measured and correct records of " + _words(terms, rule, size))
    n = sizes[0] if rule.get("at") == "smallest" else sizes[-1]
    upper, lower = ([r.where(**{size: n}) for r in each] for each in (upper, lower))
    if "mean_over" in rule and (shared := select.common(rule["mean_over"], *upper, *lower)):
        upper, lower = ([r.where(lambda x: x[rule["mean_over"]] in shared) for r in each] for each in (upper, lower))
    above, below = (min((time_of(r, rule, data) for r in each), key=lambda t: t.value) for each in (upper, lower))
    ratio = quotient(above.value / below.value, above.low / below.high, above.high / below.low)
    return replace(ratio, note=f"{size} = {n}{_more(terms, rule, above.records[0], below.records[0])}")


def _more(terms: Any, rule: dict[str, Any], above: Record, below: Record) -> str:
    """What a reader can not know from the rule: values that were fallen back to, who was fastest, on which machines."""
    words = "".join(f", {axis} {below.get(axis, above.get(axis))}" for axis in rule.get("prefer", {}))
    for term, r in zip(terms, (above, below)):
        if not isinstance(term, str) and "variant" not in term:
            words += f", {r.name}"
    if above.processor != below.processor:
        words += f"; {above.machine} against {below.machine}"
    return words


def _coefficient(terms: Any, rule: dict[str, Any], data: FamilyData, records: Records, size: str) -> Measured:
    """Of the a in t = a g(size), by plain least squares over all sizes."""
    each = [records.where(variant=variant).best().sorted(size) for variant in terms]
    if select.largest_common(size, *each, least=rule.get("from", 0)) is None:
        raise NotMeasurable("no measured and correct records of " + _words(terms, rule, size))
    if any(len(r) < 2 for r in each):
        raise NotMeasurable(f"a in t = a g({size}) needs two sizes of each variant")
    growth = fit.CLASSES[rule["growth"]]
    one, other = (fit.proportional([r[size] for r in each_], [r.time_s for r in each_], growth) for each_ in each)
    if one.low <= 0 or other.low <= 0:
        raise NotMeasurable(f"too few sizes: the interval of a in t = a g({size}) includes 0")
    return Measured(one.value / other.value, one.low / other.high, one.high / other.low, f"{len(each[0])} and {len(each[1])} sizes")


def _slope(term: Any, rule: dict[str, Any], data: FamilyData, records: Records, size: str) -> Measured:
    variant = _fastest_variant(term, rule, data, records, size)
    chosen = records.where(lambda r: r[size] >= rule.get("from", 0), variant=variant)
    if rule.get("sizes") == "last two":
        last = chosen.values(size)[-2:]
        if len(last) < 2:
            raise NotMeasurable(f"no two sizes of {variant} at {size} >= {rule.get('from', 0):g}")
        small, large = (time_of(chosen.where(**{size: n}), rule, data) for n in last)
        m, span = quotient(large.value / small.value, large.low / small.high, large.high / small.low), math.log(last[1] / last[0])
        return Measured(*(math.log(v) / span for v in (m.value, m.low, m.high)), note=f"{size} = {last[0]} and {last[1]}")
    estimate = slope_of(chosen, rule, data, size)
    if estimate is None:
        raise NotMeasurable(f"a slope of {variant} needs three sizes at {size} >= {rule.get('from', 0):g}")
    sizes = chosen.values(size)
    note = f"{size} = {sizes[0]} to {sizes[-1]}" + (f", {chosen[0].name}" if isinstance(term, list) else "")
    beside = [(v, slope_of(records.where(variant=v), rule, data, size)) for v in rule.get("beside", ())]
    note += "".join(f"; {select.order(records.where(variant=v))[v]} {e.value:.2f}" for v, e in beside if e)
    return Measured(estimate.value, estimate.low, estimate.high, note)


def slope_of(records: Records, rule: dict[str, Any], data: FamilyData, size: str) -> Estimate | None:
    """Log-log slope over the sizes; None with fewer than three. With `mean_over` every record is a point."""
    groups = [Records([r]) for r in records] if "mean_over" in rule else [group for _, group in records.by(size)]
    if len(records.values(size)) < 3:
        return None
    return fit.loglog_slope([g[0][size] for g in groups], [time_of(g, rule, data).value for g in groups])


def _fastest_variant(term: Any, rule: dict[str, Any], data: FamilyData, records: Records, size: str) -> str:
    """The variant of a term; of several the fastest at the largest size that all have."""
    each = _alternatives(term, records)
    n = select.largest_common(size, *each, least=rule.get("from", 0))
    if n is None:
        raise NotMeasurable("no measured and correct records of " + _words(term, rule, size))
    times = [time_of(r.where(**{size: n}), rule, data) for r in each]
    return min(times, key=lambda t: t.value).records[0].variant


def _observable(rule: dict[str, Any], data: FamilyData) -> Measured:
    """Of the largest verified case that reports it; emulated ones count."""
    size, name = _size_axis(data), rule["observable"]
    seen = cases(rule, data, data.verified).where(lambda r: isinstance(r.observables.get(name), (int, float)))
    if not seen:
        raise NotMeasurable(f"no verified case that reports {name}")
    r = seen.sorted(size)[-1]
    value = r.observables[name]
    return Measured(value, value, value, f"{size} = {r[size]}; one case, no interval")
