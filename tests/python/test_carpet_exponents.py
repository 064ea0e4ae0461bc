"""Exponents of diffusion: exact laws of trees and resistances against hitting times and walks, and what the report makes
of walks on many surfaces."""

import math

import numpy as np
import pytest
import scipy.sparse.linalg
from synthetic import record, report_of, table, write_run
from test_carpet_oracle import generator_file, iterator, master_equation, verify

from plots.data import fit
from plots.data.load import ROOT
from plots.families.carpet import resistance

PLUS = {3: [".#.", "###", ".#."], 5: ["..#..", "..#..", "#####", "..#..", "..#.."]}
PATTERNS = [rows for patterns in resistance.SETS.values() for rows in patterns]
ONE_SITE_A_SIDE = resistance.SETS[0.093]


def hitting_time(sites, start, target):
    """Mean steps of Eq. (1) from one site to another, by solving (1 - M) T = 1 on all sites but the target."""
    inside = np.flatnonzero(sites.ravel())
    inside = inside[inside != np.ravel_multi_index(target, sites.shape)]
    moves = master_equation(sites)[inside][:, inside]
    times = scipy.sparse.linalg.spsolve((scipy.sparse.eye_array(len(inside)) - moves).tocsc(), np.ones(len(inside)))
    return times[np.searchsorted(inside, np.ravel_multi_index(start, sites.shape))]


@pytest.mark.parametrize("rows", [" ".join(PLUS[3]), *ONE_SITE_A_SIDE])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_sites_times_resistance_is_the_time_of_a_crossing(rows, level):
    sites = iterator(rows.split(), level)
    middle, last = len(sites) // 2, len(sites) - 1
    between = resistance.resistance(sites) - 1  # without the half bonds at the ends
    assert hitting_time(sites, (middle, 0), (middle, last)) == pytest.approx(2 * sites.sum() * between, rel=1e-9)
    if rows.split() in PLUS.values():  # a tree has one way across
        assert between == pytest.approx(last, rel=1e-9)


@pytest.mark.parametrize("side,level,steps", [(3, 5, (100, 1500)), (5, 3, (20, 900)), (5, 4, (45, 2025))])
def test_a_walk_on_a_tree_repeats_itself_at_a_larger_scale(tmp_path, side, level, steps):
    """d_w = ln(side (2 side - 1)) / ln(side): what is side times as far takes side (2 side - 1) times as long."""
    path = generator_file(tmp_path, [PLUS[side]])
    assert steps[1] == side * (2 * side - 1) * steps[0]
    workload = {"generators": path, "level": level, "surface": 1, "precision": "double"}
    displacement = []
    for s in steps:
        (walked,), _ = verify(tmp_path / str(s), "cpu_serial", save=False, steps=s, **workload)
        displacement.append(walked["observables"]["mean_square_displacement"])
    assert displacement[1] / displacement[0] == pytest.approx(side**2, rel=2e-3)


@pytest.mark.parametrize("rows", PATTERNS)
def test_resistances_are_those_of_the_whole_network(rows):
    """By the pseudo-inverse of the Laplacian, the electrodes among its nodes."""
    for level in (1, 2):
        for sites in (iterator(rows.split(), level), iterator(rows.split(), level).T):
            count, index = sites.sum(), np.cumsum(sites).reshape(sites.shape) - 1
            bonds = np.zeros((count + 2, count + 2))
            for y, x in zip(*np.nonzero(sites)):
                for ny, nx in ((y, x + 1), (y + 1, x)):
                    if max(ny, nx) < len(sites) and sites[ny, nx]:
                        bonds[index[y, x], index[ny, nx]] = 1
            bonds[index[:, 0][sites[:, 0]], count] = bonds[index[:, -1][sites[:, -1]], count + 1] = 2
            bonds += bonds.T
            inverse = np.linalg.pinv(np.diag(bonds.sum(axis=0)) - bonds)
            between = inverse[count, count] + inverse[-1, -1] - 2 * inverse[count, -1]
            assert resistance.resistance(sites) == pytest.approx(between, rel=1e-9)


