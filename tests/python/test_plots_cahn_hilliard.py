"""The report on phase separation: planted times come back as the ratios, slopes and verdicts that follow from them."""

import numpy as np
import pytest
from synthetic import record, write_run

from plots.data.load import load_run
from plots.data.records import Records
from plots.families import cahn_hilliard
from plots.verdicts import claims, family, ledger

SIZES = [128, 512, 1024, 2048, 4096]
# Seconds a cell and step; the paper's speed-ups over the CPU, 13, 30, 50 and 30.
AS_IN_2009 = {"a_global": 1 / 13, "b_shared": 1 / 30, "c_texture": 1 / 50, "d_texture_shared": 1 / 30}

NOT_IN_THESE = ["width_of_sixteen", "block_16_b", "block_16_d", "size_divides", "border_threads", "euler_unstable"]
NOT_IN_THESE += ["largest_field_3d"]


def case(
    variant, step_s, n, steps=20, emulated=False, block=(16, 16), cells=1, flow="copy", launch="stream", **workload
):
    on_cpu = variant.startswith("cpu")
    tuning = {"flow": flow}
    if not on_cpu:
        tuning |= {"block_x": block[0], "block_y": block[1], "launch": launch}
    if variant == "a_global":
        tuning["cells_per_thread"] = cells
    axes = {"n": n, "dim": 2, "steps": steps, "dt": 0.01, "mean": 0.0, "boundary": "periodic"}
    axes |= {"integrator": "rk2", "precision": "float", "initial": "noise", "b": 1.0, "u": 1.0} | workload
    made = record(
        variant,
        step_s * steps,
        family="cahn_hilliard",
        processor="cpu" if on_cpu else "gpu",
        tuning=tuning,
        emulated=emulated,
        base=None if variant == "cpu_serial" else "cpu_serial",
        bytes_moved=(20 if flow == "swap" else 36) * n ** axes["dim"] * steps,
        **axes,
    )
    launch = {"kernel": f"{variant}_step", "form": "printed form", "registers": 40, "shared_bytes": 0}
    launch |= {"occupancy": 0.75, "limiter": "registers", "waves": 3.5}
    return made | {"launch": None if on_cpu else launch, "saved": []}


def runs(per_cell: dict[str, float], sizes=SIZES, **axes) -> list[dict]:
    return [case("cpu_serial", 1e-8 * n**2, n, **axes) for n in sizes] + [
        case(v, 1e-8 * f * n**2, n, **axes) for v, f in per_cell.items() for n in sizes
    ]


def data_of(tmp_path, records) -> family.FamilyData:
    run, loaded = load_run(write_run(tmp_path / "run", records))
    return family.data_of("cahn_hilliard", "leist_2009", Records(loaded), [run], module=cahn_hilliard)


def judged(data, claim: str) -> claims.Verdict:
    return next(v for v in ledger.verdicts(data) if v.claim.id == claim)


def test_the_papers_own_speed_ups_meet_its_claims(tmp_path):
    shapes = [case("a_global", 1e-8 / f * 4096**2, 4096, block=b) for b, f in (((256, 1), 12), ((32, 8), 13))]
    euler = [case(v, 0.6e-8 * f * 4096**2, 4096, integrator="euler") for v, f in AS_IN_2009.items()]
    small = [case("cpu_serial", 1e-6, 16), case("c_texture", 2e-6, 16), case("cpu_parallel", 1e-9 * 4096**2, 4096)]
    start = [case(v, 5e-8 * f * 128**2, 128) for v, f in AS_IN_2009.items()]
    data = data_of(tmp_path, runs(AS_IN_2009) + [*shapes, *euler, *small, *start])
    others = {v.claim.id: v.verdict for v in ledger.verdicts(data) if v.verdict != claims.HOLDS}
    assert others == dict.fromkeys(NOT_IN_THESE, claims.NOT_MEASURED)
    assert judged(data, "speed_up_c").measured.value == pytest.approx(50)
    assert judged(data, "speed_up_c").factor == pytest.approx(1)
    assert judged(data, "rk2_slower_than_euler").measured.value == pytest.approx(1 / 0.6)
    assert judged(data, "strips_as_rectangles").measured.value == pytest.approx(13 / 12)


def test_a_reversed_ranking_is_said_to_be_reversed(tmp_path):
    data = data_of(
        tmp_path, runs({"a_global": 1 / 90, "b_shared": 1 / 80, "c_texture": 1 / 40, "d_texture_shared": 1 / 70})
    )
    for claim in ("c_fastest", "c_over_a", "b_over_a", "c_over_b"):
        assert judged(data, claim).verdict == claims.REVERSED, claim
    assert judged(data, "c_over_a").measured.value == pytest.approx(40 / 90)


def test_claims_are_judged_in_the_printed_form_alone(tmp_path):
    faster = [
        case("a_global", 1e-12, 4096, cells=4),
        case("a_global", 1e-12, 4096, launch="graph"),
        case("a_global", 1e-12, 4096, flow="swap"),
        case("a_global", 1e-12, 4096, precision="double"),
        case("a_global", 1e-12, 4096, update="conserving"),
    ]
    data = data_of(tmp_path, runs(AS_IN_2009) + faster)
    assert judged(data, "speed_up_a").measured.value == pytest.approx(13)


