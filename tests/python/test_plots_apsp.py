"""The report on graphs: planted times come back as the slopes, speed-ups and verdicts that follow from them."""

import pytest
from apsp_records import BASES, SIZES, best, case, data_of, floyd, only_point
from synthetic import family_data_of_runs, judged

from plots import claims
from plots.families import apsp
from plots.families.apsp import searches


def test_times_of_a_sample_stand_for_all_sources(tmp_path):
    data = data_of(tmp_path, [best(80.0, 10000), floyd(1600.0, 10000)])
    assert only_point(data).mean_s == pytest.approx(80)
    verdict = judged(data, "speed_up_1_at_10k")
    assert verdict.measured.value == pytest.approx(20) and verdict.verdict == claims.HOLDS
    assert judged(data, "speed_up_1_at_30k").verdict == claims.NOT_MEASURED
    assert "sample" in verdict.note


def test_bars_are_those_of_the_instances_or_of_one_sample_of_sources(tmp_path):
    def one(instance, all_pairs_s, path, levels_error):
        made = best(all_pairs_s, 30000, path=path, instance=instance)
        made["observables"] |= {"levels_error": levels_error, "mean_shortest_path_error": 0.1 * levels_error}
        return made

    alone = data_of(tmp_path / "one", [one(0, 80.0, 5.0, 0.2)])  # of 10 levels
    assert only_point(alone).deviation_s == pytest.approx(80 * 0.2 / 10)
    assert searches.path_spreads(searches.path_records(alone, "1")) == {30000: pytest.approx(0.02)}
    several = data_of(tmp_path / "two", [one(0, 80.0, 5.0, 0.2), one(1, 82.0, 5.0, 0.2)])
    assert only_point(several).deviation_s == pytest.approx(2**0.5)
    assert searches.path_spreads(searches.path_records(several, "1")) == {30000: pytest.approx(0.0)}


def test_slopes_are_those_planted(tmp_path):
    times = [
        best(1e-8 * n**e, n, g)
        for g, e in [("watts_ring", 2.2), ("watts", 1.2), ("barabasi_albert", 1.6)]
        for n in SIZES
    ]
    data = data_of(tmp_path, times + [floyd(1e-9 * n**3, n) for n in (1000, 2000, 3000)])
    assert judged(data, "slope_1").verdict == claims.HOLDS
    assert judged(data, "slope_2").verdict == claims.NOT_COMPARABLE
    assert judged(data, "slope_2").measured.value == pytest.approx(1.2)
    assert judged(data, "slope_cpu").measured.value == pytest.approx(3)
    assert judged(data, "gpu_scales_better").measured.value == pytest.approx(-0.8)
    assert judged(data, "kernel_2_graph_1").verdict == claims.NOT_MEASURED


def test_lineage_verdicts_follow_the_times(tmp_path):
    times = dict(zip(["k1_frontier_copy", *BASES], (10, 8, 9, 9.5, 7, 7.7, 6)))
    times |= {"l3_stride_1": 3.0, "l3_stride_2": 2.0, "l5_texture_prefetch": 1.0}  # advice, no kernels of the lineage
    data = data_of(tmp_path, [case(v, t, 30000, g) for v, t in times.items() for g in searches.GRAPHS.values()])
    for claim, verdict in {
        "kernel_2_graph_1": claims.HOLDS,
        "kernel_2_graph_2": claims.REVERSED,
        "kernel_4_graph_3": claims.REVERSED,
        "kernel_3_graph_1": claims.HOLDS,
        "kernel_5_graph_1": claims.HOLDS,
        "kernel_6_graph_1": claims.HOLDS,
        "only_kernel_7_parts_2_3": claims.HOLDS,
        "kernel_7_best": claims.HOLDS,
        "kernel_7_graph_2": claims.REVERSED,
    }.items():
        assert judged(data, claim).verdict == verdict, claim
    assert judged(data, "kernel_7_best").measured.value == pytest.approx(6 / 7)
    assert any(f.name == "apsp_fig_10" for f in apsp.figures(data))


def test_listings_are_judged_over_the_graphs(tmp_path):
    """Stride 1 is faster on two graphs of three and on their mean; with the texture alone Listing 5 is faster than with
    shared memory."""
    made = []
    for graph, (stride_1, prefetch) in zip(searches.GRAPHS.values(), ((4.0, 9.0), (4.0, 9.0), (5.5, 12.0))):
        made += [case("l3_stride_1", stride_1, 30000, graph), case("l3_stride_2", 5.0, 30000, graph)]
        made += [case("k3_shared_counter", 10.0, 30000, graph), case("l5_texture_prefetch", prefetch, 30000, graph)]
        made.append(case("l5_texture_prefetch", 0.5 * prefetch, 30000, graph, prefetched=0))
    data = data_of(tmp_path, made)
    for claim, mean in {
        "stride_1_without_conflicts": (0.8 * 0.8 * 1.1) ** (1 / 3),
        "texture_without_prefetch": 0.5,
    }.items():
        assert judged(data, claim).verdict == claims.HOLDS
        assert judged(data, claim).measured.value == pytest.approx(mean)
    assert judged(data, "texture_prefetch").measured.value == pytest.approx((0.9 * 0.9 * 1.2) ** (1 / 3))


