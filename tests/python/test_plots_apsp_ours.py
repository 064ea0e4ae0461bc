"""Variants of ours on graphs, and others' programs: beside the paper's numbers, and not among them."""

import functools
import json

import pytest
import synthetic
from apsp_records import SIZES, best, case, data_of, floyd, only_point
from matplotlib import pyplot
from synthetic import header, write_run

from plots.families import apsp
from plots.families.apsp import searches

OURS = {
    "source_per_block": 0.5,
    "bit_parallel": 0.02,
    "ours": 0.01,
    "device_loop": 2.0,
    "blocked_floyd": 9.0,
}  # seconds


def with_ours(n: int, graph: str = "watts_ring", **more) -> list[dict]:
    """The paper's best takes 10 s as printed, 5 s tuned, of a sample of sources; ours are of all of them."""
    paper = [best(10.0, n, graph, **more), best(5.0, n, graph, block=64, **more)]
    return paper + [case(variant, t, n, graph, sources=n, **more) for variant, t in OURS.items()]


rows_of = functools.partial(synthetic.rows_of, apsp)


def test_ours_are_no_numbers_of_the_papers(tmp_path):
    cases = [r for n in (1000, 10000) for r in with_ours(n)]
    cases += [case("ours", 0.001, 20000, sources=20000), best(0.0001, 10000, distances="histogram")]
    data = data_of(tmp_path, cases)
    assert {n: searches.all_pairs_s(r) for n, r in searches.tuned(data, "1").items()} == {1000: 5, 10000: 5}
    assert set(searches.printed(data).variants()) == {"k7_thread_counter"}
    assert {r["n"] for r in searches.paper_cases(data.timed)} == {1000, 10000}
    assert [row["kernel"] for row in rows_of(data, "levels")] == ["Kernel 7"]
    assert only_point(data_of(tmp_path / "b", with_ours(1000))).mean_s == pytest.approx(10)


def test_table_2_has_the_fastest_of_ours_in_milliseconds(tmp_path):
    data = data_of(tmp_path, [*with_ours(30000), best(7.0, 1000)])
    small, large = (row for row in rows_of(data, "table_2") if row["graph"] == "(1)")
    assert large["tuned, fastest of all kernels (s)"] == pytest.approx(5)
    assert (large["fastest of ours (ms)"], large["which of ours"]) == (pytest.approx(10), "ours")
    assert large["fastest of all kernels / ours"] == pytest.approx(500)
    assert small["fastest of ours (ms)"] is None
    (alone,) = rows_of(data_of(tmp_path / "alone", [best(7.0, 1000)]), "table_2")
    assert "which of ours" not in alone


def test_ours_are_compared_on_one_board_and_the_note_says_which(tmp_path):
    """The page is of the board with most cases. Another has ours alone, a third both."""
    own = [best(4.0, 30000, block=block) for block in range(64, 1024, 64)]
    lone = [case("ours", 0.0001, 30000, sources=30000)]
    runs = []
    for at, cases in enumerate((own, lone, with_ours(30000))):
        head = header(device={"kind": "cuda", "name": f"Board {at}", "uuid": f"GPU-{at}"})
        runs.append(write_run(tmp_path / f"run_{at}", cases, head))
    data = synthetic.data_of(apsp, *runs)
    (row,) = rows_of(data, "table_2")
    assert row["tuned, fastest of all kernels (s)"] == pytest.approx(4)
    assert row["fastest of all kernels / ours"] == pytest.approx(500)
    table = next(t for t in apsp.tables(data) if t.name == "apsp_table_2")
    assert table.note.endswith("Ours, and the kernel that they are compared with: Board 2.")


def with_peers(folder, records: list[dict], rows: list[dict]):
    run = write_run(folder, records)
    versions = {"SciPy": "1.17.1", "PyTorch": "2.11.0"}
    (run / "peers.json").write_text(
        json.dumps({"family": "apsp", "board": "GPU-1", "versions": versions, "rows": rows})
    )
    return synthetic.data_of(apsp, run)


def peer(name: str, seconds: float, of: dict, sources: int) -> dict:
    """On the graph of a record."""
    graph = {axis: value for axis, value in of["axes"].items() if axis not in (*of["tuning"], "sources", "distances")}
    row = {"peer": name, "workload": graph, "times_s": [seconds] * 3, "median_s": seconds, "error": 0.0}
    return row | {"sources": sources, "vertices": of["axes"]["n"], "arcs": 10 * of["axes"]["n"]}


