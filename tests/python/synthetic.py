"""Builds run directories that meet the schema, with times that a test plants."""

from __future__ import annotations

import contextlib
import copy
import csv
import io
import json
from pathlib import Path

from program import out_of

from plots.__main__ import main
from plots.data.load import ROOT, load_run
from plots.data.records import Records, profiled
from plots.output import figures
from plots.verdicts import family, ledger, sorting, words

ROWS = json.loads((ROOT / "variants" / "papers.json").read_text(encoding="utf-8"))
PAPERS = {family: paper for paper, families in ROWS.items() for family in families}
LABELS = {
    family: {row["variant"]: label for label, row in ROWS[paper][family]["rows"].items()}
    for family, paper in PAPERS.items()
}
STEPS = {"sites_per_thread": 1, "order": "forward", "launch": "stream"}
FIELDS = {"flow": "copy", "launch": "stream"}
SEARCH = {"block": 256, "neighbours_at_once": 1, "levels_ahead": 0}
PRINTED = {  # of three families' variants the papers' own tuning points, where they are not free
    **dict.fromkeys(("a_dense", "a_branchless", "b_diamond"), STEPS),
    "c_compact": STEPS | {"rings": 1, "indices": "cached"},
    "cpu_serial": {"flow": "copy"},
    "a_global": FIELDS | {"cells_per_thread": 1},
    "c_texture": FIELDS,
    **dict.fromkeys(("b_shared", "d_texture_shared"), FIELDS | {"block_x": 16, "block_y": 16, "border": "threads"}),
    **dict.fromkeys((row for row in LABELS["apsp"] if row[0] == "k"), SEARCH),
}

MARK_S = 123.456  # a time that no other number of a report has
CEILINGS = {"copy_bytes_per_s": 4.23e12, "l2_bytes_per_s": 8e12, "launch_ns": 3100, "graph_node_ns": 530}
CEILINGS |= {"event_floor_ns": 4800, "timer_quantum_ns": 32}
MEASUREMENT = {"method": "events", "cache": "warm", "stop_reason": "precision", "runs_per_sample": 1}
MEASUREMENT |= {"resolution_limited": False, "throttled_samples": 0, "states": [], "blocks": []}


def header(kind: str = "cuda", **changes) -> dict:
    """Of a run on a GPU, or on the emulation, which has neither driver nor ceilings."""
    gpu = kind == "cuda"
    return {
        "schema_version": 2,
        "argv": ["retime", "run"],
        "git": {"sha": "0123456789abcdef", "dirty": False},
        "compilers": {},
        "flags": "",
        "driver": "580.1" if gpu else None,
        "runtime": None,
        "device": {"kind": kind, "name": "NVIDIA H200" if gpu else "emulation", "uuid": "GPU-1" if gpu else None},
        "host": {"cpu": "Test CPU", "cores": 2},
        "seed": 1,
        "utc": "2026-11-21T04:00:00Z",
        "clocks": None,
        "ecc": None,
        "ceilings": CEILINGS if gpu else None,
    } | changes


def record(
    variant: str,
    median_s: float,
    *,
    family: str = "carpet",
    processor: str = "gpu",
    emulated: bool = False,
    status: str = "correct",
    reason: str = "",
    spread: float = 0.01,
    tuning: dict | None = None,
    observables: dict | None = None,
    phases_ns: dict | None = None,
    bytes_moved: float = 1e9,
    base: str | None = None,
    memory: dict | None = None,
    **axes,
) -> dict:
    """One record. A variant of a paper's family has its label and the paper's own point; any other is ours."""
    tuning = {"block": 256} if tuning is None else tuning
    points = {**axes, **tuning}
    label = LABELS.get(family, {}).get(variant, "")
    printed_point = {a: v for a, v in PRINTED.get(variant, {}).items() if a in points} if label else {}
    line = {
        "schema_version": 2,
        "key": "/".join([family, variant] + [f"{k}={v}" for each in (axes, tuning) for k, v in sorted(each.items())]),
        "family": family,
        "variant": variant,
        "processor": processor,
        "paper": {"paper": PAPERS[family] if label else "", "label": label, "tuning": printed_point},
        "printed": bool(label) and all(points[axis] == value for axis, value in printed_point.items()),
        "base": base,
        "axes": points,
        "tuning": list(tuning),
        "size_axis": "steps" if family == "carpet" else "n",
        "memory": memory,
        "launch": None,
        "status": status,
        "reason": reason,
        "verify_after": None,
        "observables": observables or {},
        "phases_ns": phases_ns or {},
        "samples_ns": [],
        "time_is": "emulated" if emulated else "measured",
    }
    if status not in ("correct", "incorrect"):
        return line | dict.fromkeys(("verify", "statistics", "measurement", "work", "roofline"))
    ns = median_s * 1e9
    statistics = dict.fromkeys(("median_ns", "mean_ns", "min_ns", "max_ns"), ns) | {"sd_ns": 0, "n_effective": 5}
    statistics |= {"ci_low_ns": ns * (1 - spread), "ci_high_ns": ns * (1 + spread), "bimodal": False}
    statistics |= {"interval_of": "process_to_come"}
    error = 1e-9 if status == "correct" else 1.0
    roofline = {"ceiling": "copy", "ceiling_bytes_per_s": 4.23e12, "fraction": bytes_moved / median_s / 4.23e12}
    return line | {
        "verify": {"metric": "max |p - p_ref|", "value": error, "tolerance": 1e-6, "note": ""},
        "samples_ns": [ns] * 5,
        "statistics": statistics,
        "measurement": copy.deepcopy(MEASUREMENT),
        "work": {"bytes": bytes_moved, "flops": 0, "items": 1e6, "item": "site update"},
        "roofline": None if emulated else roofline,
    }


