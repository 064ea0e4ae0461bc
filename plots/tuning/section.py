"""The report's part on tuning: a row and a picture a case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from plots.errors import InputError
from plots.pages import Part, Section
from plots.records import Records
from plots.tables import Interval, Share, Table
from plots.tuning import figures, printed
from plots.tuning.space import EXHAUSTIVE, Space, Trial, of_records, sweeps

MOST_FIGURES = 12
Spaces = dict[tuple[str, str], Space]  # by case and device


def section(
    files: list[Space], tuned: Records, swept: Records, draw: bool, pair: tuple[str, str] | None = None
) -> Section | None:
    """`files`: from T4 files. `tuned`: records of tuning runs, in order. `swept`: those of ordinary runs."""
    searches = [s for s in of_records(tuned) if s.timed]
    whole = sweeps(swept, searches)
    # A sweep by the tuner is what its searches are held to, and stands for itself where there are none.
    searched = {(s.name, s.where) for s in searches if s.strategy != EXHAUSTIVE}
    spaces = files + [s for s in searches if s.strategy != EXHAUSTIVE or (s.name, s.where) not in searched]
    again = {(s.name, s.where): s for s in of_records(swept.where(lambda r: "--tuned" in r.run.header["argv"]))}
    printed_blocks = printed.table(whole.values())
    if not spaces and not printed_blocks.rows:
        return None
    if pair:
        known = sorted({name for s in spaces for name in s.parameters})
        unknown = [name for name in pair if name not in known]
        if unknown:
            raise InputError(f"--heat: no space has a parameter {unknown[0]!r} that varies; known: {', '.join(known)}")
    return Section("Tuning", _parts(spaces, whole, again, printed_blocks, draw, pair))


def _parts(
    spaces: list[Space],
    whole: Spaces,
    again: Spaces,
    printed_blocks: Table,
    draw: bool,
    pair: tuple[str, str] | None,
) -> Iterator[Part]:
    if printed_blocks.rows:
        yield printed_blocks
    if spaces:
        yield _found(spaces, again)
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


def _found(spaces: list[Space], again: Spaces) -> Table:
    rows = []
    for s in spaces:
        failures = Counter(t.status for t in s.searched if t.time_s is None)
        decided, once_more = s.decided, again.get((s.name, s.where))
        retimed = once_more.time_of(s.best.configuration) if once_more and once_more.timed else None
        rows.append(
            [
                s.name,
                s.where or None,
                s.strategy or None,
                len(s.searched),
                decided.configurations if decided else None,
                ", ".join(f"{n} {status}" for status, n in sorted(failures.items())) or None,
                s.told(s.best),
                s.best.time_s * 1e6,
                Interval(decided.low_s * 1e6, decided.high_s * 1e6) if decided else _interval(s.best),
                ("yes" if decided.as_expected else "no") if decided else None,
                retimed[0] * 1e6 if retimed else None,
                len(s.tied),
                decided.usual if decided else None,
            ]
        )
    heads = ["case", "ran on", "strategy", "trials", "configurations", "failed", "winner", "time (us)", "expected (us)"]
    heads += ["as expected", "in another process (us)", "tied", "usual tuning / winner"]
    kept = [i for i in range(len(heads)) if any(row[i] is not None for row in rows)]
    return Table(
        "tuning",
        "What tuning found",
        [heads[i] for i in kept],
        [[row[i] for i in kept] for row in rows],
        "Time: the winner's, measured anew after it was chosen. Expected: by its rounds in the finals; of other files the"
        " 95 % interval. Tied: finalists, the winner among them, that are not told apart from it. Usual: the tuning that"
        " is taken when none is asked for, timed side by side with the winner.",
    )


def _interval(trial: Trial) -> Interval:
    return Interval(trial.low_s * 1e6, trial.high_s * 1e6)


def _against_sweeps(spaces: list[Space], whole: Spaces) -> Table:
    """What the search lost in time and saved in effort."""
    rows = []
    for s in spaces:
        full = whole.get((s.name, s.where))
        if full is None or full is s or not full.timed:
            continue
        times = full.time_of(s.best.configuration)
        rows.append(
            [
                s.name,
                len(full.searched),
                len(s.searched),
                Share(len(s.searched) / len(full.searched)),
                Share(s.cost_s / full.cost_s) if s.cost_s and full.cost_s else None,
                full.told(full.best),
                full.best.time_s * 1e6,
                Share(times[0] / times[1] - 1) if times else None,
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


def _in_words(table: Table) -> str:
    lost = sorted(row[7] if row[7] is not None else row[8] for row in table.rows)
    effort = [row[4] for row in table.rows if row[4] is not None] or [row[3] for row in table.rows]
    within = sum(v <= 0.01 for v in lost)
    return (
        f"In {within} of {len(lost)} cases the winner is within 1 % of the sweep's best; the median loss is"
        f" {lost[len(lost) // 2]:.2%}, the worst {lost[-1]:.2%}. The tuner took {sum(effort) / len(effort):.0%} of the"
        " sweep's effort on average."
    )
