"""The tables and figures on Gaussian random fields: planted times and statistics come back as the ratios and crossings that
follow from them. Its claims on recorded runs are judged a second time by test_ledger_recomputed.py."""

import csv
import functools
import itertools
from pathlib import Path

import numpy as np
import pytest
import synthetic
from synthetic import drawn, header, judged, record, rows_of, write_run

from plots.data import counters
from plots.families import turning_bands
from plots.families.turning_bands.crossover import crossovers
from plots.verdicts import family
from plots.verdicts.words import DIFFERS, HOLDS, NOT_MEASURED

WORKLOAD = {"mesh": "regular", "n": 128, "nx": 0, "ny": 0, "nz": 0, "lines": 1024, "resolution": 1}
WORKLOAD |= {"line_maker": "power_law", "index": -2.0, "spectrum": "k6_exp", "covariance": "gaussian", "a": 10.0}
WORKLOAD |= {"correction": "none", "fields": 1, "directions": "own", "precision": "double", "timed": "field", "seed": 1}
TUNING = {"cell_parallel": {"block": 128, "unroll": 1, "blocking": 0}, "cell_blocked": {"block": 128, "unroll": 1}}
TUNING |= {"ours": {"block_x": 16, "fields_together": 2}, "irregular": {"block": 128, "order": "given"}}
PRINTED = {"cell_parallel": {"blocking": 0, "unroll": 1}, "irregular": {"order": "given"}}
KERNEL = {"timed": "projection"}
CUBE = {"n": 1024, "line_length": "2048"}
TUBE = {"n": 256, "nx": 10000, "line_length": "20000"}
COVARIANCE = {"mesh": "random", "line_maker": "covariance"}
DEVICE = {"kind": "cuda", "name": "NVIDIA H200", "uuid": "GPU-1", "multiprocessors": 132, "memory_bytes": 150e9}


def case(variant: str, seconds: float = 1.0, *, seen=None, saved=(), emulated=False, **axes) -> dict:
    """A field; what is no workload axis is tuning."""
    workload = {axis: axes.pop(axis, value) for axis, value in WORKLOAD.items()}
    edges = [workload[edge] or workload["n"] for edge in ("nx", "ny", "nz")]
    workload["line_length"] = axes.pop("line_length", str(2 * max(edges)))
    on_cpu, cells = variant.startswith("cpu"), float(np.prod(edges))
    tuning = TUNING.get(variant, {} if on_cpu else {"block": 128}) | axes
    memory = {"needed_bytes": 24 * cells, "free_bytes": 1e11, "largest_that_fits": None}
    more = {"tuning": tuning, "emulated": emulated, "observables": seen, "memory": memory}
    line = record(variant, seconds, family="turning_bands", processor="cpu" if on_cpu else "gpu", **more, **workload)
    printed, items = PRINTED.get(variant, {}), cells * workload["fields"]
    line["paper"] = line["paper"] | {"tuning": printed}
    work = {"items": items, "item": "cell"}
    if "fft_3d" not in variant:
        work = {"items": items * workload["lines"], "item": "point-line"}
    is_printed = bool(line["paper"]["label"]) and printed.items() <= tuning.items()
    return line | {"printed": is_printed, "work": {"bytes": 1.0, "flops": 0} | work, "saved": list(saved)}


def statistics(index=-2.0) -> dict:
    """What is seen of a field: the index found, the kurtosis in its errors, differences of the covariance."""
    x, k, r = np.linspace(-5, 5, 150), np.linspace(0.1, 3, 20), np.arange(40.0)
    series = {"histogram": (x, np.exp(-(x**2) / 2)), "spectrum": (k, 2 * k**index), "target_spectrum": (k, k**-2)}
    series |= {f"{name}covariance": (r, np.exp(-((r / 10) ** 2))) for name in ("", "exact_", "model_")}
    series["covariance_error"] = (r, np.full(40, 0.005))
    seen = {f"{name}_series": {"x_name": "x", "x": list(x), "y": list(y)} for name, (x, y) in series.items()}
    seen |= {"spectral_index": index, "spectral_index_error": 0.01, "largest_kurtosis_in_errors": 2.0}
    seen |= {"covariance_error": 0.01, "covariance_standard_error": 0.005, "exact_covariance_error": 0.01}
    seen |= {"line_variance": 1.0, "variance": 1.01, "variance_error": 0.02, "kurtosis": 0.1, "kurtosis_error": 0.05}
    return seen


def answer(seen: dict, **axes) -> dict:
    return case("ours_irregular" if "mesh" in axes else "ours", seen=seen, emulated=True, **axes)


