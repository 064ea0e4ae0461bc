"""The report on graphs, where recorded runs do not lead: samples, instances, extrapolation, steps that go apart.

What recorded runs lead to is judged a second time by test_ledger_recomputed.py.
"""

import math

import pytest
import synthetic
from apsp_records import BASES, LISTINGS, best, case, data_of, floyd, only_point
from synthetic import header, judged, rows_of, write_run

from plots.families import apsp
from plots.families.apsp import searches
from plots.verdicts import words


def test_times_of_a_sample_stand_for_all_sources(tmp_path):
    data = data_of(tmp_path, [best(80.0, 10000), floyd(1600.0, 10000)])
    assert only_point(data).mean_s == pytest.approx(80)
    verdict = judged(data, "speed_up_1_at_10k")
    assert verdict.measured.value == pytest.approx(20) and verdict.verdict == words.OTHER_FACTOR  # 12 to 31
    assert judged(data, "speed_up_1_at_30k").verdict == words.NOT_MEASURED
    assert "sample" in verdict.note


def test_bars_are_those_of_the_instances_or_of_one_sample_of_sources(tmp_path):
    def instance_of(instance, all_pairs_s, path, levels_error):
        line = best(all_pairs_s, 30000, path=path, instance=instance)
        line["observables"] |= {"levels_error": levels_error, "mean_shortest_path_error": 0.1 * levels_error}
        return line

    alone = data_of(tmp_path / "one", [instance_of(0, 80.0, 5.0, 0.2)])  # of 10 levels
    assert only_point(alone).deviation_s == pytest.approx(80 * 0.2 / 10)
    assert searches.path_spreads(searches.path_records(alone, "1")) == {30000: pytest.approx(0.02)}
    several = data_of(tmp_path / "two", [instance_of(0, 80.0, 5.0, 0.2), instance_of(1, 82.0, 5.0, 0.2)])
    assert only_point(several).deviation_s == pytest.approx(2**0.5)
    assert searches.path_spreads(searches.path_records(several, "1")) == {30000: pytest.approx(0.0)}


def test_a_mean_over_instances_never_mixes_tunings(tmp_path):
    """An older record of the same case lacks an axis: it is not averaged with the others."""
    cases = [best(10.0, 30000, instance=i) for i in range(3)] + [
        case("k5_sorted_degree", 10.0, 30000, instance=i) for i in range(3)
    ]
    for line in cases:
        line["axes"] |= {"levels_ahead": 0}
        line["tuning"] = [*line["tuning"], "levels_ahead"]
        line["key"] += "/levels_ahead=0"
    data = data_of(tmp_path, [*cases, best(1.0, 30000)])
    assert judged(data, "kernel_7_graph_1").measured.value == pytest.approx(1)


def lineage(tmp_path, on_graph_3: dict[str, float], times=(10, 8, 9, 9.5, 7, 7.7, 6)):
    """Times of kernels 1 to 7 on all graphs, some of them others on graph (3); and of the listings, which are advice."""
    each = dict(zip(["k1_frontier_copy", *BASES], times)) | dict.fromkeys(LISTINGS, 1.0)
    times_on = {"watts_ring": each, "watts": each, "barabasi_albert": each | on_graph_3}
    return data_of(tmp_path, [case(v, t, 30000, g) for g, times in times_on.items() for v, t in times.items()])


def test_the_step_that_goes_apart_is_counted(tmp_path):
    data = lineage(tmp_path, {"k2_global_counter": 12})
    v = judged(data, "only_kernel_7_parts_2_3")
    assert v.verdict == words.DIFFERS and v.measured.value == 2  # kernel 2, and kernel 3 that follows it
    assert any(f.name == "apsp_fig_10" for f in apsp.figures(data))


def test_a_step_that_may_go_apart_leaves_it_undecided(tmp_path):
    """Kernel 2 is 10 % slower on one graph, and on the other 2 % faster by times of one process each."""
    data = lineage(tmp_path, {"k1_frontier_copy": 8.9}, (10, 9.8, 9, 9.5, 7, 7.7, 6))
    v = judged(data, "only_kernel_7_parts_2_3")
    assert (v.measured.low, v.measured.value, v.measured.high) == (0, 1, 2) and v.verdict == words.UNDECIDED


def test_equation_3_takes_out_what_the_mean_path_explains(tmp_path):
    cases = [best(2.0 * path, 1000, path=path, instance=i) for i, path in enumerate((4.0, 5.0, 6.0))]
    point = only_point(data_of(tmp_path, cases))
    assert point.mean_s == pytest.approx(10) and point.deviation_s == pytest.approx(0, abs=1e-12)


