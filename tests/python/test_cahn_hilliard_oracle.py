"""Fields and observables of the Cahn-Hilliard family against NumPy: the Laplacian applied twice, no stencil shared."""

import itertools

import numpy as np
import pytest
import scipy.fft
from program import variants, verified

DEFAULTS = {"n": 24, "dim": 2, "steps": 5, "dt": 0.01, "mean": 0.0, "m": 1.0, "b": 1.0, "u": 1.0, "k": 1.0}
DEFAULTS |= {"boundary": "periodic", "integrator": "rk2", "precision": "double", "update": "plain"}
CONSERVING = {"a_global", "cpu_parallel", "cpu_serial"}  # the variants that have that update


def verify(folder, variants_named, axes, save=True):
    """Settings, records of the variants at one workload and the arrays that each saved."""
    settings = DEFAULTS | axes
    return settings, *zip(*verified(folder, f"cahn_hilliard/({variants_named})/", save=save, **settings))


def laplacian(phi, mode):
    padded = np.pad(phi, 1, mode=mode)
    inner = tuple(slice(1, -1) for _ in phi.shape)
    total = -2 * phi.ndim * phi
    for axis in range(phi.ndim):
        for shift in (1, -1):
            total = total + np.roll(padded, shift, axis)[inner]
    return total


def rate(phi, s):
    mode = {"periodic": "wrap", "mirror": "symmetric"}[s["boundary"]]
    return s["m"] * laplacian(-s["b"] * phi + s["u"] * phi**3 - s["k"] * laplacian(phi, mode), mode)


def step(phi, s):
    if s["integrator"] == "euler":
        return phi + s["dt"] * rate(phi, s)
    return phi + s["dt"] * rate(phi + s["dt"] / 2 * rate(phi, s), s)


def integrate(phi, s, steps):
    for _ in range(steps):
        phi = step(phi, s)
    return phi


def free_energy(phi, s):
    mode = {"periodic": "wrap", "mirror": "edge"}[s["boundary"]]
    bonds = 0
    for axis in range(phi.ndim):
        width = [(0, 1) if a == axis else (0, 0) for a in range(phi.ndim)]
        bonds = bonds + np.diff(np.pad(phi, width, mode=mode), axis=axis) ** 2
    return np.mean(-s["b"] * phi**2 / 2 + s["u"] * phi**4 / 4 + s["k"] * bonds / 2)


def length_scale(phi, s):
    if s["boundary"] == "periodic":
        power = np.abs(np.fft.fftn(phi)) ** 2
        waves = 2 * np.pi * np.fft.fftfreq(s["n"])
    else:
        power = scipy.fft.dctn(phi, norm="ortho") ** 2
        waves = np.pi * np.arange(s["n"]) / s["n"]
    k = np.sqrt(sum(w**2 for w in np.meshgrid(*[waves] * phi.ndim)))
    power.flat[0] = 0
    return 2 * np.pi / (np.sum(k * power) / np.sum(power))


OBSERVED = {
    "mean": lambda phi, s: phi.mean(),
    "min": lambda phi, s: phi.min(),
    "max": lambda phi, s: phi.max(),
    "free_energy": free_energy,
    "length_scale": length_scale,
}

UPDATES = ("plain", "conserving")
OTHER_ORDER = {"ours", "ours_3d", "resident"}  # sum mu first, and so round otherwise than the others
IN_CUBES_ALONE = {"ours_3d"}
SPACES = list(itertools.product((2, 3), ("periodic", "mirror")))
WITHIN = {"double": 2e-15, "float": 2e-7}  # of NumPy's field, everywhere
ALL_OTHER = {"m": 0.8, "b": 1.3, "u": 0.7, "k": 1.6, "mean": 0.2, "dt": 0.008}  # than at default
WORKLOADS = [
    {},
    {"integrator": "euler", "n": 25},
    {"boundary": "mirror", "n": 23, "mean": -0.5},
    ALL_OTHER,
    ALL_OTHER | {"update": "conserving"},
    ALL_OTHER | {"update": "conserving", "dim": 3, "n": 10},
    {"dim": 3, "n": 12},
    {"dim": 3, "n": 11, "boundary": "mirror", "integrator": "euler", "k": 0.5},
]
WORKLOADS += [
    {"dim": d, "n": {2: 27, 3: 9}[d], "boundary": b, "update": u, "precision": p, "mean": -0.1, "steps": 20}
    for (d, b), u, p in itertools.product(SPACES, UPDATES, WITHIN)
]


