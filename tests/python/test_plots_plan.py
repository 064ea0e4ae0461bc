"""The list of cases that decide most claims soonest: what stands in it, in which order, and what it says of time."""

import json

import pytest
from synthetic import header, processes, record, refusal, write_run
from test_plots_apsp import case

from plots.data.load import load_run
from plots.plan import __main__ as plan
from plots.plan.costs import SAMPLING_S, Costs

K5, K6, K7 = "k5_sorted_degree", "k6_update_array", "k7_thread_counter"
RING, SCALE_FREE = "kernel_6_graph_1", "kernel_6_graph_3"  # kernel 6 over kernel 5, "> 1" and "< 1"
TOOK = {"make_input": 1e9, "reference": 2e9, "prepare": 1e6}


def search(variant, seconds, graph="watts_ring", sources=64, **more):
    line = case(variant, seconds, 30000, graph, sources=sources, **more)
    return line | {"work": line["work"] | {"items": 1e6 * sources}}


def measured_by(line, count, off):
    """As that many processes measured it, whose medians are off by turns; more above where `off` is above 0."""
    ns = line["statistics"]["median_ns"]
    medians = [ns * (1 - off if i % 2 else 1 + off) for i in range(count)]
    line["measurement"]["processes"] = processes(*medians, half=0)
    return line


def planned(tmp_path, records, *more_runs, status=0):
    out = tmp_path / "cases.json"
    runs = [write_run(tmp_path / "run", records), *more_runs]
    assert plan.main([*map(str, runs), "--out", str(out)]) == status
    return json.loads(out.read_text())


def named(listed, claim):
    return next(each for each in listed["claims"] if each["claim"] == claim)


def cases_of(listed, claim):
    return [listed["cases"][i] for i in named(listed, claim)["cases"]]


def test_a_claim_is_listed_with_the_cases_that_it_rests_on(tmp_path):
    listed = planned(tmp_path, [search(K5, 10), search(K6, 20), search(K7, 10)])
    assert {(c["variant"], c["axes"]["n"]) for c in cases_of(listed, RING)} == {(K5, 30000), (K6, 30000)}
    assert listed["sampling_s"] == SAMPLING_S


def test_one_instance_will_do_where_it_says_the_same(tmp_path):
    records = [search(v, t, instance=i) for v, t in ((K5, 10), (K6, 20)) for i in range(3)]
    listed = planned(tmp_path, records)
    assert [c["axes"]["instance"] for c in cases_of(listed, RING)] == [0, 0]


def test_all_instances_where_one_alone_would_say_otherwise(tmp_path):
    times = {K5: (10, 10, 10), K6: (9, 20, 20)}
    listed = planned(tmp_path, [search(v, t, instance=i) for v, each in times.items() for i, t in enumerate(each)])
    assert len(cases_of(listed, RING)) == 6


def test_of_a_curve_as_many_sizes_as_decide_it(tmp_path):
    """A slope takes three, and the claim names the last."""
    cases = [case(K7, 1e-8 * n**2.2, n) for n in (1000, 2000, 5000, 10000, 20000, 30000)]
    sizes = [c["axes"]["n"] for c in cases_of(planned(tmp_path, cases), "slope_1")]
    assert len(sizes) == 3 and 30000 in sizes


def test_an_answer_is_taken_from_the_cheapest_case_that_gives_it(tmp_path):
    def walk(steps, seconds, gamma):
        x = [1, 10, 30, 100, 300]
        series = {"mean_square_displacement_series": {"x_name": "steps", "x": x, "y": [t**gamma for t in x]}}
        return record("c_compact", seconds, steps=steps, occupancy=0.093, observables=series)

    walks = [walk(9500, 9.0, 0.7), walk(2000, 2.0, 0.7), walk(500, 0.5, 1.1)]  # the shortest says otherwise
    assert [c["axes"]["steps"] for c in cases_of(planned(tmp_path, walks), "anomalous_diffusion")] == [2000]


@pytest.mark.parametrize("over, expected", [(2, 1), (1.04, 3)])
def test_a_small_step_takes_several_processes(tmp_path, over, expected):
    records = [measured_by(search(K5, 10), 5, 0.002), measured_by(search(K6, 10 * over), 5, -0.002)]
    assert named(planned(tmp_path, records), RING)["processes"] == expected


def test_a_step_that_several_processes_leave_open_is_no_part(tmp_path):
    records = [measured_by(search(K5, 10), 5, 0.03), measured_by(search(K6, 10.4), 5, -0.03)]
    records += [search(v, t, "barabasi_albert") for v, t in ((K5, 10), (K6, 5))]
    assert RING not in {each["claim"] for each in planned(tmp_path, records)["claims"]}


def test_three_processes_know_less_than_five(tmp_path):
    """Half the interval is twice as wide."""
    records = [measured_by(search(K5, 10), 5, 0.01), measured_by(search(K6, 10.4), 5, -0.01)]
    assert named(planned(tmp_path, records), RING)["processes"] == 5


