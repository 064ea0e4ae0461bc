"""results/peers: each peer, in NumPy and SciPy, does the work that the program does; the report shows it beside ours."""

import json
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse
import synthetic
from program import ROOT, program
from synthetic import record, refusal, write_run

from plots.__main__ import main
from plots.families import cahn_hilliard
from results.peers import accuracy, shortest_paths, walk
from results.peers.fourier import SemiImplicit
from results.peers.program import answer, difference
from results.peers.stencil import rk2_step

EQUATION = {"m": 1.0, "b": 1.0, "u": 1.0, "k": 1.0}


@pytest.mark.parametrize("occupancy", [0.093, 0.59])
def test_the_matrix_walks_as_the_program_does(occupancy, tmp_path):
    axes = {"steps": 40, "occupancy": occupancy}
    arrays, record = answer(program(), "carpet/c_compact", axes, tmp_path)
    start = [int(record["observables"][name]) for name in ("start_x", "start_y")]
    sites = rows, columns = walk.sites_within(arrays["carpet"] > 0, start, 40, np)
    matrix = walk.matrix(arrays["carpet"] > 0, *sites, np, scipy.sparse)
    first = int(np.flatnonzero((columns == start[0]) & (rows == start[1]))[0])
    p = walk.walked(matrix, first, 40, np)
    assert len(rows) == record["observables"]["sites_within_reach"] and p.sum() == pytest.approx(1, abs=1e-6)
    assert difference(p, arrays["distribution"][rows, columns]) < 1e-6


@pytest.mark.parametrize("shape", [(48, 48), (20, 20, 20)])
def test_the_stencil_steps_as_the_program_does(shape, tmp_path):
    start = np.random.default_rng(1).uniform(-0.1, 0.1, shape).astype(np.float32)
    np.save(tmp_path / "start.npy", start)
    axes = {"n": shape[0], "dim": len(shape), "steps": 5, "initial": tmp_path / "start.npy"}
    arrays, _ = answer(program(), "cahn_hilliard/a_global", axes, tmp_path)
    phi = start
    for _ in range(5):
        phi = rk2_step(np, phi, 0.01, EQUATION)
    assert phi.dtype == np.float32 and difference(phi, arrays["field"]) < 1e-6


def developed(n=48):
    phi = np.random.default_rng(1).uniform(-0.1, 0.1, (n, n))
    for _ in range(1000):
        phi = rk2_step(np, phi, 0.02, EQUATION)
    return phi


def test_the_fourier_method_keeps_the_mean_and_is_of_order_two():
    start = developed()
    true = accuracy.explicit(np, start, 0.01, EQUATION)
    off = []
    for dt in (0.1, 0.05, 0.025):
        phi = accuracy.semi_implicit(np, start, dt, EQUATION)
        assert phi.mean() == pytest.approx(start.mean(), abs=1e-12)
        off.append(np.sqrt(np.mean((phi - true) ** 2)))
    assert [off[0] / off[1], off[1] / off[2]] == pytest.approx([4, 4], rel=0.1)


def test_the_fourier_method_is_stable_where_the_explicit_step_is_not():
    method = SemiImplicit(np, developed().astype(np.float32), 1.0, EQUATION)
    for _ in range(200):
        method.step()
    assert method.phi.dtype == np.float32 and 0.9 < abs(method.phi).max() < 1.1
    with np.errstate(over="ignore", invalid="ignore"):
        assert not np.isfinite(accuracy.explicit(np, developed(), 0.05, EQUATION)).all()


def test_errors_are_smaller_with_smaller_steps():
    rows = accuracy.rows(np, developed().astype(np.float32), EQUATION)
    errors = {dt: row["error"] for row in rows for dt in [row["dt"]] if row["method"] == "semi-implicit"}
    assert errors[0.05] < errors[0.2] < errors[1.0]
    assert all(row["error"] < errors[0.05] for row in rows if row["method"] == "explicit")


GRAPHS = [
    {"graph": "watts_ring", "n": 150, "k": 4},
    {"graph": "barabasi_albert", "n": 300, "m": 3},
    {"graph": "erdos_renyi", "n": 200, "k": 1},  # in pieces
]


def products(vertices, arcs):
    ones = (np.ones(len(arcs), np.float32), (arcs[:, 1], arcs[:, 0]))
    matrix = scipy.sparse.csr_matrix(ones, shape=(vertices, vertices))
    return lambda sources: shortest_paths.by_products(matrix, sources, np)


def dense(vertices, arcs):
    matrix = np.zeros((vertices, vertices), np.float32)
    matrix[arcs[:, 1], arcs[:, 0]] = 1
    return lambda sources: shortest_paths.by_products(matrix, sources, np)


