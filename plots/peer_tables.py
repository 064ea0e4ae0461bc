"""Tables of what a practitioner would take instead, beside the fastest of the same run: results/peers measures it."""

from __future__ import annotations

from plots import beyond
from plots.family import where
from plots.peers import Peers
from plots.records import Records, Run
from plots.tables import Table

LIBRARIES = {"torch.compile": "PyTorch", "torch.compile, CUDA graph": "PyTorch"}
LIBRARIES |= {"cuSPARSE": "cuSPARSE", "semi-implicit Fourier": "cuFFT"}


def runs_with(records: Records) -> list[Run]:
    """Of these records' runs those beside which peers were measured."""
    runs = {id(r.run): r.run for r in records}
    return [run for run in runs.values() if run.peers]


def _version(peers: Peers, peer: str) -> str:
    library = LIBRARIES[peer]
    version = peers["versions"][library]
    if isinstance(version, int):  # CUDA's libraries: 12603 is 12.6.3
        version = f"{version // 1000}.{version // 100 % 10}.{version % 100}"
    return f"{library} {version}"


def table(name: str, records: Records, axes: list[str], note: str, apart: str | None = None) -> Table:
    """A row each peer and workload, beside the fastest of ours and of the paper's in the same run. `axes`: what workloads
    are told apart by; `apart`: as in beyond.contests()."""
    rows, runs = [], runs_with(records)
    for run in runs:
        contests = {c.tuned.workload: c for c in beyond.contests(records.where(lambda r: r.run is run), apart)}
        for peer in run.peers["rows"]:
            contest = contests.get(tuple(sorted(peer["workload"].items())))
            if contest is None:
                continue
            ours, fastest = next(iter(contest.ours.items()))
            row = [peer["workload"][axis] for axis in axes]
            row += [peer["peer"], _version(run.peers, peer["peer"]), peer["median_s"] * 1e3, peer["error"]]
            row += [contest.tuned.name, contest.tuned.time_s * 1e3, ours, fastest.time_s * 1e3]
            rows.append([*row, peer["median_s"] / fastest.time_s])
    heads = [*axes, "peer", "library", "peer (ms)", "its error", "paper's best", "tuned (ms)", "ours", "ours (ms)"]
    heads.append("peer / ours")
    title = f"Beside what a practitioner would take, {where(records.where(lambda r: r.run in runs))}"
    return Table(name, title, heads, sorted(rows, key=lambda row: row[: len(axes)]), note, fold=False)


def fourier(name: str, records: Records) -> Table:
    """The semi-implicit Fourier method beside the explicit step of ours: the error of each dt, and what a unit of time takes
    at each size."""
    rows, sizes, runs = [], [], [run for run in runs_with(records) if "fourier_errors" in run.peers]
    for run in runs[-1:]:
        own = records.where(lambda r: r.run is run)
        ours = {c.size: next(iter(c.ours.values())) for c in beyond.contests(own) if c.tuned["dim"] == 2}
        steps_s = {
            "semi-implicit": {step["n"]: step["step_s"] for step in run.peers["fourier_steps"]},
            "explicit": {n: r.time_s / r["steps"] for n, r in ours.items()},
        }
        sizes = sorted(set(steps_s["semi-implicit"]) & set(ours))
        for each in run.peers["fourier_errors"]["rows"]:
            method, dt = each["method"], each["dt"]
            label = "semi-implicit Fourier" if method == "semi-implicit" else "explicit, ours"
            rows.append([label, dt, each["error"], *(steps_s[method][n] / dt * 1e3 for n in sizes)])
    heads = ["method", "dt", "error", *(f"time of 1 at N = {n} (ms)" for n in sizes)]
    begin = runs[-1].peers["fourier_errors"] if runs else None
    library = _version(runs[-1].peers, "semi-implicit Fourier") if runs else ""
    return Table(
        name,
        f"Equal accuracy: explicit steps and semi-implicit ones, {where(records.where(lambda r: r.run in runs[-1:]))}",
        heads,
        rows,
        f"Error: root mean square of the difference from steps of 0.0025 in double precision, over that of the answer, after"
        f" a time of {begin['time']:g} from a field of {begin['from']['n']}^2 cells with domains and walls (t ="
        f" {begin['from']['dt'] * begin['from']['steps']:g}). Both in single precision, of the same discrete Laplacian."
        f" Semi-implicit: SBDF2, two FFTs a step ({library}, by CuPy). Explicit: RK2; dt = 0.025 is its limit."
        if begin
        else "",
        fold=False,
    )
