"""The peers themselves, on the GPU that is here: PyTorch and CuPy."""

import statistics
import subprocess
import tempfile
from pathlib import Path

import cupy
import cupyx.scipy.sparse
import numpy as np
import torch

from results.peers import accuracy, shortest_paths, stencil, walk
from results.peers.errors import refuse
from results.peers.fourier import SemiImplicit
from results.peers.program import answer, difference

DEVELOPED = {"n": 1024, "dt": 0.02, "steps": 2000}  # what errors are measured from: domains, and walls between them
MOST_DENSE = 100000  # vertices of which a matrix in half precision leaves room
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

    expected = arrays["distribution"][cupy.asnumpy(rows), cupy.asnumpy(columns)]
    error = difference(cupy.asnumpy(work()), expected)
    return row("cuSPARSE", workload, timed(work, 3), error)


def in_graph(work):
    """What runs the same launches, captured once, so that none waits for the host; and where it leaves its answer."""
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        answer = work()
    return graph.replay, answer


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
    replay, phi = in_graph(work)
    times = timed(replay, 10)
    yield row("torch.compile, CUDA graph", workload, times, difference(phi.cpu().numpy(), arrays["field"]))


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
    if not plane:
        refuse("of fields in three dimensions no peer is measured; name a size of one in the plane")
    peers = {"rows": [row for workload in plane for row in compiled_stencil(program, workload, folder_of())]}
    peers["fourier_steps"] = [fourier_steps(workload) for workload in plane]
    peers["fourier_errors"] = {"from": DEVELOPED, "time": accuracy.TIME}
    peers["fourier_errors"]["rows"] = errors(program, plane[0], folder_of())
    return peers


def products(make):
    """What searches by products of the matrix that `make` makes of a shape and its ones."""

    def prepare(vertices, arcs):
        matrix = make((vertices, vertices), torch.from_numpy(arcs.T.copy()).flip(0).cuda())

        def search(sources):
            distances = shortest_paths.by_products(matrix, sources, torch, device="cuda")
            torch.cuda.synchronize()
            return distances

        return search

    return prepare


def dense(shape, ones):
    matrix = torch.zeros(shape, dtype=torch.half, device="cuda")
    matrix[ones[0], ones[1]] = 1
    return matrix


def sparse(shape, ones):
    values = torch.ones(ones.shape[1], device="cuda")
    return torch.sparse_coo_tensor(ones, values, shape).to_sparse_csr()


def on_host(values):
    return values.cpu().numpy()


def apsp(program, workloads, folder_of):
    """Of each graph once. A peer that is not installed, or has no room for the graph, is left out, and a line says so."""
    here = {peer: version for peer in shortest_paths.ON_CPU if (version := shortest_paths.version(peer))}
    rows = []
    for graph in shortest_paths.graphs_of(workloads):
        saved, _ = answer(program, "apsp/cpu_bfs_parallel", graph | {"sources": shortest_paths.SAMPLE}, folder_of())
        rows += [shortest_paths.row(peer, shortest_paths.ON_CPU[peer], graph, saved) for peer in here]
        for peer, make in (("PyTorch, sparse", sparse), ("PyTorch, dense", dense)):
            if make is dense and saved["distances"].shape[1] > MOST_DENSE:
                print(f"{peer}, {graph}: more than {MOST_DENSE} vertices; left out", flush=True)
            else:
                rows.append(shortest_paths.row(peer, products(make), graph, saved, shortest_paths.BATCH, on_host))
    return {"rows": rows, "versions": versions() | here}


PEERS = {"carpet": carpet, "cahn_hilliard": cahn_hilliard, "apsp": apsp}


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


def measure(family, program, workloads):
    """What peers.json holds of these workloads."""
    with tempfile.TemporaryDirectory() as scratch:
        peers = PEERS[family](program, workloads, lambda: Path(tempfile.mkdtemp(dir=scratch)))
    return {"family": family, "board": board(), "versions": versions()} | peers
