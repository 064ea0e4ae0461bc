"""python -m plots RUN... [--out DIR]: fits, tables, figures, verdicts and one report."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from plots.data.load import ROOT, find_runs, load_run
from plots.data.records import Record, Records, Run, latest, profiled
from plots.files import command, parallel, whole
from plots.files.errors import InputError
from plots.files.text import message, printable
from plots.sections import single
from plots.tuning.space import Space, read_t4
from plots.verdicts import claims

# Runs that came with the repository: a folder a GPU, and one of answers and counts that no GPU gave.
ANSWERS = "emulation"  # beside a folder of recorded runs: what was recorded without a GPU
KEPT = [ROOT / "results" / name for name in ("h200", "h100", ANSWERS)]


def main(arguments: list[str] | None = None) -> int:
    parser = command.Parser(
        prog="python -m plots", description="Fits, tables, figures and verdicts from the records of one or more runs."
    )
    parser.add_argument(
        "run",
        nargs="*",
        type=command.path,
        metavar="RUN",
        help="run directory with header.json and records.jsonl, or a T4 file of a tuning space (.json, .json.gz)",
    )
    parser.add_argument(
        "--out",
        type=command.path,
        metavar="DIR",
        help="where to write report.html and the other pages, report.md, tables/ and figures/ (default: report/ in the first RUN);"
        " with --figure the picture's file, .svg or .png",
    )
    others = parser.add_mutually_exclusive_group()
    others.add_argument(
        "--recorded",
        type=command.path,
        default=ROOT / "results" / "h200",
        metavar="DIR",
        help="folder of recorded runs of one GPU, shown when no RUN is of a GPU (default: results/h200)",
    )
    others.add_argument("--no-recorded", action="store_true", help="show the RUNs alone, whatever they are of")
    parser.add_argument(
        "--only", choices=["fits"], help="fits: write the tables (fits, claims, times) as CSV and draw nothing"
    )
    parser.add_argument(
        "--table",
        metavar="NAME",
        help="print this table, or a family's published numbers beside those of the RUNs, and end",
    )
    parser.add_argument(
        "--figure", metavar="NAME", help="draw this figure alone into --out FILE (default: NAME.svg), and end"
    )
    parser.add_argument(
        "--list", action="store_true", help="name the figures and tables, with the minutes that a GPU takes for each"
    )
    parser.add_argument("--as", dest="form", choices=list(single.FORMS), default="text", help="how --table prints")
    parser.add_argument(
        "--heat", metavar="AXIS,AXIS", help="the two tuning axes of the heat maps (default: the two that matter most)"
    )

    def work() -> None:
        options = parser.parse_args(arguments)
        if options.list:
            return print(single.listed(), end="")
        if not options.run:
            parser.error("name a RUN: a run directory or a T4 file")
        if options.figure is not None:
            out = options.out or Path(f"{options.figure}.svg")
            single.draw(options.figure, _load(options.run, options.recorded, alone=True), out)
            return print(printable(str(out)))
        if options.table is not None:
            return single.show(options.table, _load(options.run, options.recorded, alone=True), options.form)
        heat = _pair(options.heat) if options.heat is not None else None
        out = options.out or _beside(options.run, options.recorded)
        alone, draw = options.no_recorded, options.only != "fits"
        print(printable(str(make_report(options.run, out, options.recorded, draw, heat, alone))))

    return command.run("plots", work)


def _beside(runs: list[Path], recorded: Path) -> Path:
    """report/ in the first run that is not a recorded one: those stay as they are."""
    own = [run for run in runs if not _is_recorded(_real(run), recorded)]
    if not own:
        raise InputError("recorded runs alone are given: name the report's folder with --out DIR")
    return (own[0] if own[0].is_dir() else own[0].parent) / "report"


def _is_recorded(run: Path, recorded: Path) -> bool:
    return any(run.is_relative_to(_real(folder)) for folder in (recorded, *KEPT))


def _real(path: Path) -> Path:
    """Links followed, but for those that lead in a circle."""
    return Path(os.path.realpath(path))


def _pair(text: str) -> tuple[str, str]:
    names = text.split(",")
    if len(set(names)) != 2 or len(names) != 2 or "" in names:
        raise InputError(f"--heat {text}: should be two axes, such as block_x,block_y")
    return names[0], names[1]


def make_report(
    paths: list[Path],
    out: Path,
    recorded: Path,
    draw: bool = True,
    heat: tuple[str, str] | None = None,
    alone: bool = False,
) -> Path:
    """Loads and checks everything before it writes anything. `alone`: no recorded runs beside those given.

    Returns the path of report.html, or without `draw` that of the folder of tables.
    """
    whole.require_folder_place(out)
    loaded = _load(paths, recorded, alone)
    runs, swept, tuned = loaded.runs, loaded.swept, loaded.tuned

    from plots.output import pages
    from plots.sections import report  # after the checks: drawing takes a second to import
    from plots.tuning.section import section

    tuning = section(loaded.spaces, tuned, latest(swept), draw, heat)
    judged = report.judge_all(runs, swept, loaded.profiled)
    verdicts = report.verdicts_for_terminal(judged)
    # Drawing takes longest. A complaint, which is to stand alone, can come of it only where there are other runs than recorded.
    if all_recorded := all(run.recorded for run in runs):
        print(verdicts, end="", file=sys.stderr, flush=True)
    all_pages = report.pages(runs, swept, judged, tuning, draw)
    written = pages.write(all_pages, out) if draw else pages.write_tables(all_pages, out)
    for path in loaded.unfinished:
        words = "the last record is cut short and left out; the run can go on with --resume"
        print(message(f"plots: {path}: {words}"), file=sys.stderr)
    if not all_recorded:
        print(verdicts, end="", file=sys.stderr)
    return written


@dataclass(frozen=True)
class Loaded:
    """What the RUNs of a command line hold. `unfinished`: runs whose last record is cut short."""

    spaces: list[Space]
    runs: list[Run]
    records: Records
    unfinished: list[Path]

    @property
    def swept(self) -> Records:
        return Records(r for r in self.records if not r.run.is_tuning)

    @property
    def tuned(self) -> Records:
        return Records(r for r in self.records if r.run.is_tuning)

    @property
    def profiled(self) -> Records:
        return profiled(self.records)


def _load(paths: list[Path], recorded: Path, alone: bool) -> Loaded:
    """Runs and T4 files, and the recorded runs where none of them is of a GPU, unless `alone`."""
    files = list(dict.fromkeys(_real(p) for p in paths if p.is_file()))
    named = list(dict.fromkeys(_real(p) for p in paths if not p.is_file()))
    spaces = [read_t4(path) for path in files]
    runs: list[Run] = []
    records: list[Record] = []
    unfinished: list[Path] = []

    def add(paths: list[Path]) -> None:
        for run, of_run in parallel.each(lambda path: load_run(path, _is_recorded(path, recorded)), paths):
            if run.unfinished:
                unfinished.append(run.path)
            runs.append(run)
            records.extend(of_run)

    add(named)
    of_a_paper = any(claims.paper_of(r.family) for r in records)
    if named and not alone and not any(run.is_gpu for run in runs) and (of_a_paper or not records):
        folder = _real(recorded)
        kept = (*find_runs(folder), *find_runs(folder.parent / ANSWERS))
        add([path for path in kept if path not in named])
    _one_gpu(runs)
    if not records and not spaces:
        raise InputError(f"{paths[0]}: no records; run a sweep first")
    return Loaded(spaces, runs, Records(records), unfinished)


def _one_gpu(runs: list[Run]) -> None:
    names = sorted({run.device_name for run in runs if run.is_gpu})
    if len(names) > 1:
        raise InputError(
            f"runs of different GPUs ({', '.join(names)}): give the runs of one, or name it with --recorded DIR"
        )


if __name__ == "__main__":
    sys.exit(main())
