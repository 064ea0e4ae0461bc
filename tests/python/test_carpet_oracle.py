"""The carpet family against SciPy: a walk as powers of a sparse matrix, carpets built from their generators anew."""

import re

import numpy as np
import pytest
import scipy.ndimage
import scipy.sparse
from program import axes, refused, variants, verified

GENERATORS = {
    "two": ["##", ".#"],
    "three": ["###", "#.#", "###"],
    "five": ["..#..", ".###.", "##.##", ".###.", "..#.."],
    "seven": ["#######", "#.....#", "#.###.#", "###.###", "#.###.#", "#.....#", "#######"],
}


def verify(folder, variant="[^/]+", save=True, **workload):
    """Records of the variants, and the arrays that each saved."""
    records, arrays = zip(*verified(folder, f"carpet/({variant})/", save=save, **workload))
    assert [r["variant"] for r in records] == [v for v in variants("carpet") if re.fullmatch(variant, v)]
    return records, arrays


def generator_file(folder, patterns):
    """In a folder whose name is too long for that of a saved array."""
    path = folder / ("d" * 120) / ("e" * 120) / "set.txt"
    path.parent.mkdir(parents=True)
    path.write_text("\n\n".join("\n".join(pattern) for pattern in patterns) + "\n")
    return path


def as_array(pattern):
    return np.array([[site == "#" for site in row] for row in pattern])


def iterator(pattern, level):
    """The one iterator that a single generator makes."""
    built = np.ones((1, 1), bool)
    for _ in range(level):
        built = np.kron(built, as_array(pattern)).astype(bool)
    return built


def master_equation(open_sites):
    """M with p(s) = M p(s-1), Eq. (1), for all sites of a surface; closed ones have no entry."""
    height, width = open_sites.shape
    index = np.arange(height * width).reshape(height, width)
    pairs = [
        (index[:, :-1], index[:, 1:], open_sites[:, :-1] & open_sites[:, 1:]),
        (index[:-1], index[1:], open_sites[:-1] & open_sites[1:]),
    ]
    a = np.concatenate([u[both] for u, _, both in pairs])
    b = np.concatenate([v[both] for _, v, both in pairs])
    moves = scipy.sparse.coo_array((np.full(2 * a.size, 0.25), (np.r_[a, b], np.r_[b, a])), shape=(index.size,) * 2)
    stays = np.where(open_sites.ravel(), 1 - np.asarray(moves.sum(axis=1)).ravel(), 0)
    return (moves + scipy.sparse.diags_array(stays)).tocsr()


def walk(open_sites, start_x, start_y, steps):
    """The distribution on the surface and <r^2> after each step."""
    matrix = master_equation(open_sites)
    y, x = np.indices(open_sites.shape)
    square = ((x - start_x) ** 2 + (y - start_y) ** 2).ravel()
    p = np.zeros(open_sites.size)
    p[start_y * open_sites.shape[1] + start_x] = 1
    displacement = []
    for _ in range(steps):
        p = matrix @ p
        displacement.append(square @ p)
    return p.reshape(open_sites.shape), np.array(displacement)


def start_of(record):
    return int(record["observables"]["start_x"]), int(record["observables"]["start_y"])


def check(records, arrays, steps):
    """In double precision the variants equal the reference bit for bit, and SciPy nearly so."""
    for record, saved in zip(records, arrays):
        assert record["verify"]["value"] == 0
        surface = saved["carpet"] == 1
        x, y = start_of(record)
        assert surface[y, x]
        p, displacement = walk(surface, x, y, steps)
        np.testing.assert_allclose(saved["distribution"], p, rtol=0, atol=1e-12 * p.max())
        assert saved["distribution"].min() >= 0
        seen = record["observables"]
        assert seen["mean_square_displacement"] == pytest.approx(displacement[-1], rel=1e-12)
        assert seen["total_probability"] == pytest.approx(1, abs=1e-14)
        assert seen["accessible_sites"] == surface.sum()
        assert seen["occupancy"] == pytest.approx(surface.mean())
        series = seen["mean_square_displacement_series"]
        assert series["x"][0] == 1 and series["x"][-1] == steps
        np.testing.assert_allclose(series["y"], displacement[np.array(series["x"], int) - 1], rtol=1e-12)


@pytest.mark.parametrize("occupancy", [0.093, 0.35, 0.59])
def test_built_in_sets(tmp_path, occupancy):
    records, arrays = verify(tmp_path, steps=60, occupancy=occupancy, precision="double", seed=3)
    check(records, arrays, 60)
    assert scipy.ndimage.label(arrays[0]["carpet"])[1] == 1  # all patterns connect, whichever are drawn


@pytest.mark.parametrize(
    "name,level,across,start",
    [
        ("two", 4, 1, "centre"),
        ("three", 3, 1, "0:0"),
        ("three", 2, 3, "centre"),
        ("five", 2, 1, "3:20"),
        ("seven", 2, 1, "24:24"),
        ("seven", 2, 1, "random"),
    ],
)
def test_single_generators_of_any_size(tmp_path, name, level, across, start):
    path = generator_file(tmp_path, [GENERATORS[name]])
    settings = dict(generators=path, level=level, surface=across, steps=200, precision="double", start=start)
    records, arrays = verify(tmp_path, **settings)
    np.testing.assert_array_equal(arrays[0]["carpet"], np.tile(iterator(GENERATORS[name], level), (across, across)))
    check(records, arrays, 200)


def test_random_surfaces_hold_patterns_of_the_set_only(tmp_path):
    patterns = [GENERATORS["five"], ["..#..", "..#..", "#####", "..#..", "..#.."]]
    path = generator_file(tmp_path, patterns)
    settings = dict(generators=path, level=2, surface=2, start="3:1", steps=61, precision="double")
    records, arrays = verify(tmp_path, **settings)
    check(records, arrays, 61)
    cells = arrays[0]["carpet"].reshape(10, 5, 10, 5).swapaxes(1, 2).reshape(-1, 5, 5)
    kinds = {tuple(cell.ravel().astype(bool)) for cell in cells}
    assert kinds == {tuple(as_array(p).ravel()) for p in patterns} | {(False,) * 25}
    assert "occupancy" not in records[0]["axes"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant,level,steps,precision,tolerance",
    [("[^/]+", 2, 3000, "float", 1e-6), ("c_compact|cpu_serial", 4, 1000, "double", 1e-9)],
)
def test_thousands_of_steps_on_one_iterator(tmp_path, variant, level, steps, precision, tolerance):
    path = generator_file(tmp_path, [GENERATORS["five"]])
    settings = dict(generators=path, level=level, surface=1, steps=steps, precision=precision)
    records, _ = verify(tmp_path, **settings, variant=variant, save=False)
    _, displacement = walk(iterator(GENERATORS["five"], level), *start_of(records[0]), steps)
    for seen in (record["observables"] for record in records):
        assert seen["mean_square_displacement"] == pytest.approx(displacement[-1], rel=tolerance)
        assert seen["total_probability"] == pytest.approx(1, abs=min(tolerance, 1e-6))


def test_a_malformed_generator_file_is_refused(tmp_path):
    path = generator_file(tmp_path, [["##", "#o"]])
    said = refused("run --filter ^carpet/", *axes(generators=path), "--out", tmp_path / "run")
    assert f"{path}:2: 'o' is neither '#' nor '.'" in said