def processes(*medians_ns: float, half: float = 0.001, **more) -> list[dict]:
    """What a record's measurement says of the processes that measured it, one after the other."""
    return [
        {"round": i, "samples": 5, "median_ns": t, "ci_low_ns": (1 - half) * t, "ci_high_ns": (1 + half) * t} | more
        for i, t in enumerate(medians_ns)
    ]


def energy(power_w: float, time_s: float) -> dict:
    """What a record's measurement says of it."""
    window = {"power_w": power_w, "window_s": 1.0, "busy": 0.9}
    return {"energy_j": power_w * time_s, **window, "source": "nvml_total_energy"}


def write_run(folder: Path, records: list[dict], head: dict | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "header.json").write_text(json.dumps(head or header()), encoding="utf-8")
    (folder / "records.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    return folder


def report_of(*arguments) -> Path:
    """The folder of the report that plots makes: what follows --out, else report/ in the first run."""
    words = [str(argument) for argument in arguments]
    assert main(words) == 0
    return out_of(words) if "--out" in words else arguments[0] / "report"


def table(report: Path, name: str) -> list[dict]:
    with (report / "tables" / f"{name}.csv").open() as file:
        return list(csv.DictReader(file))


def mentions_mark(report: Path) -> bool:
    """Whether the time MARK_S stands in the text or in a table of a report."""
    texts = [path.read_text() for path in report.rglob("*") if path.suffix in (".md", ".csv")]
    assert texts
    return any("123.4" in text or "123.5" in text for text in texts)


def refusal(command, *arguments) -> str:
    """The one line with which a command of plots refuses; it ends with status 2 and writes nothing."""
    words = [str(argument) for argument in arguments]
    with contextlib.redirect_stderr(io.StringIO()) as said:
        assert command(words) == 2
    assert said.getvalue().count("\n") == 1, said.getvalue()
    assert not out_of(words).exists()
    return said.getvalue()


def data_of(module, *folders: Path, recorded: tuple[Path, ...] = ()) -> family.FamilyData:
    """What a family's module sees of these runs, of which some came with the repository."""
    loaded = [load_run(folder, folder in recorded) for folder in folders]
    records = Records(r for _, each in loaded for r in each)
    runs = [run for run, _ in loaded]
    return sorting.data_of(module.FAMILY, PAPERS[module.FAMILY], records, runs, profiled(records), module)


def family_data(folder: Path, module, records: list[dict], head: dict | None = None) -> family.FamilyData:
    """The same of one run of these records."""
    return data_of(module, write_run(folder / "run", records, head))


def rows_of(module, data: family.FamilyData, name: str) -> list[dict]:
    """Rows of a table of the page, which is called FAMILY_<name>; none where the page has none."""
    table = next((table for table in module.tables(data) if table.name == f"{module.FAMILY}_{name}"), None)
    return [dict(zip(table.columns, row)) for row in table.rows] if table else []


def drawn(module, data: family.FamilyData, folder: Path) -> dict[str, str]:
    """Every figure of the page, by its name without the family's: its caption. They are written as a report writes them."""
    return {
        figure.name.removeprefix(f"{module.FAMILY}_"): figure.caption
        for figure in module.figures(data)
        if figures.write(figure, folder / "figures")
    }


def judged(data: family.FamilyData, claim: str) -> words.Verdict:
    return next(v for v in ledger.verdicts(data) if v.claim.id == claim)