def kernels() -> list[dict]:
    """The grid of Fig. 4."""
    grid = itertools.product((64, 128), (1, 2, 4, 8), (0, 1))
    return [case("cell_parallel", 1e-3, block=b, unroll=u, blocking=both, **KERNEL) for b, u, both in grid]


def sizes() -> list[dict]:
    variants = ("cell_blocked", "ours", "streamed", "ours_streamed", "fft_3d", "cpu_fft_3d")
    return [case(v, (n / 128) ** 3 * 1e-3, n=n) for v in variants for n in (128, 256, 384)]


def lines(fft=2.0) -> list[dict]:
    """A unit of time for 16 lines; the FFT takes `fft`."""
    return [case("ours", n / 16, lines=n) for n in (16, 64, 256)] + [case("fft_3d", fft)]


def points() -> list[dict]:
    each = [("irregular", {"order": order}) for order in ("given", "morton")] + [("ours_irregular", {})]
    meshes = ("regular", "jittered", "random")
    return [case(v, 1e-3, mesh=mesh, **tuning, **KERNEL) for v, tuning in each for mesh in meshes]


def together() -> list[dict]:
    gains = {1: 1.0, 2: 0.8}
    return [
        case("ours", fields * gain, fields=fields, fields_together=at_once, directions="shared")
        for fields in (1, 2, 4)
        for at_once, gain in gains.items()
    ]


def spectra(none=0.3) -> list[dict]:
    off = {"compression": 0.02, "none": none}
    return [
        answer(statistics(index + far), index=index, correction=correction, fields=100)
        for index in (-1.0, -2.0, -3.0)
        for correction, far in off.items()
    ]


def histograms() -> list[dict]:
    return [answer(statistics(), fields=10), answer(statistics(), fields=10, **COVARIANCE)]


def covariances() -> list[dict]:
    return [answer(statistics(), a=a, fields=100, resolution=8, **COVARIANCE) for a in (10.0, 20.0)]


def slices() -> list[dict]:
    """Their fields are saved in the folder in which the test runs."""
    np.save("field.npy", np.random.default_rng(1).normal(3, 1, (1, 32, 32)))
    targets = [{"index": -3.9}, {"index": -2.0}, {"index": -1.0}, {"line_maker": "spectrum"}]
    return [answer(statistics(), **each, nx=1, n=32, saved=[str(Path.cwd() / "field.npy")]) for each in targets]


def data_of(folder, records, *more, head=None) -> family.FamilyData:
    head = head or header(device=DEVICE, clocks={"sm_max_mhz": 1980, "memory_max_mhz": 3201})
    return synthetic.data_of(turning_bands, write_run(folder / "run", records, head), *more)


table_of = functools.partial(rows_of, turning_bands)


def figure_of(data, name):
    return next(f for f in turning_bands.figures(data) if f.name == f"turning_bands_{name}")


def test_times_stand_beside_the_papers(tmp_path):
    cube = [case("streamed", 6.1173, **CUBE), case("streamed", 9.0, fragment=64, **CUBE), case("fft_3d", 0.03, **CUBE)]
    cube += [case("cell_parallel", 12.2346, **CUBE), case("cell_parallel", 1.0, blocking=1, **CUBE)]
    others = [case("ours", 0.2, precision="float", **CUBE), case("streamed", 1.0, **TUBE)]
    no_row = [case("ours", 1e-3, n=512), case("ours", 1e-3, lines=16, **CUBE)]
    rows = table_of(data_of(tmp_path, [*cube, *others, *no_row]), "times")
    by = {(row["cells"], row["precision"], row["variant"]): row for row in rows}
    assert len(by) == len(rows) == 5
    streamed, reads = by["1024^3", "double", "Out-of-core streaming"], 132 * 1.98e9 * 32
    assert streamed["paper / measured"] == pytest.approx(10) and streamed["over Listing 1"] == pytest.approx(2)
    assert streamed["point-lines/s"] == pytest.approx(2**40 / 6.1173)
    assert streamed["point-lines/s, paper"] == pytest.approx(1.8e10, rel=0.01)
    assert streamed["of the limit"] == pytest.approx(2**40 / 6.1173 / (reads / 2))
    assert by["1024^3", "float", "ours"]["of the limit"] == pytest.approx(2**40 / 0.2 / reads)
    assert by["1024^3", "double", "3D FFT, cuFFT"]["point-lines/s"] is None
    assert by["1024^3", "double", "Cell parallelization"]["time (s)"] == 1.0
    assert by["256 x 256 x 10000", "double", "Out-of-core streaming"]["paper (s)"] == 37.367


