"""The carpet family against SciPy: a walk as powers of a sparse matrix, carpets built from their generators anew."""

import json
import re

import numpy as np
import pytest
import scipy.sparse

from program import retime, variants

GENERATORS = {
    "two": ["##", ".#"],
    "three": ["###", "#.#", "###"],
    "five": ["..#..", ".###.", "##.##", ".###.", "..#.."],
    "seven": ["#######", "#.....#", "#.###.#", "###.###", "#.###.#", "#.....#", "#######"],
}


def verify(folder, *settings, which="[^/]+", save=True):
    """Records of the variants, with the arrays each saved."""
    saving = ["--save", folder / "saved"] if save else []
    done = retime("verify", "--filter", f"^carpet/({which})/", *settings, "--out", folder / "run", *saving)
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in (folder / "run" / "records.jsonl").read_text().splitlines()]
    assert [r["variant"] for r in records] == [v for v in variants("carpet") if re.fullmatch(which, v)]
    assert {r["status"] for r in records} == {"correct"}, records
    arrays = [{path.split("/")[-1].removesuffix(".npy"): np.load(path) for path in r.get("saved", [])} for r in records]
    return records, arrays


def axes(**values):
    return [part for name, value in values.items() for part in ("--axis", f"{name}={value}")]


def generator_file(folder, patterns):
    path = folder / "set.txt"
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


def check(records, arrays, steps, tolerance):
    for record, saved in zip(records, arrays):
        surface = saved["carpet"] == 1
        x, y = start_of(record)
        assert surface[y, x]
        p, displacement = walk(surface, x, y, steps)
        np.testing.assert_allclose(saved["distribution"], p, rtol=0, atol=tolerance * p.max())
        seen = record["observables"]
        assert seen["mean_square_displacement"] == pytest.approx(displacement[-1], rel=tolerance)
        assert seen["total_probability"] == pytest.approx(1, abs=max(1e-13, tolerance))
        assert seen["accessible_sites"] == surface.sum()
        assert seen["occupancy"] == pytest.approx(surface.mean())
        series = seen["mean_square_displacement_series"]
        assert series["x"][0] == 1 and series["x"][-1] == steps
        np.testing.assert_allclose(series["y"], displacement[np.array(series["x"], int) - 1], rtol=tolerance)


@pytest.mark.parametrize("occupancy", [0.093, 0.35, 0.59])
def test_built_in_sets(tmp_path, occupancy):
    records, arrays = verify(tmp_path, *axes(steps=60, occupancy=occupancy, precision="double", seed=3))
    check(records, arrays, 60, 1e-12)
    for saved in arrays[1:]:  # the variants agree bit for bit
        np.testing.assert_array_equal(saved["distribution"], arrays[0]["distribution"])


@pytest.mark.parametrize(
    "name,level,start", [("two", 4, "centre"), ("three", 3, "0:0"), ("five", 2, "3:20"), ("seven", 2, "24:24")]
)
def test_single_generators_of_any_size(tmp_path, name, level, start):
    path = generator_file(tmp_path, [GENERATORS[name]])
    records, arrays = verify(
        tmp_path, *axes(generators=path, level=level, surface=1, steps=150, precision="double", start=start)
    )
    np.testing.assert_array_equal(arrays[0]["carpet"], iterator(GENERATORS[name], level))
    check(records, arrays, 150, 1e-12)


def test_walls_of_a_surface_of_several_iterators(tmp_path):
    path = generator_file(tmp_path, [GENERATORS["three"]])
    records, arrays = verify(tmp_path, *axes(generators=path, level=2, surface=3, steps=200, precision="double"))
    np.testing.assert_array_equal(arrays[0]["carpet"], np.tile(iterator(GENERATORS["three"], 2), (3, 3)))
    check(records, arrays, 200, 1e-12)


def test_random_surfaces_hold_patterns_of_the_set_only(tmp_path):
    patterns = [GENERATORS["five"], ["..#..", "..#..", "#####", "..#..", "..#.."]]
    path = generator_file(tmp_path, patterns)
    _, arrays = verify(tmp_path, *axes(generators=path, level=2, surface=2, steps=5), which="cpu_serial")
    cells = arrays[0]["carpet"].reshape(10, 5, 10, 5).swapaxes(1, 2).reshape(-1, 5, 5)
    kinds = {tuple(cell.ravel().astype(bool)) for cell in cells}
    assert kinds == {tuple(as_array(p).ravel()) for p in patterns} | {(False,) * 25}


@pytest.mark.parametrize("precision,tolerance", [("float", 2e-6), ("double", 1e-9)])
def test_a_thousand_steps_on_one_large_iterator(tmp_path, precision, tolerance):
    path = generator_file(tmp_path, [GENERATORS["five"]])
    records, _ = verify(
        tmp_path,
        *axes(generators=path, level=4, surface=1, steps=1000, precision=precision),
        which="c_compact|cpu_serial",
        save=False,
    )
    _, displacement = walk(iterator(GENERATORS["five"], 4), *start_of(records[0]), 1000)
    for record in records:
        assert record["observables"]["mean_square_displacement"] == pytest.approx(displacement[-1], rel=tolerance)


def test_a_long_path_of_generators_is_no_hindrance_to_saving(tmp_path):
    folder = tmp_path / ("d" * 120) / ("e" * 120)
    folder.mkdir(parents=True)
    path = generator_file(folder, [GENERATORS["three"]])
    records, arrays = verify(tmp_path, *axes(generators=path, level=2, steps=9, precision="double"))
    check(records, arrays, 9, 1e-12)


@pytest.mark.parametrize(
    "text,message",
    [
        ("##\n#\n", "set.txt:2: 1 sites where every line must have 2"),
        ("##\n#o\n", "set.txt:2: 'o' is neither '#' nor '.'"),
        ("", "no generator in it"),
        ("##\n##\n\n###\n###\n###\n", "set.txt:4: 3 sites where every line must have 2"),
        ("..\n..\n", "no generator has an accessible site"),
    ],
)
def test_malformed_generator_files_are_one_line_and_leave_nothing(tmp_path, text, message):
    path = tmp_path / "set.txt"
    path.write_text(text)
    done = retime("run", "--filter", "^carpet/", "--axis", f"generators={path}", "--out", tmp_path / "run")
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "setting",
    [
        "steps=0",
        "steps=-1",
        "steps=100000000",
        "steps=ten",
        "occupancy=0.5",
        "start=1",
        "start=-1:0",
        "surface=0",
        "surface=1000",
        "level=0",
        "level=99",
        "precision=half",
        "generators=/no/such/file",
        "start=999999:0",
    ],
)
def test_bad_axes_are_one_line_and_leave_nothing(tmp_path, setting):
    done = retime("run", "--filter", "^carpet/", "--axis", setting, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert setting.split("=")[1].split(":")[0] in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "run").exists()
