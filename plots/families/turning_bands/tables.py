"""Times and rates beside the paper's, the crossover with the FFT, and the statistics of fields."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from plots.data import counters, select
from plots.data.records import Record, Records
from plots.families.turning_bands import runs
from plots.families.turning_bands.crossover import crossovers
from plots.output.tables import Interval, Table, of_cells, share
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData


def tables(data: FamilyData) -> Iterator[Table]:
    for make in (_times, _sizes, _crossover, _together, _counters, _statistics, _banding):
        if (table := make(data)).rows:
            yield table


def _printed(data: FamilyData, r: Record) -> dict[str, Any] | None:
    """The claim on the time of a field by turning bands, if its time is printed."""
    if not runs.point_lines(r) or not runs.paper_cases(Records([r])):
        return None
    timed = (claim for claim in data.paper["claims"] if runs.printed_cells(claim))
    return next((c for c in timed if all(r.get(axis) == v for axis, v in c["judge"]["where"].items())), None)


def _claimed(data: FamilyData, r: Record) -> Record:
    """The record on which the claim on this field and variant rests, else this one."""
    claim = _printed(data, r)
    with suppress(NotMeasurable):
        if claim and claim["judge"]["variant"] == r.variant:
            return data.published.measured(claim["judge"]).records[0]
    return r


def _times(data: FamilyData) -> Table:
    """The fastest of each variant, for the fields whose times are printed, the largest cube and each projection."""
    records = Records(r for _, g in data.timed.by("precision") for r in runs.usual(g) or g).where(mesh="regular")
    largest = max(records.where(timed="field", nx=0).values("n"), default=None)
    rows = []
    for _, group in records.by("timed", "n", "nx", "ny", "nz", "line_length", "precision"):
        first = group[0]
        if first["timed"] == "field" and first["nx"] == 0 and first["n"] != largest:
            continue
        bases = group.where(lambda r: r.is_printed, variant="cell_parallel")
        for r in (_claimed(data, group.where(variant=variant).quickest()) for variant in select.order(group)):
            base = bases.where(lambda b: b.run is r.run).quickest()  # noqa: B023
            rows.append(_time(data, r, base))
    note = (
        "Fastest tuning of those timed, over Listing 1 of the same run; a projection is timed without its lines, a field with them and, in fragments, with its way to"
        " the host. The paper's seconds are those of its K20m, out of core. Of the limit: each point-line reads one"
        " sample of a line; the limit has it read from shared memory, 32 words of 4 bytes a clock and multiprocessor at"
        " the highest clock, in double precision half as many."
    )
    title = f"Best time of each variant, {data.where}"
    return of_cells("turning_bands_times", title, rows, note).filled()


def _time(data: FamilyData, r: Record, base: Record | None) -> list[tuple[str, Any]]:
    claim, rate, limit, points = _printed(data, r), runs.rate(r), runs.most_reads(r), runs.point_lines(r)
    paper = claim and claim["claimed"]
    return [
        ("cells", runs.mesh(r)),
        ("timed", r["timed"]),
        ("lines", r["lines"]),
        ("line length", int(r["line_length"])),
        ("precision", r["precision"]),
        ("variant", r.name),
        ("time (s)", r.time_s),
        ("95 % interval (s)", Interval(*r.interval_s)),
        ("paper (s)", paper),
        ("paper / measured", paper and paper / r.time_s),
        ("point-lines/s", rate),
        ("point-lines/s, paper", paper and points / paper),
        ("over Listing 1", base and base.centre_s / r.centre_s),
        ("of the limit", share(rate / limit) if rate and limit else None),
        ("tuning", r.setting),
        ("run", r.run.path.name),
    ]


def _sizes(data: FamilyData) -> Table:
    """Fig. 3 as numbers."""
    records = runs.sizes(data)
    names, rows = select.order(records), []
    for (n,), group in records.by("n"):
        each = (group.where(variant=variant).quickest() for variant in names)
        rows.append([n, *(r and r.time_s for r in each)])
    setting = f"{runs.precision(records)}, {records[0]['lines']} lines, {data.where}" if records else ""
    title = f"Time of a field of n^3 cells in seconds (Fig. 3): {setting}"
    return Table("turning_bands_sizes", title, ["n", *names.values()], rows if len(rows) > 1 else [])


def _crossover(data: FamilyData) -> Table:
    rows = []
    for c in crossovers(data):
        first, last = c.ours[0], c.ours[-1]
        ends = [first["lines"], first.time_s, last["lines"], last.time_s]
        rows.append([c.n, c.precision, c.fft.time_s, *ends, c.fft_wins_from])
    heads = ["n", "precision", "FFT (s)", "fewest lines", "ours (s)", "most lines", "ours (s), most lines"]
    note = "From here on the FFT is faster: straight between the logarithms of the times on either side; never extrapolated."
    title = f"Lines from which on a 3-D FFT is faster than ours, {data.where}"
    return Table("turning_bands_crossover", title, [*heads, "FFT wins from (lines)"], rows, note)


def _together(data: FamilyData) -> Table:
    """Several fields with the same directions, each cell's projections used for two at a time or not."""
    records, rows = _sharing(data.run_with(_sharing)), []
    for (precision, n), alike in records.by("precision", "n"):
        alone = alike.where(fields=1).quickest()
        for (fields, together), group in alike.by("fields", "fields_together"):
            r = group.quickest()
            a_field = r.time_s / fields
            gain = alone and alone.centre_s / r.centre_s * fields
            rows.append(
                [precision, n, fields, together, r.time_s, Interval(*r.interval_s), a_field, runs.rate(r), gain]
            )
    heads = ["precision", "n", "fields", "read together", "time (s)", "95 % interval (s)", "time a field (s)"]
    title = f"Fields that share directions, {data.where}"
    heads += ["point-lines/s", "over one field"]
    return Table("turning_bands_together", title, heads, rows if len(records.values("fields")) > 1 else [])


