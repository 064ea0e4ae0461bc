"""Tables of what a practitioner would take instead, beside the fastest of the same run: results/peers measures it."""

from __future__ import annotations

from typing import Any

from plots.data.records import Records
from plots.output.tables import Table
from plots.sections import beyond
from plots.verdicts.family import runs_of, where

LIBRARIES = {"torch.compile": "PyTorch", "torch.compile, CUDA graph": "PyTorch"}
LIBRARIES |= {"cuSPARSE": "cuSPARSE", "semi-implicit Fourier": "cuFFT"}
LIBRARIES |= {"PyTorch, sparse": "PyTorch", "PyTorch, dense": "PyTorch"}
LIBRARIES |= {name: name for name in ("SciPy", "NetworkX", "igraph", "NetworKit")}


def _library(peers: dict[str, Any], peer: str) -> str | None:
    library = LIBRARIES.get(peer)
    version = peers["versions"].get(library)
    if version is None:
        return library
    if isinstance(version, int):
        version = f"{version // 1000}.{version // 100 % 10}.{version % 100}"
    return f"{library} {version}"


def with_version(peers: dict[str, Any], peer: str) -> str:
    """A peer's name, in which its library's has a version."""
    library = LIBRARIES.get(peer)
    return peer.replace(library, _library(peers, peer), 1) if library else peer


def table(name: str, records: Records, axes: list[str], note: str, apart: str | None = None) -> Table:
    """A row each peer and workload, beside the fastest of ours and of the paper's in the same run. `axes`: what workloads
    are told apart by; `apart`: as in beyond.contests()."""
    rows, beside = [], records.where(lambda r: r.run.peers)
    for run in runs_of(beside):
        contests = {c.tuned.workload: c for c in beyond.contests(beside.where(lambda r: r.run is run), apart)}
        for peer in run.peers["rows"]:
            contest = contests.get(tuple(sorted(peer["workload"].items())))
            if contest is None:
                continue
            ours, fastest = next(iter(contest.ours.items()))
            row = [peer["workload"][axis] for axis in axes]
            row += [peer["peer"], _library(run.peers, peer["peer"]), peer["median_s"] * 1e3, peer["error"]]
            row += [contest.tuned.name, contest.tuned.time_s * 1e3, ours, fastest.time_s * 1e3]
            rows.append([*row, peer["median_s"] / fastest.time_s])
    heads = [*axes, "peer", "library", "peer (ms)", "its error", "paper's best", "tuned (ms)", "ours", "ours (ms)"]
    heads.append("peer / ours")
    title = f"Against other libraries, {where(beside)}"
    return Table(name, title, heads, sorted(rows, key=lambda row: row[: len(axes)]), note, fold=False)


def fourier(name: str, records: Records) -> Table:
    """The semi-implicit Fourier method beside the explicit step of ours: the error of each dt, and what a unit of time takes
    at each size. Of several runs the last; no rows where there is none."""
    runs = [run for run in runs_of(records) if "fourier_errors" in (run.peers or {})]
    if not runs:
        return Table(name, "", [], [])
    own, peers = records.where(lambda r: r.run is runs[-1]), runs[-1].peers
    explicit = {c.size: next(iter(c.ours.values())) for c in beyond.contests(own) if c.tuned["dim"] == 2}
    step_s = {("explicit", n): r.time_s / r["steps"] for n, r in explicit.items()}
    step_s |= {("semi-implicit", each["n"]): each["step_s"] for each in peers["fourier_steps"]}
    sizes = sorted(n for n in explicit if ("semi-implicit", n) in step_s)
    names = {"explicit": "explicit, ours", "semi-implicit": "semi-implicit Fourier"}
    measured = peers["fourier_errors"]
    rows = [
        [names[row["method"]], row["dt"], row["error"], *(step_s[row["method"], n] / row["dt"] * 1e3 for n in sizes)]
        for row in measured["rows"]
    ]
    begin = measured["from"]
    return Table(
        name,
        f"Equal accuracy: explicit steps and semi-implicit ones, {where(own)}",
        ["method", "dt", "error", *(f"time of 1 at N = {n} (ms)" for n in sizes)],
        rows,
        f"Error: root mean square of the difference from steps of 0.0025 in double precision, over that of the answer, after"
        f" a time of {measured['time']:g} from a field of {begin['n']}^2 cells with domains and walls (t ="
        f" {begin['dt'] * begin['steps']:g}). Both in single precision, of the same discrete Laplacian. Semi-implicit: SBDF2,"
        f" two FFTs a step ({_library(peers, names['semi-implicit'])}, by CuPy). Explicit: RK2; dt = 0.025 is its limit.",
        fold=False,
    )