@pytest.mark.parametrize("rows", PATTERNS)
def test_exponents_settle_with_the_level(rows):
    pattern = resistance.pattern(rows)
    assert pattern.sites == [pattern.sites[0] ** level for level in range(1, 5)]
    for resistances in (pattern.across, pattern.down):
        zeta = np.diff(np.log(resistances)) / math.log(5)
        assert abs(zeta[2] - zeta[1]) < 0.015 and (rows not in ONE_SITE_A_SIDE or abs(zeta[2] - zeta[1]) < 1e-3)


@pytest.mark.parametrize("occupancy", resistance.SETS)
def test_the_patterns_are_the_programs(tmp_path, occupancy):
    _, arrays = verify(tmp_path, "cpu_serial", steps=1, occupancy=occupancy, level=1, surface=9)
    cells = arrays[0]["carpet"].reshape(9, 5, 9, 5).swapaxes(1, 2).reshape(-1, 25)
    assert {tuple(cell) for cell in cells} == {
        tuple(resistance.open_sites(rows).ravel()) for rows in resistance.SETS[occupancy]
    }


def test_random_iterators_hold_patterns_of_the_set_in_patterns_of_it():
    patterns = [resistance.open_sites(rows) for rows in resistance.SETS[0.35]]
    first, second, third = resistance.iterators(patterns, 3, seed=7)
    assert [len(each) for each in (first, second, third)] == [5, 25, 125]
    for coarse, fine in ((first, second), (second, third)):
        cells = fine.reshape(len(coarse), 5, len(coarse), 5).swapaxes(1, 2)
        assert not cells[~coarse].any()
        assert {cell.tobytes() for cell in cells[coarse]} <= {pattern.tobytes() for pattern in patterns}
    assert (third != resistance.iterators(patterns, 3, seed=8)[2]).any()


STEPS = [1, 3, 10, 30, 100, 300, 1000]


def walk(gamma, seed, occupancy=0.093, **more):
    series = {"x_name": "step", "x": STEPS, "y": [t**gamma for t in STEPS]}
    workload = {"steps": 1000, "occupancy": occupancy, "start": "random", "precision": "float", "seed": seed} | more
    return record(
        "cpu_serial", 1, processor="cpu", tuning={}, observables={"mean_square_displacement_series": series}, **workload
    )


def exponents_of(tmp_path, walks):
    return table(report_of(write_run(tmp_path / "run", walks), "--only", "fits"), "carpet_exponents")


def test_the_report_takes_the_mean_over_surfaces(tmp_path):
    gammas = [0.70, 0.80, 0.84, 0.78]
    walks = [walk(gamma, seed) for seed, gamma in enumerate(gammas)]
    others = [walk(0.5, seed, steps=s, start="centre") for seed in (1, 2) for s in (1000, 2000, 5000)]
    (row,) = exponents_of(tmp_path, walks + others)
    expected = fit.mean(gammas)
    assert float(row["gamma of walks"]) == pytest.approx(expected.value)
    assert float(row["gamma 95 % interval low"]) == pytest.approx(expected.low)
    assert (row["surfaces"], row["start"], row["s"]) == ("4", "random", "1000")


def test_of_one_seed_it_takes_the_longest_of_the_usual_walks(tmp_path):
    walks = [walk(0.7, 1, steps=1000), walk(0.8, 1, steps=2000), walk(0.5, 1, steps=5000, precision="double")]
    (row,) = exponents_of(tmp_path, walks)
    assert (row["surfaces"], row["s"], float(row["gamma of walks"])) == ("1", "2000", pytest.approx(0.8))


def test_recorded_walks_agree_with_resistance(tmp_path):
    """Neither has anything of the other. Where resistance grows differently across and down, walks spread between."""
    run = ROOT / "results" / "emulation" / "carpet_walks"
    report = report_of(run, "--only", "fits", "--recorded", tmp_path, "--out", tmp_path / "report")
    rows = table(report, "carpet_exponents")
    assert [float(row["occupancy axis"]) for row in rows] == [0.093, 0.35, 0.59]
    for row in rows:
        ways = [float(row[f"gamma by resistance {way}"]) for way in ("across", "down")]
        assert float(row["gamma 95 % interval low"]) <= max(ways) and min(ways) <= float(
            row["gamma 95 % interval high"]
        )
        assert int(row["surfaces"]) >= 30
