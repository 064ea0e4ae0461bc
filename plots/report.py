"""Puts a report together: what was run, how many cases came out how, then every family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from plots import claims, family, tables
from plots.pages import Part, Section
from plots.records import Record, Records, Run
from plots.tables import Table


def sections(
    runs: list[Run], records: Records, replaced: int, draw: bool = True
) -> Iterator[Section]:
    """The whole report, in reading order. A figure is drawn when it is reached, and none unless `draw`."""
    judged = []
    for module in family.modules():
        if any(r.family == module.FAMILY for r in records):
            data = family.data_of(module.FAMILY, module.PAPER, records, runs)
            judged.append((module, data, family.verdicts(module, data)))
    known = {module.FAMILY for module in family.modules()}
    yield _runs(runs, records, replaced)
    yield _cases(records)
    if judged:
        yield _summary([v for *_, verdicts in judged for v in verdicts])
    for module, data, verdicts in judged:
        yield Section(module.TITLE, _family(module, data, verdicts, draw))
    for name in sorted({r.family for r in records} - known):
        yield _unknown_family(name, Records(r for r in records if r.family == name))


def _runs(runs: list[Run], records: Records, replaced: int) -> Section:
    rows = []
    for run in runs:
        git = run.header["git"]
        sha = (git["sha"] or "unknown")[:10] + (" with changes" if git["dirty"] else "")
        count = sum(r.run is run for r in records)
        rows.append(
            [
                run.path.name,
                "recorded" if run.recorded else "given",
                run.device_name,
                run.host_name,
                run.header["utc"],
                sha,
                str(run.header.get("driver") or ""),
                count,
                "unfinished: the last line is cut short and left out" if run.unfinished else "",
            ]
        )
    section = Section("What was run")
    gpu = [r for r in runs if r.is_gpu]
    if not gpu:
        section.parts.append(
            "No GPU took part: GPU variants ran in the emulation, which proves their results and"
            " times nothing. Times below are those of the CPU variants."
        )
    elif all(r.recorded for r in gpu):
        section.parts.append(
            "No GPU took part in the runs of this machine. GPU results below are recorded ones,"
            f" from {' and '.join(sorted({r.device_name for r in gpu}))}; times of this machine are"
            " those of its CPU variants, and are named so."
        )
    section.parts.append(
        Table(
            "runs",
            "Runs",
            ["run", "made", "device", "host CPU", "UTC", "git", "driver", "cases", "note"],
            rows,
        )
    )
    if replaced:
        section.parts.append(
            f"{replaced} records were replaced by a later run of the same case on the same device."
        )
    return section


def _cases(records: Records) -> Section:
    statuses = [
        "correct",
        "incorrect",
        "constraint",
        "compile_error",
        "runtime_error",
        "out_of_memory",
        "timeout",
    ]
    rows = []
    for (name, device), group in _grouped(records, lambda r: (r.family, r.run.device_name)):
        count = Counter(r.status for r in group)
        rows.append([name, device, len(group)] + [count[s] for s in statuses])
    section = Section(
        "Cases",
        [
            Table(
                "cases",
                "Cases by outcome",
                ["family", "device", "cases"] + [s.replace("_", " ") for s in statuses],
                rows,
            )
        ],
    )
    failed = [r for r in records if not r.is_correct]
    reasons = Counter(
        (r.family, r.variant, r.run.device_name, r.status.replace("_", " "), r.reason)
        for r in failed
    )
    if reasons:
        section.parts.append(
            Table(
                "not_correct",
                "Cases without a correct result, with the reason",
                ["family", "variant", "device", "outcome", "reason", "cases"],
                [[*key, n] for key, n in sorted(reasons.items())],
            )
        )
    else:
        section.parts.append("Every case gave a correct result.")
    section.parts += _measurements(records)
    return section


def _measurements(records: Records) -> list[Table]:
    """How the times that count were measured, and those to read with care."""
    rows = []
    for (name, machine), group in _grouped(records.timed(), lambda r: (r.family, r.machine)):
        how = [r.data["measurement"] or {} for r in group]
        ran_out = [h for h in how if h.get("stop_reason") in ("budget", "max_samples", "single")]
        rows.append(
            [
                name,
                machine,
                len(group),
                len(group) - len(ran_out),
                len(ran_out),
                sum(bool(h.get("resolution_limited")) for h in how),
                sum(bool(h.get("throttled")) for h in how),
                sum(r.data["statistics"]["bimodal"] for r in group),
                ", ".join(sorted({h["cache"] for h in how if "cache" in h})),
            ]
        )
    if not rows:
        return []
    heads = [
        "family",
        "ran on",
        "timed cases",
        "to the precision asked",
        "to the end of its budget",
    ]
    heads += ["limited by resolution", "throttled throughout", "bimodal", "L2 cache"]
    return [Table("measurements", "How the times that count were measured", heads, rows)]


def _summary(verdicts: list[claims.Verdict]) -> Section:
    count = Counter((v.claim.family, v.verdict) for v in verdicts)
    kinds = [claims.HOLDS, claims.REVERSED, claims.NOT_MEASURABLE]
    rows = [
        [name] + [count[name, k] for k in kinds]
        for name in sorted({v.claim.family for v in verdicts})
    ]
    section = Section(
        "Verdicts on the papers' claims",
        [
            Table(
                "verdicts",
                "Claims by verdict",
                ["family"] + kinds,
                rows,
                "holds: the whole 95 % interval meets the claim. reversed: none of it does. not"
                " measurable here: the records can not tell, for the reason given with the claim.",
            )
        ],
    )
    for head, chosen in (
        ("What does not reproduce:", [v for v in verdicts if v.verdict == claims.REVERSED]),
        (
            (
                f"What holds in direction, but is more than {claims.SIZE_FACTOR} times off the"
                " printed size:"
            ),
            [v for v in verdicts if v.only_direction],
        ),
    ):
        if chosen:
            section.parts.append(head + "\n\n" + "\n".join(map(_told, chosen)))
    return section


def _told(v: claims.Verdict) -> str:
    printed = v.claim.claimed
    paper = (
        ""
        if printed is None
        else (
            ", printed"
            f" {tables.cell(tables.Interval(*printed) if isinstance(printed, list) else printed)}"
        )
    )
    return (
        f"- {v.claim.family}: {v.claim.text} ({v.claim.where}). Measured"
        f" {tables.number(v.measured.value)}{paper}: {v.claim.quantity}."
    )


def _family(
    module, data: family.FamilyData, verdicts: list[claims.Verdict], draw: bool
) -> Iterator[Part]:
    if data.paper.get("citation"):
        yield f"After {data.paper['citation']}"
    yield claims.table_of(verdicts, module.FAMILY, data.where)
    yield _verification(data)
    yield from module.tables(data)
    if draw:
        yield from module.figures(data)


def _verification(data: family.FamilyData) -> Table:
    """Which variants were verified, on what: all that an emulated run has to say of the GPU variants."""
    rows = []
    for (variant, device), group in _grouped(data.cases, lambda r: (r.variant, r.run.device_name)):
        worst = max(
            (
                r.data["verify"]["value"] / r.data["verify"]["tolerance"]
                for r in group
                if r.data["verify"]
                and r.data["verify"]["value"] is not None
                and r.data["verify"]["tolerance"] > 0
            ),
            default=None,
        )
        ran = [r for r in group if r.status in ("correct", "incorrect")]
        rows.append(
            [
                variant,
                device,
                group[0].processor,
                len(ran),
                sum(r.is_correct for r in ran),
                worst,
                "measured" if any(r.is_timed for r in group) else "no time counts",
            ]
        )
    return Table(
        f"{data.name}_verified",
        "Variants verified against the reference",
        [
            "variant",
            "device",
            "runs on",
            "cases run",
            "correct",
            "worst error / tolerance",
            "times",
        ],
        rows,
    )


def _unknown_family(name: str, records: Records) -> Section:
    rows = [
        [
            r.variant,
            ", ".join(f"{k}={v}" for k, v in r.workload),
            ", ".join(f"{k}={v}" for k, v in r.tuning),
            r.run.device_name,
            r.time_s,
            tables.Interval(*r.interval_s),
        ]
        for r in records.best()
    ]
    return Section(
        name,
        [
            (
                "No module of plots/families knows this family: its fastest correct cases, nothing"
                " more."
            ),
            Table(
                f"{name}_best",
                "Fastest tuning of each variant and workload",
                ["variant", "workload", "tuning", "device", "median (s)", "95 % interval (s)"],
                rows,
            ),
        ],
    )


def _grouped(records: Iterable[Record], key) -> list[tuple[tuple, list[Record]]]:
    groups: dict[tuple, list[Record]] = {}
    for r in records:
        groups.setdefault(key(r), []).append(r)
    return sorted(groups.items())
