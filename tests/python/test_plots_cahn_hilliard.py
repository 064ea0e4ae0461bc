"""The tables and figures on phase separation: planted times come back as the ratios and slopes that follow from them.

Its claims on recorded runs are judged a second time by test_ledger_recomputed.py.
"""

import numpy as np
import pytest
from synthetic import family_data, record

from plots.families import cahn_hilliard

SIZES = [128, 512, 1024, 2048, 4096]
# Seconds a cell and step; the paper's speed-ups over the CPU, 13, 30, 50 and 30.
AS_IN_2009 = {"a_global": 1 / 13, "b_shared": 1 / 30, "c_texture": 1 / 50, "d_texture_shared": 1 / 30}


def case(
    variant, step_s, n, steps=20, emulated=False, block=(16, 16), cells=1, flow="copy", border="threads", **workload
):
    on_cpu = variant.startswith("cpu")
    tuning = {"flow": flow} | ({} if on_cpu else {"block_x": block[0], "block_y": block[1], "launch": "stream"})
    if variant == "a_global":
        tuning["cells_per_thread"] = cells
    if variant in ("b_shared", "d_texture_shared"):
        tuning["border"] = border
    axes = {"n": n, "dim": 2, "steps": steps, "dt": 0.01, "mean": 0.0, "boundary": "periodic"}
    axes |= {"integrator": "rk2", "precision": "float", "initial": "noise", "b": 1.0, "u": 1.0} | workload
    more = {"family": "cahn_hilliard", "processor": "cpu" if on_cpu else "gpu", "tuning": tuning, "emulated": emulated}
    more |= {"base": None if variant == "cpu_serial" else "cpu_serial"}
    bytes_moved = (20 if flow == "swap" else 36) * n ** axes["dim"] * steps
    launch = {"kernel": f"{variant}_step", "form": "printed form", "registers": 40, "shared_bytes": 0}
    launch |= {
        "block": [*map(tuning.get, ("block_x", "block_y")), 1],
        "occupancy": 0.75,
        "limiter": "registers",
        "waves": 3.5,
    }
    return record(variant, step_s * steps, **more, bytes_moved=bytes_moved, **axes) | {
        "launch": None if on_cpu else launch,
        "saved": [],
    }


def data_of(tmp_path, records):
    return family_data(tmp_path, cahn_hilliard, records)


def printed_runs() -> list[dict]:
    factors = {"cpu_serial": 1} | AS_IN_2009
    return [case(v, 1e-8 * factor * n**2, n) for v, factor in factors.items() for n in SIZES]


def test_tables_and_figures_of_a_full_run(tmp_path):
    shapes = [(x, y) for x in (16, 32, 64, 128) for y in (1, 2, 4, 8)]
    blocks = [case(v, 1e-8 * 1024**2 * (1 + 0.1 * i), 1024, block=s) for v in AS_IN_2009 for i, s in enumerate(shapes)]
    blocks.append(case("b_shared", 1e-8 / 60 * 1024**2, 1024, border="branches"))
    cells = [case("a_global", 1e-9 / 26 * 4096**2 / c, 4096, cells=c, flow="swap") for c in (1, 2, 4)]
    euler = [case("a_global", 1e-3, 4096, integrator="euler")]
    phi = np.random.default_rng(1).uniform(-1, 1, (12, 12, 12))
    np.save(tmp_path / "field.npy", phi)
    time = np.geomspace(1, 100, 20)
    series = {
        f"{name}_series": {"x_name": "time", "x": time.tolist(), "y": values.tolist()}
        for name, values in (("length_scale", 0.45 * time**0.25), ("free_energy", -0.25 + time ** (-1 / 3)))
    }
    long = case("cpu_parallel", 1e-4, 12, dim=3, steps=10000)
    long |= {"observables": series, "saved": [str(tmp_path / "field.npy")]}
    data = data_of(tmp_path, printed_runs() + blocks + cells + euler + [long])
    tables = {t.name: t for t in cahn_hilliard.tables(data)}
    assert set(tables) == {f"cahn_hilliard_{t}" for t in ("times", "tuned", "blocks", "cells", "integrators")}
    row = next(r for r in tables["cahn_hilliard_times"].rows if r[:2] == [4096, "Kernel C"])
    assert [row[5], row[6], row[8]] == [50, pytest.approx(50), pytest.approx(1)]
    assert [row[5] for row in tables["cahn_hilliard_tuned"].rows] == pytest.approx([13, 1040])  # A's alone
    over = {tuple(row[:1] + row[2:3]): row[7] for row in tables["cahn_hilliard_blocks"].rows}
    assert over["Kernel B", "rectangle, branches"] == pytest.approx(0.5)
    assert over["Kernel B", "strip"] == pytest.approx(30) and over["Kernel B", "rectangle"] == 1
    figures = {f.name: f for f in cahn_hilliard.figures(data)}
    drawn = ("fig_6", "fig_7", "blocks_1024", "occupancy", "coarsening", "fig_1_left")
    assert set(figures) == {f"cahn_hilliard_{f}" for f in drawn}
    small = long | {"axes": long["axes"] | {"n": 11}}  # in which eight domains have no room
    of_small = {f.name for f in cahn_hilliard.figures(data_of(tmp_path / "small", [small]))}
    assert "cahn_hilliard_coarsening" not in of_small
    caption = figures["cahn_hilliard_coarsening"].caption
    assert "0.250 (" in caption and "-0.333 (" in caption


def test_nothing_is_drawn_of_nothing(tmp_path):
    data = data_of(tmp_path, [case("a_global", 1e-3, 64, emulated=True)])
    assert list(cahn_hilliard.tables(data)) == []
    assert list(cahn_hilliard.figures(data)) == []