SEARCHES = shortest_paths.ON_CPU | {"products": products, "dense": dense}


@pytest.fixture(scope="module", params=GRAPHS, ids=lambda axes: axes["graph"])
def searched(request, tmp_path_factory):
    axes = request.param | {"sources": shortest_paths.SAMPLE}
    return axes, answer(program(), "apsp/cpu_bfs_parallel", axes, tmp_path_factory.mktemp("graph"))[0]


def skip_without(peer):
    if peer in shortest_paths.ON_CPU:
        pytest.importorskip(peer.lower())


@pytest.mark.parametrize("peer", SEARCHES)
def test_peers_find_the_programs_distances(peer, searched, monkeypatch):
    skip_without(peer)
    monkeypatch.setattr(shortest_paths, "ENOUGH_S", float("inf"))  # of all sources, however busy the machine is
    axes, saved = searched
    row = shortest_paths.row(peer, SEARCHES[peer], axes, saved)
    assert (row["sources"], row["arcs"], row["error"]) == (row["vertices"], len(saved["arcs"]), 0)
    assert row["vertices"] <= axes["n"] and row["median_s"] == np.median(row["times_s"])


@pytest.mark.parametrize("peer", SEARCHES)
def test_peers_search_along_arcs(peer):
    skip_without(peer)
    distances = np.asarray(SEARCHES[peer](4, np.array([[0, 1], [1, 2], [2, 0]]))(np.array([2, 3])), dtype=float)
    assert np.where(distances < 0, np.inf, distances).tolist() == [[1, 2, 0, np.inf], [np.inf] * 3 + [0]]


def test_more_sources_than_one_matrix_holds(monkeypatch):
    arcs = np.array([[v, (v + 1) % 20] for v in range(20)])
    monkeypatch.setattr(shortest_paths, "BATCH", 7)
    distances = products(20, arcs)(np.arange(20))
    assert (distances == (np.arange(20) - np.arange(20)[:, None]) % 20).all()


def test_a_wrong_distance_is_refused(searched, capsys):
    axes, saved = searched
    wrong = saved | {"distances": saved["distances"].copy()}
    wrong["distances"][2, 5] = 77
    with pytest.raises(SystemExit) as stopped:
        shortest_paths.row("SciPy", shortest_paths.scipy, axes, wrong)
    assert stopped.value.code == 2 and "1 distances differ from the program's" in capsys.readouterr().err


def test_slow_searches_are_of_a_sample(monkeypatch):
    """A second a source is enough after four, a tenth after sixteen."""
    for seconds, sources in ((1.0, 4), (0.1, 16), (1e-5, 100)):
        monkeypatch.setattr(shortest_paths, "once", lambda search, order, s=seconds: (s * len(order), search(order)))
        took, searched = shortest_paths.timed(lambda order: order, np.arange(100), 4)
        assert (len(searched), took) == (sources, pytest.approx([seconds * sources] * shortest_paths.REPEATS))


def test_a_sample_comes_first_and_no_vertex_twice():
    order = shortest_paths.order_of(np.array([7, 3]), 10)
    assert order[:2].tolist() == [7, 3] and sorted(order) == list(range(10))


def test_a_library_that_is_missing_is_left_out_in_a_line(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "igraph", None)
    assert shortest_paths.version("igraph") is None
    assert capsys.readouterr().out == "igraph is not installed here: left out\n"
    assert shortest_paths.version("SciPy") == scipy.__version__


def test_a_graph_is_searched_once_whatever_is_wanted_of_it():
    workloads = [{"graph": "watts", "n": 10, "sources": s} for s in ("all", "64")]
    workloads.append({"graph": "watts", "n": 10, "sources": "all", "distances": "histogram"})
    assert shortest_paths.graphs_of([*workloads, {"graph": "ring", "n": 10}]) == [
        {"graph": "watts", "n": 10},
        {"graph": "ring", "n": 10},
    ]


FIELD = {"n": 4096, "dim": 2, "steps": 20, "integrator": "rk2", "precision": "float", "boundary": "periodic"}
MEASURED = {"peer": "torch.compile", "workload": FIELD, "median_s": 0.014, "times_s": [0.014], "error": 2e-7}
FOUND = {
    "family": "cahn_hilliard",
    "board": "GPU-1",
    "versions": {"PyTorch": "2.11", "cuFFT": 12100},
    "rows": [MEASURED],
}
FOUND |= {"fourier_steps": [{"n": 4096, "step_s": 4e-4}]}
ERRORS = [{"method": "explicit", "dt": 0.02, "error": 1e-7}, {"method": "semi-implicit", "dt": 0.2, "error": 1e-3}]
FOUND |= {"fourier_errors": {"from": {"n": 1024, "dt": 0.02, "steps": 2000}, "time": 10.0, "rows": ERRORS}}


