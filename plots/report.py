"""Puts a report together: what was run, how many cases came out how, then every family."""

from __future__ import annotations

import base64
import html
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from plots import claims, family, figures, tables
from plots.figures import Figure
from plots.records import Record, Records, Run
from plots.tables import Table


@dataclass
class Section:
    title: str
    parts: list[str | Table | Figure] = field(default_factory=list)


def sections(runs: list[Run], records: Records, replaced: int) -> Iterable[Section]:
    """The whole report, in reading order. Figures are drawn only as they are reached."""
    judged: list[tuple[Section, list[claims.Verdict]]] = []
    for module in family.modules():
        if any(r.family == module.FAMILY for r in records):
            judged.append(
                _family(module, family.data_of(module.FAMILY, module.PAPER, records, runs))
            )
    known = {module.FAMILY for module in family.modules()}
    yield _runs(runs, records, replaced)
    yield _cases(records)
    if judged:
        yield _summary([v for _, verdicts in judged for v in verdicts])
    for section, _ in judged:
        yield section
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
    return section


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


def _family(module, data: family.FamilyData) -> tuple[Section, list[claims.Verdict]]:
    section = Section(module.TITLE)
    cited = data.paper.get("citation")
    if cited:
        section.parts.append(f"After {cited}")
    found = family.verdicts(module, data)
    section.parts.append(claims.table_of(found, module.FAMILY, data.where))
    section.parts += _verification(data)
    section.parts += list(module.tables(data))
    section.parts += list(module.figures(data))
    return section, found


def _verification(data: family.FamilyData) -> list[Table]:
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
    return [
        Table(
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
    ]


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


def write(all_sections: Iterable[Section], out: Path) -> Path:
    """Writes report.html (self-contained), report.md, tables/*.csv, figures/*.png and *.svg. Returns the HTML's path."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "tables").mkdir(exist_ok=True)
    title = "retime: published GPU results, timed again"
    page, text, places = [], [f"# {title}\n"], []
    for section in all_sections:
        anchor = "".join(c if c.isalnum() else "-" for c in section.title.lower())
        places.append(f'<a href="#{anchor}">{html.escape(section.title)}</a>')
        page.append(f'<h2 id="{anchor}">{html.escape(section.title)}</h2>')
        text.append(f"## {section.title}\n")
        for part in section.parts:
            as_html, as_markdown = _part(part, out)
            page.append(as_html)
            text.append(as_markdown)
    style = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")
    (out / "report.md").write_text("\n".join(text), encoding="utf-8")
    report = out / "report.html"
    report.write_text(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width"><style>\n{style}</style></head>\n'
        f'<body><h1>{title}</h1>\n<nav>{" · ".join(places)}</nav>\n'
        + "\n".join(page)
        + "\n</body></html>\n",
        encoding="utf-8",
    )
    return report


def _part(part: str | Table | Figure, out: Path) -> tuple[str, str]:
    if isinstance(part, Table):
        (out / "tables" / f"{part.name}.csv").write_text(tables.to_csv(part), encoding="utf-8")
        return tables.to_html(part), tables.to_markdown(part)
    if isinstance(part, Figure):
        png = figures.write(part, out / "figures")
        data = base64.b64encode(png.read_bytes()).decode()
        return (
            (
                f'<figure><img alt="{html.escape(part.title)}"'
                f' src="data:image/png;base64,{data}"><figcaption><b>{html.escape(part.title)}.</b>'
                f" {html.escape(part.caption)}</figcaption></figure>"
            ),
            f"![{part.title}](figures/{png.name})\n\n**{part.title}.** {part.caption}\n",
        )
    lines = part.split("\n")
    bullets = [line[2:] for line in lines if line.startswith("- ")]
    plain = " ".join(line for line in lines if line and not line.startswith("- "))
    items = "".join(f"<li>{html.escape(b)}</li>" for b in bullets)
    return f"<p>{html.escape(plain)}</p>" + (f"<ul>{items}</ul>" if items else ""), part + "\n"