def test_all_who_find_all_pairs_stand_beside_the_papers_best(tmp_path):
    cpu = [case("cpu_bfs_parallel", 50.0, 30000), case("cpu_bit_parallel", 2.0, 30000, sources=30000)]
    cases = [*with_ours(30000), *cpu, case("ours", 0.001, 30000, sources=3000), best(0.01, 1000), floyd(1.0, 1000)]
    rows = [peer("SciPy", 1.5, cases[0], 300), peer("PyTorch, dense", 0.4, cases[0], 30000)]
    rows.append(peer("SciPy", 1.5, best(1.0, 20000), 300))
    shown = rows_of(with_peers(tmp_path / "run", cases, rows), "beyond")
    assert {(row["graph"], row["N"]) for row in shown} == {("(1)", 30000)}
    assert [(row["kind"], row["what"], row["sources timed"]) for row in shown] == [
        ("paper's best", "Kernel 7", 64),
        ("ours", "ours", "all"),  # of all sources, though a sample was faster
        ("ours", "bit_parallel", "all"),
        ("ours", "source_per_block", "all"),
        ("ours", "device_loop", "all"),
        ("ours", "blocked_floyd", "all"),
        ("ours, CPU", "cpu_bit_parallel", "all"),
        ("ours, CPU", "cpu_bfs_parallel", 64),
        ("peer", "PyTorch 2.11.0, dense", "all"),
        ("peer", "SciPy 1.17.1", 300),
    ]
    times = [5000, 10, 20, 500, 2000, 9000, 2000, 50000, 400, 150000]
    assert [row["all pairs (ms)"] for row in shown] == pytest.approx(times)
    assert [row["paper's best / this"] for row in shown] == pytest.approx([5000 / t for t in times])
    assert [row["traversed edges per s"] for row in shown] == pytest.approx([30000 * 300000 / t * 1e3 for t in times])


def test_floyd_on_the_gpu_finds_all_pairs_whatever_is_verified(tmp_path):
    cases = [*with_ours(1000), case("blocked_floyd", 0.3, 1000, "watts"), best(1.0, 1000, "watts")]
    shown = {(row["graph"], row["what"]): row for row in rows_of(data_of(tmp_path, cases), "beyond")}
    row = shown["(2)", "blocked_floyd"]
    assert (row["all pairs (ms)"], row["sources timed"]) == (pytest.approx(300), "all")


def test_histograms_have_a_table_of_their_own(tmp_path):
    big = {"graph": "/far/away/roads.mtx", "n": 200000, "distances": "histogram", "path": 40.0}
    cases = [case("bit_parallel", 2.0, sources=200000, block=block, **big) for block in (256, 512)]
    for name in ("median_ns", "ci_low_ns", "ci_high_ns"):
        cases[1]["statistics"][name] /= 2
    cases += [case("cpu_bit_parallel", 100.0, sources=4096, **big), *with_ours(1000)]
    data = with_peers(tmp_path / "run", cases, [peer("SciPy", 2.0, cases[0], 100)])
    shown = rows_of(data, "histograms")
    assert [(row["graph"], row["N"], row["arcs"], row["mean shortest path"]) for row in shown] == [
        ("roads.mtx", 200000, 2000000, 40.0)
    ] * 3
    assert [(row["what"], row["sources timed"]) for row in shown] == [
        ("bit_parallel", "all"),
        ("cpu_bit_parallel", 4096),
        ("SciPy 1.17.1", 100),
    ]
    assert [row["all pairs (ms)"] for row in shown] == pytest.approx([1e3, 1e5, 4e6])
    assert shown[0]["traversed edges per s"] == pytest.approx(4e11)
    assert not rows_of(data_of(tmp_path / "without", with_ours(1000)), "histograms")


def test_curves_of_ours_are_in_the_logarithmic_panel_alone(tmp_path):
    data = data_of(tmp_path, [r for n in SIZES for r in with_ours(n, "watts")])
    figure = next(f for f in apsp.figures(data) if f.name == "apsp_fig_12")
    linear, loglog = ({line.get_label(): line for line in axes.lines} for axes in figure.canvas.axes)
    assert set(OURS) <= set(loglog) and not set(OURS) & set(linear)
    assert list(loglog["ours"].get_ydata()) == pytest.approx([0.01] * len(SIZES))
    looks = {(line.get_color(), line.get_marker()) for name, line in loglog.items() if name in OURS}
    assert len(looks) == len(OURS) and "Hollow" in figure.caption
    pyplot.close("all")


def test_the_fastest_tuning_on_the_cpu_is_drawn(tmp_path):
    cases = [case("cpu_bit_parallel", t, n, sources=n) for n in (1000, 2000) for t in (3.0, 1.0)]
    for at, line in enumerate(cases):
        line["axes"]["words"], line["tuning"], line["key"] = at % 2, ["words"], f"{line['key']}/words={at % 2}"
    figure = next(f for f in apsp.figures(data_of(tmp_path, cases)) if f.name == "apsp_fig_16")
    (curve,) = [c for c in figure.canvas.axes[0].containers if c.get_label().startswith("cpu_bit_parallel")]
    assert list(curve[0].get_ydata()) == pytest.approx([1.0, 1.0])
    pyplot.close("all")
