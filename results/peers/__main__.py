"""What a practitioner would take instead, on the work of a run and on its GPU: python3 -m results.peers PROGRAM RUN SIZE...

RUN is what PROGRAM recorded on the GPU that is here. Of its workloads of these sizes the peers of its family are timed, and
verified against what PROGRAM answers:
  carpet          products with the walk's matrix, by CuPy (cuSPARSE)
  cahn_hilliard   the stencil in arrays, by torch.compile; and a semi-implicit Fourier method, by CuPy (cuFFT), with the errors
                  that it and the explicit step make
Writes RUN/peers.json, which `python -m plots` shows beside the run's own cases: the family, the GPU's uuid (board), versions of
libraries, and rows of peer, workload (axis -> value), times_s of single runs, median_s and error (the largest difference from
PROGRAM's answer, over its largest value). Of cahn_hilliard also seconds of a Fourier step by size, and errors by method and dt.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from results.peers import accuracy, stencil, walk
from results.peers.fourier import SemiImplicit
from results.peers.program import answer, difference, refuse

try:
    import cupy
    import cupyx.scipy.sparse
    import torch
except ImportError as missing:
    refuse(f"{missing.name} is missing; install PyTorch and CuPy for this GPU")

DEVELOPED = {"n": 1024, "dt": 0.02, "steps": 2000}  # what errors are measured from: domains, and walls between them
VERIFIED_TO = 1e-4  # of the largest value, in single precision


def timed(work, repeats):
    """Seconds of `repeats` calls, each by itself between two events, after one that is not timed."""
    times = []
    for repeat in range(repeats + 1):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        torch.cuda.synchronize()
        begin.record()
        work()
        end.record()
        torch.cuda.synchronize()
        if repeat > 0:
            times.append(begin.elapsed_time(end) * 1e-3)
    return times


def row(peer, workload, times, error):
    """As peers.json has it. error: the largest difference from the program's answer, over its largest value."""
    print(f"{peer}, {workload}: {statistics.median(times):.3g} s, error {error:.1e}", flush=True)
    if not error <= VERIFIED_TO:
        refuse(f"{peer}, {workload}: differs from the program's answer by {error:.1e}")
    return {"peer": peer, "workload": workload, "times_s": times, "median_s": statistics.median(times), "error": error}


def sparse_walk(program, workload, folder):
    """All steps of the walk, each a product with the matrix of all sites that the last one reaches."""
    arrays, record = answer(program, "carpet/c_compact", workload, folder)
    start = [int(record["observables"][name]) for name in ("start_x", "start_y")]
    carpet = cupy.asarray(arrays["carpet"]) > 0
    rows, columns = walk.sites_within(carpet, start, workload["steps"], cupy)
    matrix = walk.matrix(carpet, rows, columns, cupy, cupyx.scipy.sparse)
    first = int(((columns == start[0]) & (rows == start[1])).nonzero()[0][0])

    def work():
        return walk.walked(matrix, first, workload["steps"], cupy)

    wanted = arrays["distribution"][cupy.asnumpy(rows), cupy.asnumpy(columns)]
    error = difference(cupy.asnumpy(work()), wanted)
    return row("cuSPARSE", workload, timed(work, 3), error)


def in_graph(work):
    """The same launches, captured once, so that none waits for the host."""
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph.replay


def compiled_stencil(program, workload, folder):
    """As many steps as the run's case takes, from a field that both are given; one launch after the other, and in a graph."""
    n, dt, steps = (workload[name] for name in ("n", "dt", "steps"))
    noise = np.random.default_rng(1).uniform(-0.1, 0.1, (n, n)).astype(np.float32)
    np.save(folder / "start.npy", noise)
    arrays, _ = answer(program, "cahn_hilliard/a_global", workload | {"initial": folder / "start.npy"}, folder)
    step = torch.compile(lambda phi: stencil.rk2_step(torch, phi, dt, workload), dynamic=False)
    start = torch.from_numpy(noise).cuda()

    def work():
        phi = start
        for _ in range(steps):
            phi = step(phi)
        return phi

    error = difference(work().cpu().numpy(), arrays["field"])
    yield row("torch.compile", workload, timed(work, 10), error)
    yield row("torch.compile, CUDA graph", workload, timed(in_graph(work), 10), error)


