"""The report's part on tuning: a row and a picture a case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from plots.errors import InputError
from plots.pages import Part, Section
from plots.records import Records
from plots.tables import Interval, Share, Table
from plots.tuning import figures, printed
from plots.tuning.space import Space, Trial, of_records, sweeps

MOST_FIGURES = 12


def section(
    files: list[Space], tuned: Records, swept: Records, draw: bool, pair: tuple[str, str] | None = None
) -> Section | None:
    """`files`: from T4 files. `tuned`: records of tuning runs, in order. `swept`: those of ordinary runs."""
    spaces = [s for s in [*files, *of_records(tuned)] if s.timed]
    whole = sweeps(swept)
    printed_blocks = printed.table([*spaces, *whole.values()])
    if not spaces and not printed_blocks.rows:
        return None
    if pair:
        known = sorted({name for s in spaces for name in s.parameters})
        unknown = [name for name in pair if name not in known]
        if unknown:
            raise InputError(f"--heat: no space has a parameter {unknown[0]!r} that varies; known: {', '.join(known)}")
    return Section("Tuning", _parts(spaces, whole, printed_blocks, draw, pair))


def _parts(
    spaces: list[Space],
    whole: dict[tuple[str, str], Space],
    printed_blocks: Table,
    draw: bool,
    pair: tuple[str, str] | None,
) -> Iterator[Part]:
    if printed_blocks.rows:
        yield printed_blocks
    if spaces:
        yield _found(spaces)
    compared = _against_sweeps(spaces, whole)
    if compared.rows:
        yield compared
        yield _in_words(compared)
    shown = sorted(spaces, key=lambda s: -len(s.searched))[:MOST_FIGURES] if draw else []
    if draw and len(spaces) > len(shown):
        yield f"Pictures of the {len(shown)} cases with most trials; the tables have all."
    for i, space in enumerate(shown, 1):
        asked = pair if pair and set(pair) <= set(space.parameters) else None
        yield figures.figure(space, whole.get((space.name, space.where)), f"tuning_{i:02}", asked)


def _found(spaces: list[Space]) -> Table:
    rows = []
    for s in spaces:
        failures = Counter(t.status for t in s.searched if t.time_s is None)
        rows.append(
            [
                s.name,
                s.where or None,
                s.strategy or None,
                len(s.searched),
                ", ".join(f"{n} {status}" for status, n in sorted(failures.items())) or None,
                s.told(s.best),
                s.best.time_s * 1e6,
                Interval(s.best.low_s * 1e6, s.best.high_s * 1e6),
                len(s.tied),
            ]
        )
    heads = ["case", "ran on", "strategy", "trials", "failed", "winner", "time (us)", "95 % interval (us)", "tied"]
    kept = [i for i in range(len(heads)) if any(row[i] is not None for row in rows)]
    return Table(
        "tuning",
        "What tuning found",
        [heads[i] for i in kept],
        [[row[i] for i in kept] for row in rows],
        "Tied: configurations, the winner among them, whose interval reaches the winner's.",
        open=True,
    )


def _against_sweeps(spaces: list[Space], whole: dict[tuple[str, str], Space]) -> Table:
    """What the search lost in time and saved in effort."""
    rows = []
    for s in spaces:
        full = whole.get((s.name, s.where))
        if full is None or not full.timed:
            continue
        again = _same(full, s.best)
        rows.append(
            [
                s.name,
                len(full.searched),
                len(s.searched),
                Share(len(s.searched) / len(full.searched)),
                Share(s.cost_s / full.cost_s) if s.cost_s and full.cost_s else None,
                full.told(full.best),
                full.best.time_s * 1e6,
                Share(again.time_s / full.best.time_s - 1) if again else None,
                Share(s.best.time_s / full.best.time_s - 1),
            ]
        )
    heads = ["case", "swept", "trials of the tuner", "of the sweep", "of its time", "best of the sweep", "time (us)"]
    return Table(
        "tuning_against_sweep",
        "The tuner against the exhaustive sweep: what it lost, what it saved",
        [*heads, "lost, by the sweep's times", "lost, by both runs' times"],
        rows,
        "Lost, by the sweep's times: the winner's time in the sweep over the sweep's best. By both runs' times: as each"
        " run measured its own best, which the drift between runs moves either way.",
        open=True,
    )


def _same(space: Space, trial: Trial) -> Trial | None:
    return next((t for t in space.timed if t.configuration == trial.configuration), None)


def _in_words(table: Table) -> str:
    lost = sorted(row[7] if row[7] is not None else row[8] for row in table.rows)
    effort = [row[4] for row in table.rows if row[4] is not None] or [row[3] for row in table.rows]
    within = sum(v <= 0.01 for v in lost)
    return (
        f"In {within} of {len(lost)} cases the winner is within 1 % of the sweep's best; the median loss is"
        f" {lost[len(lost) // 2]:.2%}, the worst {lost[-1]:.2%}. The tuner took {sum(effort) / len(effort):.0%} of the"
        " sweep's effort on average."
    )
