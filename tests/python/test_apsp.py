"""Distances of every APSP variant, exactly those of SciPy and NetworkX, on graphs from files and from the generators."""

from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from program import variants, verified
from scipy.io import mmwrite
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import shortest_path


def answers(folder: Path, names: str, **workload) -> list[tuple[dict, dict[str, np.ndarray]]]:
    """Each case's record with the arrays that it saved."""
    return verified(folder, f"apsp/({names})/", "--profile", "smoke", **workload)


def scipy_distances(vertices: int, arcs: np.ndarray, directed: bool = True, sources=None) -> np.ndarray:
    matrix = csr_matrix((np.ones(len(arcs)), arcs.astype(int).T), shape=(vertices, vertices))
    return shortest_path(matrix, unweighted=True, directed=directed, indices=sources)


def edges_of(graph: nx.Graph) -> tuple[np.ndarray, bool]:
    return np.array(nx.convert_node_labels_to_integers(graph).edges), False


def file_graphs() -> dict[str, tuple[np.ndarray, bool]]:
    """Edges and whether they are arcs: disconnected, loops, repeats, a single vertex, a hub, a long path, and real ones."""
    random = np.random.default_rng(7)
    sparse = random.integers(0, 60, size=(45, 2))
    return {
        "directed": (random.integers(0, 40, size=(120, 2)), True),
        "disconnected": (np.array([[0, 1], [1, 2], [5, 6], [9, 9]]), False),
        "sparse_with_loops_and_repeats": (np.vstack([sparse, sparse[:9], [[3, 3], [59, 59]]]), False),
        "one_vertex": (np.array([[0, 0]]), False),
        "hub": (np.array([[0, v] for v in range(1, 50)] + [[49, 50], [50, 51]]), True),
        "path": (np.array([[v, v + 1] for v in range(70)]), False),
        "karate_club": edges_of(nx.karate_club_graph()),  # Zachary 1977
        "les_miserables": edges_of(nx.les_miserables_graph()),  # Knuth 1993
        "florentine_families": edges_of(nx.florentine_families_graph()),  # Padgett 1994
        "davis_southern_women": edges_of(nx.davis_southern_women_graph()),  # Davis 1941, of two kinds
    }


@pytest.mark.parametrize("name", file_graphs())
def test_every_variant_equals_scipy_on_files(tmp_path, name):
    edges, directed = file_graphs()[name]
    np.savetxt(tmp_path / "graph.txt", edges, fmt="%d")
    expected = scipy_distances(int(edges.max()) + 1, edges, directed)
    cases = answers(tmp_path, "[^/]+", graph=tmp_path / "graph.txt", directed="yes" if directed else "no")
    assert [record["variant"] for record, _ in cases] == variants("apsp")
    for record, saved in cases:
        np.testing.assert_array_equal(saved["distances"], expected, err_msg=record["variant"])


def test_matrix_market_written_by_scipy(tmp_path):
    random = np.random.default_rng(3)
    matrix = csr_matrix((random.random((30, 30)) < 0.06).astype(float))
    mmwrite(tmp_path / "graph.mtx", matrix, field="pattern", symmetry="general")
    expected = shortest_path(matrix, unweighted=True, directed=True)
    for record, saved in answers(tmp_path, "k7_thread_counter|cpu_floyd", graph=tmp_path / "graph.mtx"):
        np.testing.assert_array_equal(saved["distances"], expected, err_msg=record["variant"])


@pytest.mark.parametrize(
    "axes",
    [
        {"graph": "watts_ring", "n": 300},
        {"graph": "watts", "n": 300},
        {"graph": "barabasi_albert", "n": 200, "m": 3},
        {"graph": "erdos_renyi", "n": 300, "k": 2},
        {"graph": "torus", "n": 63},
        {"graph": "complete", "n": 50},
    ],
    ids=lambda axes: axes["graph"],
)
def test_generated_graphs_against_both_oracles(tmp_path, axes):
    for record, saved in answers(tmp_path, "k1_frontier_copy|k6_update_array|k7_thread_counter", **axes):
        n, arcs, seen = int(record["observables"]["vertices"]), saved["arcs"].astype(int), record["observables"]
        expected = scipy_distances(n, arcs)
        np.testing.assert_array_equal(saved["distances"], expected)
        graph = nx.Graph(map(tuple, arcs))
        graph.add_nodes_from(range(n))
        reachable = expected[~np.eye(n, dtype=bool) & np.isfinite(expected)]
        assert seen["mean_shortest_path"] == pytest.approx(reachable.mean(), rel=1e-12)
        assert seen["unreached_pairs"] == np.isinf(expected).sum()
        assert seen["clustering"] == pytest.approx(nx.average_clustering(graph), rel=1e-12)
        assert seen["mean_degree"] == pytest.approx(2 * graph.number_of_edges() / n)
        if nx.is_connected(graph):
            assert (seen["diameter"], seen["radius"]) == (nx.diameter(graph), nx.radius(graph))
            assert seen["mean_shortest_path"] == pytest.approx(nx.average_shortest_path_length(graph))


def test_two_thousand_vertices_in_a_seeded_sample(tmp_path):
    cases = answers(tmp_path, "k5_sorted_degree|cpu_bfs_parallel", graph="watts_ring", n=2000, sources=12)
    for record, saved in cases:
        sources = saved["sources"].astype(int)
        assert len(sources) == 12 and len(set(sources)) == 12
        assert "sample of 12 of 2000" in record["verify"]["note"]
        expected = scipy_distances(2000, saved["arcs"], sources=sources)
        np.testing.assert_array_equal(saved["distances"], expected)
        np.testing.assert_array_equal(saved["eccentricities"], expected.max(axis=1))
        for name, of_source in {
            "mean_shortest_path": expected.sum(axis=1) / 1999,
            "levels": expected.max(axis=1) + 1,
        }.items():
            error = of_source.std(ddof=1) * np.sqrt((1 - 12 / 2000) / 12)
            assert record["observables"][name] == pytest.approx(of_source.mean())
            assert record["observables"][f"{name}_error"] == pytest.approx(error)


def test_a_files_graph_is_searched_whole_unless_a_sample_is_asked_for(tmp_path):
    graph = nx.connected_watts_strogatz_graph(600, 4, 0.1, seed=1)
    path = tmp_path / "graph.txt"
    nx.write_edgelist(graph, path, data=False)
    ((record, _),) = verified(tmp_path, "apsp/k6", graph=path)
    seen = record["observables"]
    assert seen["sources"] == 600
    assert seen["mean_shortest_path"] == pytest.approx(nx.average_shortest_path_length(graph), rel=1e-12)