@pytest.mark.parametrize(("words", "verdict"), [(33001, claims.HOLDS), (36000, claims.REVERSED)])
def test_words_of_a_graph_are_counted(words, verdict, tmp_path):
    made = case("k3_shared_counter", 1.0, 3000)
    made["observables"] |= {"arcs": 30000, "vertices": 3000, "graph_words": words}
    assert judged(data_of(tmp_path, [made]), "words_of_a_graph").verdict == verdict


def test_a_mean_over_instances_never_mixes_tunings(tmp_path):
    """An older record of the same case lacks an axis: it is not averaged with the others."""
    made = [best(10.0, 30000, instance=i) for i in range(3)] + [
        case("k5_sorted_degree", 10.0, 30000, instance=i) for i in range(3)
    ]
    for line in made:
        line["axes"] |= {"levels_ahead": 0}
        line["tuning"] = [*line["tuning"], "levels_ahead"]
        line["key"] += "/levels_ahead=0"
    data = data_of(tmp_path, [*made, best(1.0, 30000)])
    assert judged(data, "kernel_7_graph_1").measured.value == pytest.approx(1)


def test_the_step_that_goes_apart_is_counted(tmp_path):
    times = dict(zip(["k1_frontier_copy", *BASES], (10, 8, 9, 9.5, 7, 7.7, 6)))
    made = [case(v, t, 30000, g) for v, t in times.items() for g in ("watts_ring", "watts")]
    made += [case(v, t if v != "k2_global_counter" else 12, 30000, "barabasi_albert") for v, t in times.items()]
    v = judged(data_of(tmp_path, made), "only_kernel_7_parts_2_3")
    assert v.verdict == claims.REVERSED and v.measured.value == 2  # kernel 2, and kernel 3 that follows it


def test_a_step_that_may_go_apart_leaves_it_undecided(tmp_path):
    """Kernel 2 is 10 % slower on one graph, and on the other 2 % faster by times that are known to 2 %."""
    times = dict(zip(["k1_frontier_copy", *BASES], (10, 9.8, 9, 9.5, 7, 7.7, 6)))
    made = [case(v, t, 30000, g) for v, t in times.items() for g in ("watts_ring", "watts")]
    made += [case(v, t if v != "k1_frontier_copy" else 8.9, 30000, "barabasi_albert") for v, t in times.items()]
    v = judged(data_of(tmp_path, made), "only_kernel_7_parts_2_3")
    assert (v.measured.low, v.measured.value, v.measured.high) == (0, 1, 1) and v.verdict == claims.UNDECIDED


def swept(n, graph, times):
    return [best(t, n, graph, block=block) for block, t in times.items()]


def test_blocks_are_judged_over_all_graphs_and_both_sizes(tmp_path):
    """Block 256 is 20 % slower on one graph of one size alone; odd multiples of 32 are 10 % slower throughout."""
    law = {block: 1.0 if block % 64 == 0 else 1.1 for block in range(64, 513, 32)}
    made = [line for n in (10000, 30000) for g in searches.GRAPHS.values() for line in swept(n, g, law)]
    worse = [line for line in made if line["axes"] | {"graph": "watts", "n": 10000, "block": 256} == line["axes"]]
    for line in worse:
        for name in ("median_ns", "ci_low_ns", "ci_high_ns"):
            line["statistics"][name] *= 1.2
    data = data_of(tmp_path, made)
    good = judged(data, "block_256_good")
    assert good.verdict == claims.HOLDS and good.measured.value == pytest.approx(1.2 ** (1 / 6))
    assert judged(data, "multiples_of_64").measured.value == pytest.approx(1.1)
    assert judged(data, "varies_with_graph").measured.value == pytest.approx(1)


def test_blocks_by_size_and_the_step_at_352_follow_the_times(tmp_path):
    """The slowest block takes 1.5 times the fastest at 30000 and 1.2 times at 10000; on graph (1) that is block 352."""
    made = []
    for graph in searches.GRAPHS.values():
        made += swept(10000, graph, {block: 1.2 if block == 512 else 1.0 for block in range(64, 513, 32)})
        slowest = 352 if graph == "watts_ring" else 512
        made += swept(30000, graph, {block: 1.5 if block == slowest else 1.0 for block in range(64, 513, 32)})
    data = data_of(tmp_path, made)
    by_size, step = judged(data, "block_spread_by_size"), judged(data, "increase_at_352")
    assert (by_size.measured.value, by_size.verdict) == (pytest.approx(1.25), claims.HOLDS)
    assert (step.measured.value, step.verdict) == (pytest.approx(1.5), claims.HOLDS)


