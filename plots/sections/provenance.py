"""What was run where, how it was verified and measured: the report's last page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from plots.data.records import Records, Run
from plots.files import gate, schema
from plots.output.pages import Section
from plots.output.tables import Share, Table

STATUSES = ["correct", "incorrect", "constraint", "compile_error", "runtime_error", "out_of_memory", "timeout"]
CHECKS = {
    "sanitizer.txt": "compute-sanitizer",
    "device_check.txt": "retime device --check",
    "audit.json": "retime audit",
    "audit_across.json": "retime audit --across",
}


def what_was_run(runs: list[Run], records: Records) -> Section:
    """Machines and runs."""
    return Section("What was run where", [_machines(runs), _runs(runs, records)])


def _machines(runs: list[Run]) -> Table:
    rows = []
    for key, alike in grouped(runs, lambda r: (not r.is_gpu, r.device_name, r.host_name, *_software(r))):
        head = alike[-1].header
        device = head["device"] if alike[0].is_gpu else {}
        ceilings = head.get("ceilings") or {}
        memory, copy = device.get("memory_bytes"), ceilings.get("copy_bytes_per_s")
        rows.append(
            [
                "recorded" if alike[0].recorded else "given",
                alike[0].device_name,
                device.get("compute_capability"),
                device.get("multiprocessors"),
                memory * 1e-9 if memory else None,
                copy * 1e-12 if copy else None,
                *key[3:],
                _range([r.date for r in alike]),
                alike[0].host_name,
                len(alike),
            ]
        )
    heads = ["made", "device", "compute capability", "multiprocessors", "memory (GB)", "copy (1e12 B/s)", "driver"]
    heads += ["CUDA", "compilers", "git", "date (UTC)", "host CPU", "runs"]
    return Table("machines", "Machines", heads, rows).filled()


def _software(run: Run) -> tuple[str, str, str, str]:
    """Driver, CUDA runtime, compilers and source of a run."""
    head, git = run.header, run.header["git"]
    sha = (git["sha"] or "unknown")[:10] + (" with changes" if git["dirty"] else "")
    compilers = head.get("compilers") or {}
    built = (
        ", ".join(str(v) for _, v in sorted(compilers.items()) if str(v).strip()) if isinstance(compilers, dict) else ""
    )
    return str(head.get("driver") or ""), str(head.get("runtime") or ""), built, sha


def _range(dates: list[str]) -> str:
    return min(dates) if min(dates) == max(dates) else f"{min(dates)} to {max(dates)}"


def _runs(runs: list[Run], records: Records) -> Table:
    cases = Counter(id(r.run) for r in records)
    rows, builds = [], list(dict.fromkeys(run.build for run in sorted(runs, key=lambda run: run.header["utc"])))
    for run in runs:
        notes = ["hardware counters"] if run.counters else []
        notes += ["unfinished: the last line is cut short and left out"] if run.unfinished else []
        origin = "recorded" if run.recorded else "given"
        board = ", ".join(name.removeprefix("GPU-")[:8] for name in run.board.split("+")) if run.is_gpu else None
        row = [run.path.name, origin, run.device_name, board, builds.index(run.build) + 1, run.header["utc"]]
        rows.append([*row, cases[id(run)], "; ".join(notes)])
    heads = ["run", "made", "device", "board", "build", "UTC", "cases", "note"]
    return Table("runs", "Runs", heads, rows, "Runs are compared where board and build agree, or it is said.")


def how_it_was_made(runs: list[Run], records: Records) -> Section:
    """Cases by outcome, those without a correct result, how times were measured, what other checks said."""
    section = Section("How it was verified and measured", [_outcomes(records)])
    failed = _not_correct(records)
    section.parts.append(failed if failed.rows else "Every case gave a correct result.")
    section.parts += [table for table in (_verified(records), _measured(records)) if table.rows]
    section.parts += _checks(runs)
    return section


def _outcomes(records: Records) -> Table:
    rows = []
    for (name, device), group in grouped(records, lambda r: (r.family, r.run.device_name)):
        count = Counter(r.status for r in group)
        rows.append([name, device, len(group)] + [count[s] for s in STATUSES])
    heads = ["family", "device", "cases"] + [s.replace("_", " ") for s in STATUSES]
    return Table("cases", "Cases by outcome", heads, rows)


def _not_correct(records: Records) -> Table:
    """Reasons that differ in their numbers alone are one row, given by the first of them."""
    failed = [r for r in records if not r.is_correct]
    groups = grouped(
        failed, lambda r: (r.family, r.run.device_name, r.status, re.sub(r"\d[\d.e+-]*", "#", _without_point(r.reason)))
    )
    rows = [
        [name, ", ".join(sorted({r.variant for r in group})), device, status.replace("_", " ")]
        + [_without_point(group[0].reason) if len(group) > 1 else group[0].reason, len(group)]
        for (name, device, status, _), group in groups
    ]
    heads = ["family", "variants", "device", "outcome", "reason (the first, where they differ in numbers)", "cases"]
    return Table("not_correct", "Cases without a correct result, with the reason", heads, rows)


def _without_point(reason: str) -> str:
    """The reason without the "axis=value, axis=value: " that it may begin with."""
    return re.sub(r"^(\w+=[^\s,:]+(, )?)+: ", "", reason)


def _verified(records: Records) -> Table:
    """Which variants were verified, on what: all that an emulated run has to say of the GPU variants."""
    rows = []
    key = lambda r: (r.family, r.variant, r.run.device_name)  # noqa: E731
    for (name, variant, device), group in grouped(records, key):
        checks = [r.data["verify"] for r in group if r.data["verify"]]
        worst = max(
            (c["value"] / c["tolerance"] for c in checks if c["value"] is not None and c["tolerance"] > 0), default=None
        )
        ran = [r for r in group if r.status in ("correct", "incorrect")]
        times = "measured" if any(r.is_timed for r in group) else "no time counts"
        right = sum(r.is_correct for r in ran)
        rows.append([name, variant, device, group[0].processor, len(ran), right, worst, times])
    heads = ["family", "variant", "device", "runs on", "cases run", "correct", "worst error / tolerance", "times"]
    return Table("verified", "Variants verified against the reference", heads, rows)


def _measured(records: Records) -> Table:
    """How the times that count were measured, and those to read with care."""
    rows = []
    for (name, machine), group in grouped(records.timed(), lambda r: (r.family, r.machine)):
        measurements = [r.data["measurement"] or {} for r in group]
        ran_out = [m for m in measurements if m.get("stop_reason") in ("budget", "max_samples", "single")]
        widths = [(r.interval_s[1] - r.interval_s[0]) / 2 / r.time_s for r in group]
        rows.append(
            [
                name,
                machine,
                len(group),
                len(group) - len(ran_out),
                len(ran_out),
                Share(sorted(widths)[len(widths) // 2]),
                Share(max(widths)),
                sum(bool(m.get("resolution_limited")) for m in measurements),
                sum(bool(m.get("throttled")) for m in measurements),
                sum(r.data["statistics"]["bimodal"] for r in group),
                ", ".join(sorted({m["cache"] for m in measurements if "cache" in m})),
            ]
        )
    heads = ["family", "ran on", "timed cases", "to the precision asked", "to the end of its budget"]
    heads += ["half-width of the interval, median", "largest", "limited by resolution", "throttled throughout"]
    return Table("measurements", "How the times that count were measured", [*heads, "bimodal", "L2 cache"], rows)


def _checks(runs: list[Run]) -> list[Table]:
    """What lies beside the GPU's runs: the files of CHECKS, as results/record.sh makes them."""
    folders = sorted({run.path.parent for run in runs if run.is_gpu})
    rows = []
    for file, program in CHECKS.items():
        for path in (folder / file for folder in folders):
            rows += [[program, *row] for row in _check_lines(path)] if path.is_file() else []
    heads = ["by", "check", "result"]
    return [Table("checks", "Checks recorded with the runs", heads, rows, fold=False)] if rows else []