def test_blocks_and_sizes_are_judged(tmp_path):
    shapes = [(x, y) for x in (8, 16, 32, 64) for y in (2, 8)] + [(16, 16)]
    law = {shape: 1.5 if shape[0] == 8 else 1.0 for shape in shapes} | {(32, 8): 0.9}
    blocks = [
        case(v, 1e-9 * t * 4096**2, 4096, block=shape) for v in ("a_global", "b_shared") for shape, t in law.items()
    ]
    data = data_of(tmp_path, [*blocks, case("b_shared", 0.5e-9 * 3072**2, 3072)])
    assert judged(data, "width_of_sixteen").measured.value == pytest.approx(1.5 / 0.9)
    assert judged(data, "block_16_b").measured.value == pytest.approx(1 / 0.9)
    assert judged(data, "block_16_b").verdict == claims.REVERSED
    assert judged(data, "size_divides").measured.value == pytest.approx(2)
    assert judged(data, "largest_field_2d").measured.value == 4096


def test_emulated_times_and_small_sizes_decide_nothing(tmp_path):
    data = data_of(tmp_path / "a", runs(AS_IN_2009, sizes=[128, 512]))
    assert judged(data, "c_over_a").verdict == claims.NOT_MEASURED
    emulated = [case(v, 1e-3, n, emulated=True) for v in AS_IN_2009 for n in SIZES]
    data = data_of(tmp_path / "b", emulated)
    assert {v.claim.id for v in ledger.verdicts(data) if v.verdict != claims.NOT_MEASURED} == {"largest_field_2d"}


def test_slopes_are_those_planted(tmp_path):
    cases = [case("cpu_serial", 1e-9 * n**2.1, n) for n in SIZES]
    cases += [case(v, 1e-11 * n**1.7 * (1 + i), n) for i, v in enumerate(AS_IN_2009) for n in SIZES]
    data = data_of(tmp_path, cases)
    assert judged(data, "slope_gpu").measured.value == pytest.approx(1.7)
    assert judged(data, "slope_gpu").verdict == claims.REVERSED
    assert judged(data, "slope_cpu").measured.value == pytest.approx(2.1)


def test_tables_and_figures_of_a_full_run(tmp_path):
    shapes = [(x, y) for x in (16, 32, 64, 128) for y in (1, 2, 4, 8)]
    blocks = [
        case(v, 1e-10 * 1024**2 * (1 + 0.1 * i), 1024, block=s, flow="swap")
        for v in AS_IN_2009
        for i, s in enumerate(shapes)
    ]
    cells = [case("a_global", 1e-10 * 1024**2 / c, 1024, cells=c, flow="swap") for c in (2, 4, 8)]
    volume = [case(v, 1e-9 * n**3, n, dim=3) for v in ("a_global", "c_texture") for n in (64, 128)]
    euler = [case("a_global", 1e-3, 4096, integrator="euler")]
    phi = np.random.default_rng(1).uniform(-1, 1, (12, 12, 12))
    np.save(tmp_path / "field.npy", phi)
    time = np.geomspace(1, 100, 20)
    series = {
        f"{name}_series": {"x_name": "time", "x": time.tolist(), "y": values.tolist()}
        for name, values in (("length_scale", 5 * time**0.25), ("free_energy", -0.25 + time ** (-1 / 3)))
    }
    long = case("cpu_parallel", 1e-4, 12, dim=3, steps=10000)
    long |= {"observables": series, "saved": [str(tmp_path / "field.npy")]}
    data = data_of(tmp_path, runs(AS_IN_2009) + blocks + cells + volume + euler + [long])
    tables = {t.name: t for t in cahn_hilliard.tables(data)}
    assert set(tables) == {f"cahn_hilliard_{t}" for t in ("times", "tuned", "integrators", "3d")}
    row = next(r for r in tables["cahn_hilliard_times"].rows if r[:2] == [4096, "Kernel C"])
    assert row[5:8] == [50, pytest.approx(50), pytest.approx(1)]
    figures = {f.name: f for f in cahn_hilliard.figures(data)}
    assert set(figures) == {
        f"cahn_hilliard_{f}" for f in ("fig_6", "fig_7", "blocks_1024", "cells", "coarsening", "fig_1_left")
    }
    caption = figures["cahn_hilliard_coarsening"].caption
    assert "0.250 (" in caption and "-0.333 (" in caption


def test_slopes_leave_out_sizes_too_small_to_scale(tmp_path):
    floors = {"cpu_serial": 256, "a_global": 1024}
    cases = [case(v, 1e-8 * max(n, floor) ** 2, n) for v, floor in floors.items() for n in [64, *SIZES]]
    figures = {f.name: f for f in cahn_hilliard.figures(data_of(tmp_path, cases))}
    assert figures["cahn_hilliard_fig_7"].caption.count(" 2.00 (2.00 to 2.00)") == 2


def test_nothing_is_drawn_of_nothing(tmp_path):
    data = data_of(tmp_path, [case("a_global", 1e-3, 64, emulated=True)])
    assert list(cahn_hilliard.tables(data)) == []
    assert list(cahn_hilliard.figures(data)) == []