def beside(folder, peers):
    """A run of kernel A and of ours at N = 4096, with what was found of peers."""
    times = (("a_global", 0.005), ("ours", 0.002))
    run = write_run(
        folder, [record(v, t, family="cahn_hilliard", tuning={"launch": "graph"}, **FIELD) for v, t in times]
    )
    (run / "peers.json").write_text(json.dumps(peers))
    return run


def rows_of(run, name):
    return synthetic.rows_of(cahn_hilliard, synthetic.data_of(cahn_hilliard, run), name)


def test_peers_stand_beside_ours_and_the_papers_best(tmp_path):
    (row,) = rows_of(beside(tmp_path, FOUND), "peers")
    assert (row["peer"], row["library"], row["paper's best"]) == ("torch.compile", "PyTorch 2.11", "Kernel A")
    assert (row["tuned (ms)"], row["ours (ms)"], row["peer (ms)"]) == pytest.approx((5, 2, 14))
    assert row["peer / ours"] == pytest.approx(7)


def test_methods_are_compared_by_error_and_time(tmp_path):
    rows = rows_of(beside(tmp_path, FOUND), "fourier")
    assert [(row["method"], row["error"]) for row in rows] == [
        ("explicit, ours", 1e-7),
        ("semi-implicit Fourier", 1e-3),
    ]
    assert [row["time of 1 at N = 4096 (ms)"] for row in rows] == pytest.approx([0.1 / 0.02, 0.4 / 0.2])


def test_other_work_is_not_compared(tmp_path):
    other = FOUND | {"rows": [MEASURED | {"workload": FIELD | {"n": 512}}]}
    assert not rows_of(beside(tmp_path, other), "peers")


def peers(*arguments, python=(sys.executable,)):
    """The one line with which the command refuses."""
    command = [*python, "-m", "results.peers", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_bad_input_is_one_line(tmp_path):
    run = beside(tmp_path / "fields", FOUND)
    other = write_run(tmp_path / "other", [record("multispin", 1.0, family="pcpd", n=4096)])
    assert "usage: " in peers("retime", run) and "usage: " in peers("retime", run, "large")
    assert "/no/such/run: no run" in peers("retime", "/no/such/run", 4096)
    assert f"{run}: no run of carpet, cahn_hilliard or apsp with a correct case of size 77" in peers("retime", run, 77)
    assert f"{other}: no run of carpet, cahn_hilliard or apsp" in peers("retime", other, 4096)


def test_without_its_libraries_or_its_gpu_it_says_so(tmp_path):
    said = peers("retime", beside(tmp_path, FOUND), 4096)
    assert "is missing; install PyTorch, CuPy" in said or "recorded on GPU-1, and this GPU is" in said


def test_without_any_package_it_says_what_is_missing(tmp_path):
    bare = (sys.executable, "-S")
    assert "usage: " in peers("retime", tmp_path, "large", python=bare)
    assert "is missing; install PyTorch, CuPy and NumPy" in peers("retime", beside(tmp_path, FOUND), 4096, python=bare)
    graph = write_run(tmp_path / "graph", [record("k1_frontier_copy", 1.0, family="apsp", n=4096)])
    assert "is missing; install PyTorch, CuPy and NumPy" in peers("retime", graph, 4096, python=bare)


@pytest.mark.parametrize(
    "broken, said",
    [
        (FOUND | {"board": "GPU-2"}, "of GPU-2, but the run is of GPU-1"),
        ({"board": "GPU-1"}, "is a required property"),
        (FOUND | {"rows": [{"peer": "cuSPARSE"}]}, "rows.0: "),
        (FOUND | {"rows": [MEASURED | {"median_s": "fast"}]}, "rows.0.median_s: "),
        (FOUND | {"versions": None}, "versions: "),
        (FOUND | {"rows": [MEASURED | {"sources": 64}]}, "rows.0: "),
        (FOUND | {"rows": [MEASURED | {"sources": 0, "vertices": 9, "arcs": 9}]}, "rows.0.sources: "),
        ({name: value for name, value in FOUND.items() if name != "fourier_steps"}, "fourier_steps"),
    ],
)
def test_a_file_that_is_not_of_the_run_is_refused(broken, said, tmp_path):
    run = beside(tmp_path, broken)
    line = refusal(main, run, "--out", tmp_path / "report")
    assert f"{run / 'peers.json'}: " in line and said in line