@pytest.mark.parametrize("axes", WORKLOADS, ids=str)
def test_fields_and_observables_are_numpys(tmp_path, axes):
    settings, records, arrays = verify(tmp_path, "[^/]+", axes)
    if settings["update"] == "conserving":
        assert {r["variant"] for r in records} == CONSERVING
    elif settings["dim"] == 2:
        assert {r["variant"] for r in records} == set(variants("cahn_hilliard")) - IN_CUBES_ALONE
    expected = integrate(arrays[0]["initial"], settings, settings["steps"])
    for record, saved in zip(records, arrays, strict=True):
        phi = saved["field"]
        assert 0 < np.abs(phi - expected).max() < WITHIN[settings["precision"]], record["variant"]
        assert np.array_equal(phi, arrays[0]["field"]) == (record["variant"] not in OTHER_ORDER)
        for name, of in OBSERVED.items():
            assert record["observables"][name] == pytest.approx(of(phi, settings), abs=1e-13, rel=1e-11), name


def conserving_step(phi, low, s):
    """Euler in phi's own precision: what leaves a cell enters its neighbour, and what phi has no digits for is carried."""
    mode = {"periodic": "wrap", "mirror": "symmetric"}[s["boundary"]]
    potential = phi**3 - phi - laplacian(phi, mode)
    change = np.zeros_like(phi)
    for axis in range(phi.ndim):
        ends = [(1, 1) if a == axis else (0, 0) for a in range(phi.ndim)]
        faces = np.diff(np.pad(potential, ends, mode=mode), axis=axis)
        change += np.diff(faces, axis=axis)
    exact = phi.astype(float) + low + phi.dtype.type(s["dt"]) * change
    return exact.astype(phi.dtype), exact - exact.astype(phi.dtype)


@pytest.mark.parametrize("dim, boundary", SPACES)
def test_the_conserving_update_is_numpys(tmp_path, dim, boundary):
    """Where a step changes phi by less than half a unit in its last place, the plain update stands still."""
    axes = {"dim": dim, "n": 16 if dim == 2 else 8, "boundary": boundary, "mean": 0.9, "dt": 3e-4, "steps": 1000}
    axes |= {"integrator": "euler", "precision": "float", "initial": "mode=1:0" + ":0" * (dim - 2) + ":1e-4"}
    fields = {}
    for update in UPDATES:
        settings, _, (saved,) = verify(tmp_path / update, "cpu_serial", axes | {"update": update})
        fields[update] = saved["field"]
    phi, low = saved["initial"].astype(np.float32), 0.0
    for _ in range(1000):
        phi, low = conserving_step(phi, low, settings)
    expected = integrate(saved["initial"], settings, 1000)
    unit = np.spacing(np.float32(0.9))
    assert np.abs(fields["conserving"] - phi).max() <= unit
    assert np.abs(fields["conserving"] - expected).max() < unit
    assert np.abs(fields["plain"] - expected).max() > 20 * unit


def test_series_of_a_256_run(tmp_path):
    """Energies and lengths along the way at dt = 0.02, against NumPy's at the same times."""
    axes = {"n": 256, "dt": 0.02, "steps": 200}
    settings, (record,), (saved,) = verify(tmp_path, "cpu_parallel", axes)
    along = record["observables"]
    phi, done = saved["initial"], 0
    energies = []
    for i, time in enumerate(along["free_energy_series"]["x"]):
        phi, done = integrate(phi, settings, round(time / 0.02) - done), round(time / 0.02)
        for name, of in OBSERVED.items():
            expected = pytest.approx(of(phi, settings), abs=1e-12, rel=1e-10)
            assert along[f"{name}_series"]["y"][i] == expected, (name, time)
        energies.append(along["free_energy_series"]["y"][i])
    assert done == 200
    assert np.all(np.diff(energies) < 0)


@pytest.mark.slow
def test_coarsening_over_a_decade(tmp_path, monkeypatch):
    """Domains grow as t^(1/3) late; early local slopes are lower."""
    monkeypatch.setenv("OMP_NUM_THREADS", "1")  # a field so small gains nothing from more
    axes = {"n": 128, "dt": 0.025, "steps": 16000, "integrator": "euler", "precision": "float"}
    _, (record,), _ = verify(tmp_path, "cpu_serial", axes, save=False)
    along = record["observables"]
    time, length = np.array(along["length_scale_series"]["x"]), np.array(along["length_scale_series"]["y"])
    late = time >= 40
    exponent = np.polyfit(np.log(time[late]), np.log(length[late]), 1)[0]
    assert 0.15 < exponent < 0.4
    assert length[-1] > 1.5 * length[late][0]
    assert abs(along["mean_series"]["y"][-1] - along["mean_series"]["y"][0]) < 1e-6


def test_a_users_field_is_run(tmp_path):
    phi = np.random.default_rng(5).uniform(-0.3, 0.3, (20, 20))
    for stored in (np.float64, np.float32):
        np.save(tmp_path / "mine.npy", phi.astype(stored))
        axes = {"n": 20, "initial": tmp_path / "mine.npy"}
        settings, _, (saved,) = verify(tmp_path / stored.__name__, "a_global", axes)
        np.testing.assert_array_equal(saved["initial"], phi.astype(stored))
        expected = integrate(phi.astype(stored).astype(float), settings, settings["steps"])
        assert np.abs(saved["field"] - expected).max() < 1e-14
