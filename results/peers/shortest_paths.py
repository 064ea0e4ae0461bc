"""All shortest paths by what others have: a function a library, of a graph that it makes its own a search from sources.

A search gives distances [source][vertex]; where there is no path they are negative or infinite. arcs: [arc][from, to].
"""

from __future__ import annotations

import importlib
import itertools
import statistics
import time

import numpy as np

from results.peers.errors import refuse

BATCH = 1024  # sources whose frontiers are one matrix
SAMPLE = 64  # sources whose distances the program is asked for
ENOUGH_S = 0.5  # a time that is long enough to be taken for all sources
REPEATS = 3
NOT_OF_A_GRAPH = ("distances", "sources")  # axes


def scipy(vertices, arcs):
    """Dijkstra's algorithm, which SciPy takes for sparse graphs, with or without lengths."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import shortest_path

    graph = csr_matrix((np.ones(len(arcs)), (arcs[:, 0], arcs[:, 1])), shape=(vertices, vertices))
    return lambda sources: shortest_path(graph, method="D", unweighted=True, indices=sources)


def networkx(vertices, arcs):
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(arcs.tolist())

    def search(sources):
        distances = np.full((len(sources), vertices), -1)
        for row, source in zip(distances, sources.tolist()):
            of = networkx.single_source_shortest_path_length(graph, source)
            row[list(of)] = list(of.values())
        return distances

    return search


def igraph(vertices, arcs):
    import igraph

    graph = igraph.Graph(vertices, arcs, directed=True)
    return lambda sources: np.array(graph.distances(sources.tolist()))


def networkit(vertices, arcs):
    import networkit

    graph = networkit.GraphFromCoo((arcs[:, 0], arcs[:, 1]), n=vertices, directed=True)

    def search(sources):
        paths = networkit.distance.SPSP(graph, sources.tolist()).run()
        distances = np.array(paths.getDistances())
        return np.where(distances < vertices, distances, -1)

    return search


ON_CPU = {"SciPy": scipy, "NetworkX": networkx, "igraph": igraph, "NetworKit": networkit}


def version(peer):
    """Of its library; None where that is missing, which a line says."""
    try:
        return importlib.import_module(peer.lower()).__version__
    except ImportError:
        print(f"{peer} is not installed here: left out", flush=True)
        return None


def by_products(matrix, sources, xp, **device):
    """Breadth first, a level a product: the vertices with an arc from the frontier of a source are the positive ones of
    `matrix` times frontiers. matrix: 1 in row v and column u where there is an arc from u to v, dense or CSR; xp: numpy
    or torch."""
    sources = xp.asarray(sources, **device)
    distances = xp.full((matrix.shape[0], len(sources)), -1, dtype=xp.int32, **device)
    for begin in range(0, len(sources), BATCH):
        batch, own = sources[begin : begin + BATCH], distances[:, begin : begin + BATCH]
        each = xp.arange(len(batch), **device)
        frontiers = xp.zeros(own.shape, dtype=matrix.dtype, **device)
        frontiers[batch, each] = 1
        own[batch, each] = 0
        for level in itertools.count(1):
            reached = (matrix @ frontiers > 0) & (own < 0)
            if not reached.any():
                break
            own[reached] = level
            frontiers[:] = reached
    return distances.T


def differing(distances, expected):
    """How many distances are not the program's."""
    distances = np.asarray(distances, dtype=float)
    return int((np.where(distances < 0, np.inf, distances) != expected).sum())


def once(search, sources):
    """Seconds, and what was found."""
    begin = time.perf_counter()
    distances = search(sources)
    return time.perf_counter() - begin, distances


def timed(search, order, least):
    """Seconds of searches from the first of `order`, ever more until they are all or take long; and what was found."""
    count = min(least, len(order))
    while (first := once(search, order[:count]))[0] < ENOUGH_S and count < len(order):
        count = min(4 * count, len(order))
    took, distances = first
    return [took, *(once(search, order[:count])[0] for _ in range(REPEATS - 1))], distances


def order_of(sample, vertices):
    """All vertices, the sample first, the others at random: the first of them are a sample, however many."""
    rest = np.setdiff1d(np.arange(vertices), sample)
    return np.concatenate([sample, np.random.default_rng(1).permutation(rest)])


def row(peer, prepare, workload, saved, least=4, on_host=np.asarray):
    """As peers.json has it. prepare: a function as those above, with `on_host` for what it finds; saved: the program's
    arrays. Compared are the distances that both have found."""
    vertices, arcs = saved["distances"].shape[1], saved["arcs"].astype(np.int64)
    order = order_of(saved["sources"].astype(np.int64), vertices)
    times, distances = timed(prepare(vertices, arcs), order, least)
    expected = saved["distances"][: len(distances)]
    if wrong := differing(on_host(distances[: len(expected)]), expected):
        refuse(f"{peer}, {workload}: {wrong} distances differ from the program's")
    median_s = statistics.median(times)
    print(f"{peer}, {workload}: {median_s:.3g} s from {len(distances)} of {vertices} sources", flush=True)
    about = {"peer": peer, "workload": workload, "times_s": times, "median_s": median_s, "error": 0.0}
    return about | {"sources": len(distances), "vertices": vertices, "arcs": len(arcs)}


def graphs_of(workloads):
    """Each graph once, whatever is wanted of it."""
    graphs = [{axis: value for axis, value in each.items() if axis not in NOT_OF_A_GRAPH} for each in workloads]
    return [graph for at, graph in enumerate(graphs) if graph not in graphs[:at]]