@pytest.mark.parametrize("fft, crossing", [(2.0, 32.0), (0.5, "< 16"), (100.0, "> 256")])
def test_where_the_fft_wins(tmp_path, fft, crossing):
    data = data_of(tmp_path, lines(fft))
    assert crossovers(data)[0].fft_wins_from == pytest.approx(crossing)
    assert table_of(data, "crossover")[0]["FFT wins from (lines)"] == pytest.approx(crossing)


def test_fields_together(tmp_path):
    rows = table_of(data_of(tmp_path, together()), "together")
    gain = {(row["fields"], row["read together"]): row["over one field"] for row in rows}
    assert gain[4, 1] == pytest.approx(0.8) and gain[4, 2] == gain[1, 2] == pytest.approx(1)


def test_statistics_that_say_nothing(tmp_path):
    data = data_of(tmp_path, [*spectra(none=0.01)[:-2], *covariances()[1:]])
    reasons = {
        "spectrum_agrees": "index=-3",
        "compression_improves": "within its standard error",
        "covariance_agrees": "a=10",
        "compression_of_any_mesh": "n=32",
        "thousand_lines_enough": "no verified fields of 1000 to 1024 lines",
        "halton_over_random": "fewer than 3 sets of 1024 lines",
        "finer_lines_covariance": "resolution=1",
    }
    for claim, words in reasons.items():
        assert judged(data, claim).verdict == NOT_MEASURED and words in judged(data, claim).note, claim
    regular = data_of(tmp_path / "regular", histograms()[:1])
    assert "mesh=random" in judged(regular, "gaussian_values").note


def test_the_furthest_from_gaussian_is_over_what_so_many_normal_values_allow(tmp_path):
    """The largest of 120 normal values exceeds 3.525 with 5 %. What another variant made of the same seed is the same field."""
    far = answer(statistics() | {"largest_kurtosis_in_errors": 4.0}, fields=100, index=-1.0)
    again = far | {"variant": "ours_streamed", "key": far["key"].replace("ours/", "ours_streamed/")}
    few = [
        answer(statistics() | {"largest_kurtosis_in_errors": 9.0}, **axes)
        for axes in ({"fields": 1}, {"fields": 10, "lines": 100})
    ]
    verdict = judged(data_of(tmp_path, [*histograms(), far, again, *few]), "gaussian_values")
    assert verdict.measured.value == pytest.approx(4.0 / 3.525, rel=1e-3) and verdict.verdict == DIFFERS


def banding(random: float) -> list[dict]:
    """Sets of lines by Halton's sequence and by random, which leave `random` times as much of their bands, and 16 lines."""
    left = {"halton": 0.01, "random": 0.01 * random}
    sets = [
        answer(statistics() | {"banding_error": e * (1 + seed / 100)}, lines=n, sequence=s, seed=seed)
        for s, e in left.items()
        for seed in (1, 2, 3)
        for n in (16, 1024)
    ]
    return [case | {"tuning": []} for case in sets]


def test_what_lines_leave_of_their_bands(tmp_path):
    data = data_of(tmp_path, banding(4.0))
    over = judged(data, "halton_over_random").measured
    assert (over.value, over.low, over.high) == pytest.approx((0.25, 0.25, 0.25))
    assert judged(data, "thousand_lines_enough").measured.value == pytest.approx(0.0103)
    rows = {(row["lines"], row["sequence"]): row for row in table_of(data, "banding")}
    assert rows[1024, "random"]["largest"] == pytest.approx(0.0412) and rows[16, "halton"]["mean"] == pytest.approx(
        0.0102
    )
    few = data_of(tmp_path / "few", [case for case in banding(4.0) if case["axes"]["seed"] < 3])
    assert judged(few, "halton_over_random").verdict == NOT_MEASURED


def test_what_finer_lines_and_another_mesh_change(tmp_path):
    finer = [
        answer(statistics(i + far) | {"exact_covariance_error": far}, n=64, fields=10, index=i, resolution=res)
        for res, far in ((1, 0.3), (16, 0.1))
        for i in (-1.0, -2.0, -3.0)
    ]
    finer += [
        answer(statistics() | {"exact_covariance_error": e}, n=64, fields=10, resolution=res, line_maker="covariance")
        for res, e in ((1, 0.3), (16, 0.1))
    ]
    meshes = [
        answer(statistics(i + far), n=n, fields=10, index=i, correction="compression")
        for n, far in ((32, 0.3), (128, 0.02))
        for i in (-1.0, -2.0, -3.0)
    ]
    data = data_of(tmp_path, finer + meshes)
    for claim in ("finer_lines_spectrum", "finer_lines_covariance"):
        assert judged(data, claim).measured.value == pytest.approx(0.2), claim
    change = judged(data, "compression_of_any_mesh")
    half = 1.96 * 0.01 * 2**0.5
    assert (change.measured.value, change.measured.low) == pytest.approx(
        (0.28, 0.28 - half)
    ) and change.verdict == DIFFERS