def test_other_parameters_do_not_mix_in(tmp_path):
    data = data_of(tmp_path, [best(1.0, 1000, k=20)])
    assert not searches.kernels(data, "1", "Kernel 7")
    assert not list(apsp.tables(data)) and not list(apsp.figures(data))


def test_table_2_marks_what_is_extrapolated(tmp_path):
    data = data_of(tmp_path, [best(5.0, 30000), floyd(1.0, 1000), floyd(8.0, 2000)])
    rows = {row["N"]: row for row in rows_of(apsp, data, "table_2") if row["graph"] == "(1)"}
    assert (rows[1000]["Floyd, 1 thread (s)"], rows[1000]["Floyd is"]) == (pytest.approx(1.0), "measured")
    assert (rows[30000]["Floyd, 1 thread (s)"], rows[30000]["Floyd is"]) == (
        pytest.approx(27000.0),
        "extrapolated as N^3 from n = 2000, a matrix of 16 MB",
    )
    assert rows[30000]["speed-up, paper"] == 64
    assert rows[30000]["paper / measured"] == pytest.approx(64 / 5400)
    assert rows[30000]["speed-up, measured"] == pytest.approx(5400)


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
        folders = [write_run(tmp_path / str(order) / str(i), records) for i, records in enumerate(runs)]
        data = synthetic.data_of(apsp, *folders)
        measured = judged(data, "speed_up_1_at_30k").measured
        assert measured.value == pytest.approx(270 * 6**3 / 9)


def test_floyds_large_sizes_are_of_a_recorded_run_without_a_gpu(tmp_path):
    gpu = write_run(tmp_path / "gpu", [best(9.0, 30000), best(1.0, 1000), floyd(1.0, 1000)])
    host = write_run(tmp_path / "host", [floyd(1500.0, 10000), floyd(9000.0, 15000)], header("emulation"))
    data = synthetic.data_of(apsp, gpu, host, recorded=(host,))
    measured = judged(data, "speed_up_1_at_30k").measured
    assert (measured.value, measured.extrapolated) == (pytest.approx(9000 * 8 / 9), 2)
    assert "on Test CPU" in measured.note and "crosses" in measured.note
    assert judged(data, "speed_up_1_at_1k").measured.value == pytest.approx(1)
    assert judged(data, "slope_cpu").measured.value == pytest.approx(math.log(6) / math.log(1.5))
    assert not data.local
    assert not judged(synthetic.data_of(apsp, gpu, host), "slope_cpu").measured


def test_races_are_a_question_of_their_own(tmp_path):
    def racing(variant, races, seconds, status="correct"):
        line = case(variant, seconds, 30000)
        line["axes"]["races"], line["tuning"] = races, [*line["tuning"], "races"]
        line["paper"]["tuning"] |= {"races": 0}
        return line | {"key": f"{line['key']}/races={races}", "printed": races == 0, "status": status}

    cases = [racing("k7_thread_counter", races, seconds) for races, seconds in ((0, 10.0), (1, 8.0))]
    cases += [racing("k2_global_counter", 0, 9.0), racing("k2_global_counter", 1, 1.0, "incorrect")]
    data = data_of(tmp_path, cases)
    assert judged(data, "repair_cost").measured.value == pytest.approx(1.25)
    answers = {row["kernel"]: row["answer with them"] for row in rows_of(apsp, data, "repairs")}
    assert answers == {"Kernel 2": "incorrect", "Kernel 7": "right"}
    assert only_point(data).mean_s == pytest.approx(10) and not searches.tuned(data, "1")


def test_the_block_of_listing_1_against_those_of_a_lower_occupancy(tmp_path):
    blocks = range(64, 513, 64)
    swept = [best(1.0 + block / 1024, 30000, graph, block=block) for graph in searches.NUMBERS for block in blocks]
    data = data_of(tmp_path, [*swept, best(0.1, 30000, instance=3)])
    slower = judged(data, "occupancy_not_all").measured
    assert slower.value == pytest.approx(1.5 / 1.0625) and "block 512 (100%) over 64 (90%)" in slower.note
    assert any(f.name == "apsp_fig_15" for f in apsp.figures(data))


def test_all_sources_are_preferred_to_a_sample(tmp_path):
    data = data_of(tmp_path, [best(5.0, 1000), best(90.0, 1000, sources=1000)])
    assert only_point(data).mean_s == pytest.approx(90.0)