def test_the_fastest_of_several_needs_those_that_are_not_it(tmp_path):
    kernels = ["k1_frontier_copy", "k2_global_counter", "k3_shared_counter", "k4_packed_arcs", K5, K6, K7]
    cpu = case("cpu_floyd", 0.1, 30000) | {"variant": "cpu_bfs_parallel", "key": "apsp/cpu_bfs_parallel/n=30000"}
    listed = planned(tmp_path, [search(v, 10 + i) for i, v in enumerate(kernels)] + [cpu])
    assert {c["variant"] for c in cases_of(listed, "cores_beat_kernels_1")} == {*kernels, "cpu_bfs_parallel"}


def costs_of(tmp_path, records):
    return Costs(load_run(write_run(tmp_path / "costs", records))[1])


def test_an_input_costs_what_its_first_case_took(tmp_path):
    first, second = search(K5, 10, phases_ns=TOOK), search(K6, 20, phases_ns={"make_input": None})
    costs = costs_of(tmp_path, [first, second])
    _, loaded = load_run(tmp_path / "costs")
    assert [costs.input_s(r) for r in loaded] == [3, 3]


def test_a_case_costs_what_it_took_beside_its_input_and_its_sampling(tmp_path):
    took = {**TOOK, "whole": 7e9}
    line = search(K5, 10, phases_ns=took)
    line["measurement"] |= {"wall_s": 1.5, "stop_reason": "budget"}
    costs = costs_of(tmp_path, [line])
    (loaded,) = load_run(tmp_path / "costs")[1]
    assert costs.case_s(loaded) == pytest.approx(7 - 3 - 1.5 + SAMPLING_S)


def test_what_was_only_verified_costs_what_its_work_does_elsewhere(tmp_path):
    untimed = search(K5, 10, sources=128) | {"statistics": None, "measurement": None, "key": "apsp/more"}
    costs = costs_of(tmp_path, [search(K5, 300 * 30000 / 64), untimed])
    timed, verified = load_run(tmp_path / "costs")[1]
    assert costs.case_s(verified) == pytest.approx(2 * costs.case_s(timed), rel=0.01)


def test_what_is_dear_for_one_claim_and_cheap_for_many_goes_first(tmp_path):
    """Three seconds of input for three claims come ahead of two seconds for one."""
    shared = {**TOOK, "make_input": 0.0, "reference": 3e9}
    records = [search(v, t, phases_ns=shared) for v, t in ((K5, 10), (K6, 20), (K7, 11))]
    records.append(search("k4_packed_arcs", 20, phases_ns=shared))
    alone = {**TOOK, "make_input": 0.0, "reference": 2e9}
    records += [search(v, t, "barabasi_albert", phases_ns=alone) for v, t in ((K5, 10), (K6, 5))]
    order = [each["claim"] for each in planned(tmp_path, records)["claims"]]
    assert {"kernel_5_graph_1", RING, "kernel_7_graph_1"} == set(order[:3])
    assert SCALE_FREE in order[3:]


def test_what_is_taken_already_costs_nothing_more(tmp_path):
    """Beside the cases of its input kernel 7 is the cheaper claim, alone the dearer one."""
    dear, other = {**TOOK, "prepare": 2.5e9}, {"reference": 4e9}
    records = [search(v, t, phases_ns=TOOK) for v, t in (("k4_packed_arcs", 20), (K5, 10), (K6, 20))]
    records.append(search(K7, 5, phases_ns=dear))
    records += [search(v, t, "barabasi_albert", phases_ns=other) for v, t in ((K5, 10), (K6, 5))]
    order = [each["claim"] for each in planned(tmp_path, records)["claims"]]
    assert set(order[:2]) == {"kernel_5_graph_1", RING}
    assert order[2:] == ["kernel_7_graph_1", SCALE_FREE]


def test_what_the_emulation_a_profiler_and_the_tuner_measured_is_no_part(tmp_path):
    walk = record("c_compact", 1.0, occupancy=0.093, steps=1000, observables={"occupancy": 0.0931}, emulated=True)
    others = [write_run(tmp_path / "emulated", [walk], header("emulation"))]
    for variant, seconds in ((K5, 10), (K6, 5)):
        counted = write_run(tmp_path / f"ncu_{variant}", [search(variant, seconds, "barabasi_albert")])
        (counted / "counters.csv").write_text(
            '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n"0","k","gpu__time_duration.sum","ns","1"\n'
        )
        others.append(counted)
    tuned = [search(v, t, "watts") for v, t in ((K5, 10), (K6, 5))]
    others.append(write_run(tmp_path / "tuned", tuned, header(argv=["retime", "tune"])))
    cases = planned(tmp_path, [search(K5, 10), search(K6, 20)], *others)["cases"]
    assert {(case["family"], case["axes"]["graph"]) for case in cases} == {("apsp", "watts_ring")}


def test_what_cannot_be_listed_is_refused(tmp_path):
    nothing = write_run(tmp_path / "nothing", [record("a_dense", 1.0, occupancy=0.093, steps=1000)])
    run = write_run(tmp_path / "run", [search(K5, 10), search(K6, 20)])
    for runs, out, words in (
        (nothing, tmp_path / "none.json", "decide no claim"),
        (tmp_path / "no_run", tmp_path / "none.json", "not a directory"),
        (run, tmp_path / "no_folder" / "cases.json", "no_folder"),
    ):
        assert words in refusal(plan.main, runs, "--out", out)