@pytest.mark.parametrize("shell, off", [(10, 0.2), (2, 0.0)])
def test_an_outlier_is_a_shell_off_the_line_between_its_neighbours(tmp_path, shell, off):
    seen = statistics(-3.5)
    seen["spectrum_series"]["y"][shell] *= 1.2
    data = data_of(tmp_path, [answer(seen, fields=10, index=-3.5)])
    assert judged(data, "outliers_below_minus_3").measured.value == pytest.approx(off, abs=0.11 if shell < 3 else 1e-9)


def test_of_each_setting_the_run_of_most_fields_is_listed(tmp_path):
    few = [answer(statistics(-2.5), fields=f, n=n) for f, n in ((1, 1024), (10, 128))]
    (row,) = table_of(data_of(tmp_path, [*few, answer(statistics(-2.1), fields=100)]), "statistics")
    assert row["fields"] == 100 and row["index"] == -2.1 and row["index, target"] == -2


def test_a_slice_has_no_index_beside_that_of_the_field(tmp_path):
    cases = [answer(statistics(-1.5), nx=1), answer(statistics(-2.1))]
    rows = table_of(data_of(tmp_path, cases), "statistics")
    assert {row["points"]: row["index"] for row in rows} == {"128 x 128 x 1": None, "128^3": -2.1}


def test_prime_sizes_of_an_fft_are_named(tmp_path):
    primes = [case("fft_3d", n=n) for n in (101, 257)] + [case("ours", n=127)]
    assert "where n is prime (101, 257)" in figure_of(data_of(tmp_path, sizes() + primes), "fig_3").caption
    assert "prime" not in figure_of(data_of(tmp_path / "none", sizes()), "fig_3").caption


def test_slices_are_shown_about_their_mean(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data, field = data_of(tmp_path, slices()), np.load("field.npy")
    low, high = figure_of(data, "fig_9").canvas.axes[0].images[0].get_clim()
    assert (low + high) / 2 == pytest.approx(field.mean()) and high - low == pytest.approx(5 * field.std())


def test_counters_are_those_of_a_point_line(tmp_path):
    """2^31 point-lines in 1 ms by 2^28 instructions of warps, which is 4 of threads for each."""
    run = write_run(tmp_path / "ncu", [case("ours", **KERNEL)])
    rows = {"gpu__time_duration.sum": ("ms", "1"), "smsp__inst_executed.sum": ("inst", str(2**28))}
    with (run / counters.FILE).open("w", newline="") as file:
        profiled = [["1", "project_tiles", metric, *value] for metric, value in rows.items()]
        csv.writer(file).writerows([counters.COLUMNS, *profiled])
    (row,) = table_of(data_of(tmp_path, kernels(), run), "counters")
    assert row["instructions a point-line"] == 4 and row["point-lines/s"] == 2**31 / 1e-3


PARTS = {  # records -> figures and tables that they give
    kernels: {"fig_4", "times"},
    sizes: {"fig_3", "times", "sizes"},
    lines: {"crossover", "times"},
    points: {"fig_5", "times"},
    together: {"together", "times"},
    spectra: {"fig_6", "fig_7", "statistics"},
    covariances: {"fig_6", "fig_8", "statistics"},
    slices: {"fig_9", "fig_10", "statistics"},
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_what_is_drawn_and_what_is_left_out(tmp_path, monkeypatch, part):
    monkeypatch.chdir(tmp_path)
    data = data_of(tmp_path, part())
    tables = {table.name.removeprefix("turning_bands_") for table in turning_bands.tables(data)}
    assert {*drawn(turning_bands, data, tmp_path), *tables} == PARTS[part]


def test_without_a_gpu_times_are_not_measurable_but_statistics_are(tmp_path):
    cases = [*histograms(), *(r | {"time_is": "emulated"} for r in kernels())]
    data = data_of(tmp_path, cases, head=header("emulation"))
    assert judged(data, "gaussian_values").verdict == HOLDS
    for claim in ("cell_over_line", "optimised_always_faster", "beyond_memory", "cube_time"):
        assert judged(data, claim).note == "no GPU took part"
    assert [table.name for table in turning_bands.tables(data)] == ["turning_bands_statistics"]


def test_a_page_of_few_lines_still_has_its_times(tmp_path):
    """Of a smoke run: no case of the paper's."""
    data = data_of(tmp_path, [case(v, 1e-3, n=20, lines=70) for v in ("ours", "cell_blocked", "fft_3d")])
    assert {row["lines"] for row in table_of(data, "times")} == {70}
    assert judged(data, "faster_than_cufft").verdict == NOT_MEASURED