def _sharing(data: FamilyData) -> Records:
    records = data.timed.where(variant="ours", directions="shared")
    records = records.where(timed="projection") or records
    return select.standard(records, ["fields", "precision", "line_length"])


def _counters(data: FamilyData) -> Table:
    """What bounds the projection."""
    profiled = data.counted.where(lambda r: runs.point_lines(r) and r.run.counters.time_s)
    rows = []
    for (variant, precision, mesh), group in profiled.by("variant", "precision", "mesh"):
        for r in group:
            c, work = r.run.counters, runs.point_lines(r)
            row = [r.name, precision, mesh, r.setting, work / c.time_s]
            row += [total and total / work for total in (c.thread_instructions, c.l2_bytes, c.dram_bytes)]
            rows.append([*row, *counters.cells(c, r.data["launch"])])
    heads = ["variant", "precision", "mesh", "tuning", "point-lines/s", "instructions a point-line"]
    heads += ["L2 bytes a point-line", "DRAM bytes a point-line"]
    return counters.table("turning_bands_counters", f"What a projection keeps busy, {data.where_counted}", heads, rows)


# Beside the target and the shape; of each setting the run of most fields stands.
ASKED = ("mesh", "correction", "resolution", "lines", "precision")


def _statistics(data: FamilyData) -> Table:
    fields = runs.answers(data.verified).where(
        lambda r: sorted(runs.edges(r))[1] > 1
    )  # a row of cells is made for its lines alone
    groups = fields.grouped(lambda r: (runs.target(r), r["nx"], *(r[axis] for axis in ASKED)))
    rows = [_statistic(runs.most_fields(group)) for _, group in sorted(groups.items(), key=lambda item: item[0])]
    note = (
        "Of each setting the run of most fields, from a hundred on that of the finest mesh. Errors are standard errors by the effective sample number. Covariance:"
        " the largest difference from the target over the variance, of the fields, and of what their directions alone"
        " leave, without sampling."
    )
    return of_cells("turning_bands_statistics", "Statistics of the fields", rows, note).filled()


def _statistic(r: Record) -> list[tuple[str, Any]]:
    seen = r.observables
    of_slice = 1 in runs.edges(r)  # has another index
    fitted = r["line_maker"] == "power_law" and "spectral_index" in seen and not of_slice
    return [
        ("target", runs.target(r)),
        ("mesh", r["mesh"]),
        ("correction", r["correction"]),
        ("resolution", r["resolution"]),
        ("precision", r["precision"]),
        ("lines", r["lines"]),
        ("points", runs.mesh(r)),
        ("fields", r["fields"]),
        ("index, target", r["index"] if fitted else None),
        ("index", seen["spectral_index"] if fitted else None),
        ("index, error", seen["spectral_index_error"] if fitted else None),
        ("variance, target", seen["line_variance"]),
        ("variance", seen["variance"]),
        ("variance, error", seen["variance_error"]),
        ("excess kurtosis", seen["kurtosis"]),
        ("kurtosis, error", seen["kurtosis_error"]),
        ("covariance, largest difference", seen["covariance_error"]),
        ("covariance, standard error", seen["covariance_standard_error"]),
        ("covariance, of the directions alone", seen["exact_covariance_error"]),
    ]


def _banding(data: FamilyData) -> Table:
    """By the target, the number of lines and the sequence that directions are taken from."""
    records = runs.answers(data.verified).where(lambda r: "banding_error" in r.observables and "sequence" in r.axes)
    rows = []
    for setting, group in sorted(records.grouped(lambda r: (runs.target(r), r["lines"], r["sequence"])).items()):
        left = [r.observables["banding_error"] for r in group]
        rows.append([*setting, sum(left) / len(left), max(left), len(left)])
    title = "What so few lines leave of their bands, over the variance"
    note = "The largest difference of the covariance given the directions from that of lines in all directions, along 300 directions."
    heads = ["target", "lines", "sequence", "mean", "largest", "cases"]
    return Table("turning_bands_banding", title, heads, rows, note)
