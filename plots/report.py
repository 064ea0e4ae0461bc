"""Puts a report together: what was run, what became of the papers' claims, every family, how it was made."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from types import ModuleType

from plots import claims, families, generic, judge, measures, provenance, select
from plots.family import FamilyData, data_of
from plots.pages import Part, Section
from plots.records import Records, Run
from plots.tables import Interval, Table, number


def modules() -> dict[str, ModuleType]:
    """Family -> its module of plots/families: a new file there is all that a family's own page needs."""
    pages_ = {}
    for file in sorted(pkgutil.iter_modules(families.__path__), key=lambda m: m.name):
        module = importlib.import_module(f"plots.families.{file.name}")
        missing = [name for name in ("FAMILY", "TITLE", "tables", "figures") if not hasattr(module, name)]
        if missing:
            raise TypeError(f"plots/families/{file.name}: lacks {', '.join(missing)}")
        pages_[module.FAMILY] = module
    return pages_


def sections(
    runs: list[Run], records: Records, replaced: int, counted: Records, tuning: Section | None = None, draw: bool = True
) -> Iterator[Section]:
    """The whole report, in reading order. A figure is drawn when it is reached, and none unless `draw`."""
    own_page, judged = modules(), []
    for name in _reading_order(records):
        module = own_page.get(name, generic)
        data = data_of(name, claims.paper_of(name), records, runs, counted, module)
        judged.append((module, data, judge.verdicts(data)))
    if runs:
        yield provenance.what_was_run(runs, records, replaced)
    if any(verdicts for *_, verdicts in judged):
        yield _summary([each for each in judged if each[2]])
    for module, data, verdicts in judged:
        yield Section(_title(module, data), _family(module, data, verdicts, draw))
    if tuning:
        yield tuning
    if records:
        yield provenance.how_it_was_made(runs, records)


def _reading_order(records: Records) -> list[str]:
    """Families of the runs given before those that are shown from recorded runs."""
    given = {r.family for r in records if not r.run.recorded}
    return sorted({r.family for r in records}, key=lambda name: (name not in given, name))


def _title(module: ModuleType, data: FamilyData) -> str:
    return getattr(module, "TITLE", data.name)


def _summary(judged: list[tuple]) -> Section:
    """Every claim with its verdict, on one screen a family."""
    kinds = [claims.HOLDS, claims.REVERSED, claims.NOT_MEASURABLE]
    counts, rows = [], []
    for module, data, verdicts in judged:
        count = Counter(v.verdict for v in verdicts)
        counts.append([_title(module, data), data.where] + [count[k] for k in kinds])
        rows += [[data.name, *_in_short(v)] for v in verdicts]
    leaders = [row for module, data, _ in judged for row in _leaders(_title(module, data), data)]
    return Section(
        "In short",
        [Table("fastest", "GPU variants, fastest first", ["family", "case", "size", "s"], leaders, LEADERS_NOTE)]
        * bool(leaders)
        + [
            Table(
                "verdicts",
                "Claims by verdict",
                ["family", "judged on"] + kinds,
                counts,
                "holds: the whole 95 % interval meets the claim. reversed: none of it does. not measurable here: the"
                " records can not tell; each family's table of claims says why. An interval of a quotient of times is at"
                f" least {claims.DRIFT:.0%} either way: two runs differ by more than the samples of one.",
            ),
            Table(
                "claims",
                "All claims",
                ["family", "claim", "quantity", "claimed", "measured", "verdict"],
                rows,
                f"other size: it holds in direction, but is more than {claims.SIZE_FACTOR} times off the printed value.",
                fold=False,
            ),
        ],
    )


LEADERS_NOTE = (
    "As the claims are judged: each family's own tuning and case, at the largest size that all of its variants have."
)


def _leaders(title: str, data: FamilyData) -> Iterator[list]:
    """A row each value of the axes over which the claims range, but for that of size."""
    records = judge.cases(data.judging, data).where(processor="gpu")
    ranges = {axis for claim in claims.claims(data.paper["id"], data.name) for axis in judge.ranges_over(claim.judge)}
    axes = sorted(ranges - {"variant", *(r.size_axis for r in records)})
    for point, group in records.by(*axes):
        variants, size = select.order(group), group[0].size_axis
        n = select.largest_common(size, *(group.where(variant=v) for v in variants))
        if n is None or len(variants) < 2:
            continue
        each = {
            name: measures.time_of(group.where(variant=v, **{size: n}), data.judging, data)
            for v, name in variants.items()
        }
        ranked = sorted(each.items(), key=lambda item: item[1].value)
        case = ", ".join(f"{axis}={value}" for axis, value in zip(axes, point))
        yield [title, case, f"{size}={n}", "; ".join(f"{name} {number(t.value)}" for name, t in ranked)]


def _in_short(v: claims.Verdict) -> list:
    printed = v.claim.claimed
    claimed = Interval(*printed) if isinstance(printed, list) else printed
    return [
        v.claim.text,
        v.claim.quantity,
        claims.relation_text(v.claim) if claimed is None else claimed,
        v.measured.value if v.measured else None,
        f"{v.verdict}, other size" if v.only_direction else v.verdict,
    ]


def _family(module: ModuleType, data: FamilyData, verdicts: list[claims.Verdict], draw: bool) -> Iterator[Part]:
    if data.paper.get("citation"):
        yield f"After {data.paper['citation']}"
    if draw:
        yield from module.figures(data)
    yield from module.tables(data)
    if data.local:
        yield generic.times(f"{data.name}_local", f"Times on this machine, {data.local_where}", data.local)
    if verdicts:
        yield claims.table_of(verdicts, data.name, data.where)