def test_equation_3_takes_out_what_the_mean_path_explains(tmp_path):
    cases = [best(2.0 * path, 1000, path=path, instance=i) for i, path in enumerate((4.0, 5.0, 6.0))]
    point = only_point(data_of(tmp_path, cases))
    assert point.mean_s == pytest.approx(10) and point.deviation_s == pytest.approx(0, abs=1e-12)


def test_other_parameters_do_not_mix_in(tmp_path):
    data = data_of(tmp_path, [best(1.0, 1000, k=20)])
    assert not searches.kernels(data, "1", "Kernel 7")
    assert not list(apsp.tables(data)) and not list(apsp.figures(data))


def test_dependence_on_the_graph_is_beside_that_of_floyd(tmp_path):
    graphs = list(searches.GRAPHS.values())
    times = dict(zip(graphs, (6.0, 2.0, 3.0)))
    cpu = [case("cpu_floyd", t, 1000, g) for g, t in zip(graphs, (5.0, 6.0, 5.0))]
    data = data_of(tmp_path, [best(t, 1000, g) for g, t in times.items()] + cpu)
    assert judged(data, "depends_on_input").measured.value == pytest.approx(3 / 1.2)
    paths = [best(t, 30000, g, path=p) for (g, t), p in zip(times.items(), (30.0, 5.0, 3.0))]
    assert judged(data_of(tmp_path / "b", paths), "time_follows_path").measured.value == pytest.approx(3 / 6)


def test_table_2_marks_what_is_extrapolated(tmp_path):
    data = data_of(tmp_path, [best(5.0, 30000), floyd(1.0, 1000), floyd(8.0, 2000)])
    table = next(t for t in apsp.tables(data) if t.name == "apsp_table_2")
    rows = {row[1]: row for row in table.rows if row[0] == "(1)"}
    assert rows[1000][3:5] == [pytest.approx(1.0), "measured"]
    assert rows[30000][3:5] == [pytest.approx(27000.0), "extrapolated"]
    assert rows[30000][10:13] == [64, pytest.approx(5400), pytest.approx(5400 / 64)]


def test_floyd_is_extrapolated_from_the_largest_size_alone(tmp_path):
    """Smaller matrices lie in a cache."""
    graphs = list(searches.GRAPHS.values())
    floyds = [floyd(1.0, 1000), floyd(8.0, 2000)] + [
        case("cpu_floyd", t, 5000, g) for g, t in zip(graphs[1:], (300, 250))
    ]
    data = data_of(tmp_path, [best(5.0, 30000, g) for g in graphs] + floyds)
    for number, seconds in zip(searches.GRAPHS, (250, 300, 250)):
        measured = judged(data, f"speed_up_{number}_at_30k").measured
        assert measured.value == pytest.approx(seconds * 6**3 / 5)
        assert measured.extrapolated == 6
        assert "extrapolated as N^3 from n = 5000, a matrix of 100 MB" in measured.note


def test_the_run_that_extrapolates_least_is_judged_by(tmp_path):
    near = [best(9.0, 30000), floyd(270.0, 5000)]
    far = [best(5.0, 30000), floyd(1.0, 1000), floyd(8.0, 2000), floyd(27.0, 3000)]
    for order, runs in enumerate(([near, far], [far, near])):
        data = family_data_of_runs(tmp_path / str(order), apsp, "leist_2009", runs)
        measured = judged(data, "speed_up_1_at_30k").measured
        assert measured.value == pytest.approx(270 * 6**3 / 9)


def test_the_fastest_block_against_the_one_of_highest_occupancy(tmp_path):
    swept = [best(1.0 + block / 1024, 10000, block=block) for block in range(128, 1025, 64)]
    data = data_of(tmp_path, [*swept, best(0.1, 10000, instance=3)])
    (row,) = next(t for t in apsp.tables(data) if t.name == "apsp_blocks").rows
    assert row[2:4] == [128, 0.9]
    assert row[5:8] == [1024, 1.0, pytest.approx(2 / 1.125)]
    assert row[8:] == [256, pytest.approx(1.25 / 1.125)]
    assert any(f.name == "apsp_fig_15" for f in apsp.figures(data))


def test_all_sources_are_preferred_to_a_sample(tmp_path):
    data = data_of(tmp_path, [best(5.0, 1000), best(90.0, 1000, sources=1000)])
    assert only_point(data).mean_s == pytest.approx(90.0)
