"""Fields of the turning_bands family against NumPy: covariances and spectra that the program has no name for."""

import numpy as np
import pytest
from program import verified


def verify(folder, variant, environment=None, **axes):
    """The record of a variant at one workload, and what it saved."""
    axes = {"mesh": "regular", "n": 20, "line_maker": "power_law"} | axes
    (only,) = verified(folder, f"turning_bands/{variant}/", environment=environment, **axes)
    return only


def wave_numbers(shape):
    return np.sqrt(sum(k**2 for k in np.meshgrid(*(2 * np.pi * np.fft.fftfreq(n) for n in shape), indexing="ij")))


def power(field):
    return np.abs(np.fft.fftn(field)) ** 2 / field.size


def kept_apart(k):
    """A spectrum that the program has no name for, without power beyond what the mesh resolves."""
    return np.where(k < 1.5, k**2 * np.exp(-((k / 0.6) ** 2)), 0)


def table(file, function, x):
    np.savetxt(file, np.c_[x, function(x)], header="a table")
    return file


@pytest.mark.parametrize("variant, precision", [("fft_3d", "double"), ("fft_3d", "float"), ("cpu_fft_3d", "double")])
@pytest.mark.parametrize("shape", [(16, 12, 20), (9, 8, 7), (1, 24, 15), (1, 1, 40)])
def test_a_field_by_an_fft_has_the_target_in_every_mode(tmp_path, variant, precision, shape):
    """And random phases, others for each seed. Planes and rows have the covariance of the whole, so pi exp(-(k/2)^2)."""
    covariance = {"line_maker": "covariance", "a": 1, "lines": 1, "precision": precision}
    phases = []
    for seed in (1, 2):
        edges = dict(zip(("nx", "ny", "nz"), shape, strict=True))
        _, saved = verify(tmp_path / str(seed), variant, **edges, **covariance, seed=seed)
        field = saved["field"]
        assert field.shape == shape
        whole = np.pi ** (sum(edge > 1 for edge in shape) / 2)
        np.testing.assert_allclose(power(field), whole * np.exp(-((wave_numbers(shape) / 2) ** 2)), rtol=3e-5)
        phases.append(
            np.angle(np.fft.rfftn(field))[..., 1 : (shape[2] + 1) // 2].ravel()
        )  # of k whose -k is not stored
    assert np.abs(phases[0] - phases[1]).min() > 0
    for moment in (1, 2, 3):
        assert abs(np.mean(np.exp(1j * moment * np.array(phases)))) < 4 / np.sqrt(len(phases[0]) * 2)
    assert len(set(phases[0])) == len(phases[0])


def test_the_spectrum_of_a_covariance_is_its_transform(tmp_path):
    bell = table(tmp_path / "C.txt", lambda r: np.exp(-((r / 2) ** 2)), np.arange(0, 24, 0.1))
    k = wave_numbers((12, 14, 16))
    exponential, gaussian = 64 * np.pi / (1 + 4 * k**2) ** 2, np.pi**1.5 * 8 * np.exp(-(k**2))
    for covariance, expected, tolerance in (("exponential", exponential, 0), (bell, gaussian, 0.003)):
        axes = {"nx": 12, "ny": 14, "nz": 16, "lines": 1, "line_maker": "covariance", "covariance": covariance, "a": 2}
        _, saved = verify(tmp_path / str(len(str(covariance))), "cpu_fft_3d", **axes)
        np.testing.assert_allclose(power(saved["field"]), expected, rtol=1e-4, atol=tolerance)


def spread(count, seed):
    """Points of a slab, of which many are neighbours."""
    random = np.random.default_rng(seed)
    centres = random.uniform(0, [40, 30, 6], (count // 4, 3))
    return np.repeat(centres, 4, axis=0) + random.normal(0, 2, (count // 4 * 4, 3))


def expect_covariance(fields, points, covariance):
    """The mean product of each pair over the fields, within its standard errors; a share of pairs as chance has it."""
    first, second = np.triu_indices(len(points))
    distance = np.linalg.norm(points[first] - points[second], axis=1)
    products = fields[:, first] * fields[:, second]
    error = products.std(axis=0, ddof=1) / np.sqrt(len(fields))
    deviation = (products.mean(axis=0) - covariance(distance)) / error
    assert np.abs(deviation).max() < 5
    assert np.mean(deviation**2) == pytest.approx(1, abs=0.5)
    assert error.mean() < 0.05 * covariance(0)
    # in bins of distance, where pairs of one field say much the same
    for low, high in ((0, 1), (1, 4), (4, 8), (8, 16), (16, 99)):
        of_bin = (distance >= low) & (distance < high)
        per_field = products[:, of_bin].mean(axis=1) - covariance(distance[of_bin]).mean()
        assert abs(per_field.mean()) < 4 * per_field.std() / np.sqrt(len(fields)), (low, high)


def mixture(r):
    """Matern 3/2 and a Gaussian."""
    return 1.4 * (1 + r / 3) * np.exp(-r / 3) + 0.6 * np.exp(-((r / 9) ** 2))


def test_points_and_a_covariance_that_a_user_brings(tmp_path):
    points = spread(60, 2)
    np.savetxt(tmp_path / "points.txt", points, header="x y z", delimiter=", ")
    covariance = table(tmp_path / "C.txt", mixture, np.arange(0, 80, 0.4))
    axes = {"line_maker": "covariance", "covariance": covariance, "resolution": 4}
    record, saved = verify(tmp_path, "cpu_cell_parallel", mesh=tmp_path / "points.txt", **axes, lines=60, fields=800)
    np.testing.assert_allclose(saved["points"], points, atol=1e-12)
    expect_covariance(saved["field"], points, mixture)
    seen = record["observables"]
    assert seen["line_variance"] == pytest.approx(2, rel=1e-3)
    model = seen["model_covariance_series"]
    np.testing.assert_allclose(model["y"], mixture(np.array(model["x"])), rtol=1e-3, atol=1e-4)
    assert model["x"][-1] > 15


@pytest.mark.parametrize("box", [(40, 30, 10), (4, 6, 5)])
def test_points_of_a_file_state_the_errors_that_they_have(tmp_path, box):
    """Few points of a large box, and many of a small one: a point is not a cell."""
    np.save(tmp_path / "points.npy", np.random.default_rng(4).uniform(0, box, (150, 3)))
    axes = {"line_maker": "covariance", "a": 2, "resolution": 4, "lines": 30, "fields": 600}
    record, saved = verify(tmp_path, "cpu_cell_parallel", mesh=tmp_path / "points.npy", **axes)
    field, seen = saved["field"], record["observables"]
    assert seen["mean_error"] == pytest.approx(field.mean(axis=1).std() / np.sqrt(600), rel=0.15)
    squares = (field**2).mean(axis=1)
    assert seen["covariance_error_series"]["y"][0] == pytest.approx(squares.std() / np.sqrt(600), rel=0.15)
    # of the fields as of the directions, at distances near and far
    difference = np.subtract(seen["covariance_series"]["y"], seen["exact_covariance_series"]["y"])
    in_errors = difference / seen["covariance_error_series"]["y"]
    assert np.abs(in_errors).max() < 4.5 and np.abs(in_errors).mean() > 0.1


def test_a_spectrum_that_a_user_brings(tmp_path):
    points = spread(60, 3)
    np.save(tmp_path / "points.npy", points)
    spectrum = table(tmp_path / "P.txt", kept_apart, np.arange(0, 1.6, 0.001))
    axes = {"line_maker": "spectrum", "spectrum": spectrum, "resolution": 4}
    _, saved = verify(tmp_path, "cpu_cell_parallel", mesh=tmp_path / "points.npy", **axes, lines=60, fields=800)
    k = np.linspace(0, 1.5, 4001)
    weight = k**2 * kept_apart(k) / np.trapezoid(k**2 * kept_apart(k), k)

    def covariance(r):
        return np.trapezoid(weight * np.sinc(np.multiply.outer(r, k) / np.pi), k)

    expect_covariance(saved["field"], points, covariance)


def test_a_power_law_kept_apart_has_its_index(tmp_path):
    index = -2.6
    axes = {"index": index, "resolution": 4, "correction": "hold", "lines": 300, "fields": 20}
    record, _ = verify(tmp_path, "cpu_cell_parallel", n=40, line_length=2048, **axes)
    seen = record["observables"]
    assert abs(seen["spectral_index"] - index) < 3 * seen["spectral_index_error"] < 0.1
    over = np.divide(seen["spectrum_series"]["y"], seen["target_spectrum_series"]["y"])
    assert np.exp(np.mean(np.log(over[3:-2]))) == pytest.approx(1, abs=0.1)


def test_a_plane_has_the_spectrum_of_a_slice(tmp_path):
    """The integral of 1/k^2 over the wave numbers normal to it, in the ball |k| < pi that such a field has."""
    axes = {"index": -2, "resolution": 4, "correction": "hold", "lines": 300, "fields": 100}
    record, _ = verify(tmp_path, "cpu_cell_parallel", n=64, nx=1, **axes)
    seen, inner = record["observables"], slice(5, 24)
    k, power_ = (np.array(seen["spectrum_series"][axis])[inner] for axis in "xy")
    target = np.array(seen["target_spectrum_series"]["y"])[inner]
    slices = np.arctan(np.sqrt(np.pi**2 - k**2) / k) / k
    np.testing.assert_allclose(target / target[0], slices / slices[0], rtol=1e-4)
    assert np.mean(power_ / target) == pytest.approx(1, abs=0.02)
    assert np.polyfit(np.log(k), np.log(power_ / target), 1)[0] == pytest.approx(0, abs=0.03)


def uniform(*key):
    """In [0, 1), by SplitMix64 of a key of whole numbers."""
    state = 0
    for word in key:
        z = ((state ^ word) + 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        state = z ^ z >> 31
    return (state >> 11) * 2.0**-53


def reversed_digits(index, base):
    value, digit = 0, 1 / base
    while index:
        index, last = divmod(index, base)
        value, digit = value + last * digit, digit / base
    return value


def turned(vectors, seed):
    """By the rotation of the first field: v + 2 w (q x v) + 2 q x (q x v), of Shoemake's quaternion."""
    u, a, b = (uniform(seed, 0x726F74617465, 0, i) for i in range(3))
    a, b = 2 * np.pi * a, 2 * np.pi * b
    q = np.array([np.sqrt(1 - u) * np.sin(a), np.sqrt(1 - u) * np.cos(a), np.sqrt(u) * np.sin(b)])
    across = np.cross(q, vectors)
    return vectors + 2 * np.sqrt(u) * np.cos(b) * across + 2 * np.cross(q, across)


def sphere(up_and_around):
    up, around = np.array(up_and_around).T
    height, angle = 1 - 2 * up, 2 * np.pi * around
    radius = np.sqrt(1 - height**2)
    return np.c_[radius * np.cos(angle), radius * np.sin(angle), height]


SEQUENCES = {
    "halton": lambda i, seed: (reversed_digits(i, 2), reversed_digits(i, 3)),
    "random": lambda i, seed: [uniform(seed, 0x737068657265, 0, i, part) for part in range(2)],
}


def test_banding_is_the_largest_over_the_sphere_and_halton_has_less(tmp_path):
    """Of exp(-(r/a)^2), whose C_1D a line of so high a resolution has, and along directions of another set."""
    a, seed, banding = 5, 8, {}
    directions = sphere(np.random.default_rng(1).random((1500, 2)))
    for sequence, draw in SEQUENCES.items():
        for lines in (16, 300):
            axes = {"line_maker": "covariance", "a": a, "resolution": 64, "seed": seed, "sequence": sequence}
            record, _ = verify(tmp_path / sequence / str(lines), "cpu_cell_parallel", n=24, lines=lines, **axes)
            along = turned(sphere([draw(i, seed) for i in range(1, lines + 1)]), seed)
            largest = 0
            for r in record["observables"]["covariance_series"]["x"]:
                of_lines = (r * directions @ along.T / a) ** 2
                covariance = np.mean((1 - 2 * of_lines) * np.exp(-of_lines), axis=1)
                largest = max(largest, np.abs(covariance - np.exp(-((r / a) ** 2))).max())
            banding[sequence, lines] = record["observables"]["banding_error"]
            assert banding[sequence, lines] == pytest.approx(largest, rel=0.1), (sequence, lines)
    assert banding["random", 300] > 2 * banding["halton", 300]