def fourier_steps(workload):
    """Seconds of a step of the semi-implicit method at this size."""
    n, steps = workload["n"], workload["steps"]
    start = cupy.random.default_rng(1).uniform(-0.1, 0.1, (n, n), dtype=cupy.float32)
    method = SemiImplicit(cupy, start, workload["dt"], workload, cupy.fuse)

    def work():
        for _ in range(steps):
            method.step()

    return {"n": n, "step_s": statistics.median(timed(work, 10)) / steps}


def errors(program, workload, folder):
    arrays, _ = answer(program, "cahn_hilliard/a_global", workload | DEVELOPED, folder)
    return accuracy.rows(cupy, cupy.asarray(arrays["field"], dtype=cupy.float32), workload)


def carpet(program, workloads, folder_of):
    return {"rows": [sparse_walk(program, workload, folder_of()) for workload in workloads]}


def cahn_hilliard(program, workloads, folder_of):
    plane = [workload for workload in workloads if workload["dim"] == 2]
    found = {"rows": [one for workload in plane for one in compiled_stencil(program, workload, folder_of())]}
    found["fourier_steps"] = [fourier_steps(workload) for workload in plane]
    found["fourier_errors"] = {"from": DEVELOPED, "time": accuracy.TIME}
    found["fourier_errors"]["rows"] = errors(program, plane[0], folder_of())
    return found


PEERS = {"carpet": carpet, "cahn_hilliard": cahn_hilliard}


def workloads_of(run, sizes):
    """(family, those of the run's correct cases that have one of the sizes, each once). A workload: axes but for tuning."""
    found, family = [], None
    for line in (run / "records.jsonl").read_text().splitlines():
        record = json.loads(line)
        family = record["family"]
        workload = {name: value for name, value in record["axes"].items() if name not in record["tuning"]}
        if record["status"] == "correct" and workload[record["size_axis"]] in sizes and workload not in found:
            found.append(workload)
    if family not in PEERS or not found:
        refuse(f"{run}: no correct case of {' or '.join(PEERS)} at size {', '.join(map(str, sizes))}")
    return family, found


def board():
    """uuid of the GPU, as a run's header names it."""
    command = ["nvidia-smi", "--query-gpu=uuid", "--format=csv,noheader"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[0]


def versions():
    cusparse = cupy.cuda.cusparse.getVersion(cupy.cuda.device.get_cusparse_handle())
    return {
        "PyTorch": torch.__version__,
        "CuPy": cupy.__version__,
        "cuSPARSE": cusparse,
        "cuFFT": cupy.cuda.cufft.getVersion(),
    }


def main(program, run, sizes):
    try:
        recorded_on = json.loads((run / "header.json").read_text())["device"].get("uuid")
    except (OSError, ValueError, KeyError) as error:
        refuse(f"{run}: no run ({type(error).__name__}: {error})")
    if recorded_on != board():
        refuse(f"{run}: recorded on {recorded_on}, and this GPU is {board()}; record a run here first")
    family, workloads = workloads_of(run, sizes)
    with tempfile.TemporaryDirectory() as scratch:
        found = PEERS[family](program, workloads, lambda: Path(tempfile.mkdtemp(dir=scratch)))
    found = {"family": family, "board": board(), "versions": versions()} | found
    (run / "peers.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 4 or not all(size.isdigit() for size in sys.argv[3:]):
        refuse("usage: python3 -m results.peers PROGRAM RUN SIZE...")
    main(sys.argv[1], Path(sys.argv[2]), [int(size) for size in sys.argv[3:]])