def _check_lines(path: Path) -> list[tuple[str, str]]:
    if path.suffix == ".json":
        return _audit(path)
    lines = gate.data(path).decode("utf-8", errors="replace").splitlines()
    if path.name == "sanitizer.txt":
        outcomes = {"0": "no fault", "124": "not finished in its time"}
        matches = [re.match(r"(.+?): status (\d+),? *(?:(\d+ cases?),)? *(?:=+ )?(.*)", line) for line in lines]
        return [
            (m[1] + (f", {m[3]}" if m[3] else ""), outcomes.get(m[2], f"status {m[2]}. {m[4]}".strip()))
            for m in matches
            if m
        ]
    failed = [line.split("  ")[0].strip() for line in lines if "FAIL" in line]
    passed = sum(bool(re.search(r"\bpass\b", line)) for line in lines)
    outcome = f"{passed} passed" + (f", {len(failed)} failed: {', '.join(failed)}" if failed else "")
    return [("spins of known length and what else a clock should show", outcome)] if passed or failed else []


def _audit(path: Path) -> list[tuple[str, str]]:
    """Verdicts on code that was made slower on purpose, over all cases; nothing from a file that is no audit's, as another
    program's of that name."""
    audit = gate.parsed(gate.text(path), str(path))
    if not isinstance(audit, dict) or not {"cases", "designs"} & set(audit):
        return []
    schema.require(audit, "audit", str(path))
    verdicts: dict[tuple[str, float], Counter] = {}
    for part in audit.get("designs", audit.get("cases")):
        for row in part["matrix"]:
            about = part.get("design", ""), row["injected_percent"]
            verdicts.setdefault(about, Counter()).update(row["verdicts"])
    return [
        (
            (f"code made {slower:.3g} % slower" if slower else "equal code") + (design and f", {design}"),
            ", ".join(f"{n} of {sum(count.values())} {verdict}" for verdict, n in count.most_common() if n),
        )
        for (design, slower), count in verdicts.items()
    ]


def grouped(items: Iterable, key: Callable) -> list[tuple[tuple, list]]:
    """Groups of equal key, sorted by it."""
    groups: dict[tuple, list] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return sorted(groups.items())
