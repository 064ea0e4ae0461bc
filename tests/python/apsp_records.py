"""Cases of graphs, with times that a test plants, for the tests of the report on them."""

from __future__ import annotations

from synthetic import family_data, record

from plots.families import apsp
from plots.families.apsp import searches

BASES = {
    "k2_global_counter": "k1_frontier_copy",
    "k3_shared_counter": "k2_global_counter",
    "k4_packed_arcs": "k3_shared_counter",
    "k5_sorted_degree": "k4_packed_arcs",
    "k6_update_array": "k5_sorted_degree",
    "k7_thread_counter": "k5_sorted_degree",
}
LISTINGS = {
    "l3_stride_1": "l3_stride_2",
    "l3_stride_2": "k3_shared_counter",
    "l5_texture_prefetch": "k3_shared_counter",
}
SIZES = [1000, 5000, 10000, 30000]


def case(variant: str, all_pairs_s: float, n: int, graph: str = "watts_ring", path=5.0, sources=64, **more) -> dict:
    """A case of which `all_pairs_s` is the time for all sources; `more` are its other axes."""
    on_cpu = variant.startswith("cpu_")
    tuning = {} if on_cpu else {"block": more.pop("block", 256)}
    if variant == "l5_texture_prefetch":
        tuning["prefetched"] = more.pop("prefetched", 5)
    own = {"m": 50} if graph == "barabasi_albert" else {"k": 10, "alpha": 0.0, "p": 0.25 / n}
    if graph == "watts_ring":
        own["p"] = 1e-10
    made = record(
        variant,
        all_pairs_s if variant in searches.EVERY_SOURCE else all_pairs_s * sources / n,
        family="apsp",
        processor="cpu" if on_cpu else "gpu",
        tuning=tuning,
        observables={"vertices": n, "sources": sources, "arcs": 10.0 * n}
        | {"mean_shortest_path": path, "launches": 10.0, "levels": 10.0},
        base=(BASES | LISTINGS).get(variant),
        **{"graph": graph, "n": n, "instance": 0, "seed": 1, "sources": str(sources)} | own | more,
    )
    if "prefetched" in tuning:
        made["paper"]["tuning"] = {"prefetched": 5}
        made["printed"] = tuning["prefetched"] == 5
    occupancy = 1.0 if tuning.get("block", 0) % 256 == 0 else 0.9
    launch = {"block": [tuning.get("block", 256), 1, 1], "occupancy": occupancy, "limiter": "warps"}
    return made | {"launch": launch if tuning else None}


def best(all_pairs_s: float, n: int, *arguments, **more) -> dict:
    return case("k7_thread_counter", all_pairs_s, n, *arguments, **more)


def floyd(seconds: float, n: int) -> dict:
    return case("cpu_floyd", seconds, n)


def data_of(tmp_path, records):
    return family_data(tmp_path, apsp, records)


def only_point(data) -> searches.Point:
    (point,) = searches.points(searches.kernels(data, "1", "Kernel 7"))
    return point
