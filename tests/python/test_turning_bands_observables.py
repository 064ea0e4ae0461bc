"""What the program reads off the fields of the turning_bands family, against NumPy on the fields that it saved."""

import numpy as np
import pytest
from test_turning_bands_oracle import power, verify, wave_numbers

GAUSSIAN = {"line_maker": "covariance", "a": 2, "resolution": 4}


def moments(fields):
    """Mean, variance, skewness and excess kurtosis of each field."""
    flat = fields.reshape(len(fields), -1)
    centred = (flat - flat.mean(axis=1, keepdims=True)) / flat.std(axis=1, keepdims=True)
    return flat.mean(axis=1), flat.var(axis=1), (centred**3).mean(axis=1), (centred**4).mean(axis=1) - 3


def histogram(fields):
    """The mean density in 150 bins to 5 standard deviations on each side; what is beyond is in the outermost."""
    flat = fields.reshape(len(fields), -1)
    scaled = (flat - flat.mean(axis=1, keepdims=True)) / flat.std(axis=1, keepdims=True)
    return np.histogram(np.clip(scaled, -4.99, 4.99), 150, (-5, 5), density=True)[0]


def spectrum(field, periodic):
    """k, power and modes of each shell of the block of 256 cells an edge, and how far its window mixes."""
    block = field[:256, :256, :256]
    windowed = not periodic or block.size < field.size
    edges = [n for n in block.shape if n > 1]
    values = block - block.mean()
    for axis, n in enumerate(block.shape if windowed else ()):
        hann = np.sin(np.pi * (np.arange(n) + 0.5) / n) ** 2
        values = values * np.expand_dims(
            hann / np.sqrt(np.mean(hann**2)), [other for other in range(3) if other != axis]
        )
    k = wave_numbers(block.shape)
    shell = np.floor(k * min(edges) / (2 * np.pi) + 0.5).astype(int)
    inside = (shell > 0) & (k < np.pi * 1.000001)
    modes, of_k, of_power = (np.bincount(shell[inside], each)[1:] for each in (None, k[inside], power(values)[inside]))
    some = modes > 0
    mixing = np.mean([(2 * np.pi / n) ** 2 / 3 for n in edges]) if windowed else 0
    return of_k[some] / modes[some], of_power[some] / modes[some], modes[some], mixing, len(edges)


def index(k, measured, modes, mixing, dimensions):
    """d ln P / d ln k and its standard error, by the scatter about the line; less what a window adds to a power law."""
    fitted = slice(max(3, len(k) // 4), len(k) - 2) if mixing else slice(None)
    x, weights, unmixed = np.log(k[fitted]), modes[fitted], measured
    for _ in range(2 if mixing else 1):
        y = np.log(unmixed[fitted])
        slope, offset = np.polyfit(x, y, 1, w=np.sqrt(weights))
        scatter = weights @ (y - slope * x - offset) ** 2
        unmixed = measured / (1 + mixing / 2 * slope * (slope + dimensions - 2) / k**2)
    of_x = weights @ (x - np.average(x, weights=weights)) ** 2
    return slope, np.sqrt((35 / 18 if mixing else 1) * scatter / ((len(x) - 2) * of_x))


def along_axes(fields):
    """Distances, and the mean product over all pairs of cells so far apart along an axis."""
    longest = max(fields.shape[1:]) // 2
    lags = [*range(17), *(int(16 * 2 ** (i / 8) + 0.5) for i in range(1, 64))]
    lags = [lag for lag in lags if lag <= longest]
    means = []
    for lag in lags:
        sums = [
            (product.sum(), product.size)
            for axis in (1, 2, 3)
            if lag < (n := fields.shape[axis])
            for product in [np.take(fields, range(lag, n), axis) * np.take(fields, range(n - lag), axis)]
        ]
        means.append(sum(s for s, _ in sums) / sum(count for _, count in sums))
    return lags, means


def between(fields, points, longest):
    """Mean distance and mean product in bins of distance over all pairs, each point with itself before them."""
    first, second = np.triu_indices(len(points))
    distance = np.linalg.norm(points[first] - points[second], axis=1)
    product = (fields.T @ fields / len(fields))[first, second]
    near = distance < longest / 2
    place = np.where(first == second, 0, 1 + (distance * 128 / longest).astype(int))[near]
    pairs = np.bincount(place)
    some = pairs > 0
    return [np.bincount(place, each[near])[some] / pairs[some] for each in (distance, product)]


# Edges without a common divisor: no mode lies between two shells.
CASES = {
    "cube": ("cpu_cell_parallel", {"n": 19, "ny": 23, "nz": 17, "lines": 30, "fields": 9}),
    "plane": ("cpu_cell_parallel", {"n": 29, "nx": 1, "ny": 37, "lines": 30, "fields": 3, "precision": "float"}),
    "nearly constant": ("cpu_cell_parallel", {"n": 17, "lines": 5, "fields": 2} | GAUSSIAN | {"a": 30000}),
    "by an FFT": ("cpu_fft_3d", {"nx": 23, "ny": 19, "nz": 26}),
    "a part of a period": ("cpu_fft_3d", {"nx": 17, "ny": 300, "nz": 19}),
    "points": ("cpu_cell_parallel", {"mesh": "random", "n": 6, "lines": 40, "fields": 50} | GAUSSIAN),
}


@pytest.mark.parametrize("variant, axes", CASES.values(), ids=CASES)
def test_observables_are_those_of_the_saved_fields(tmp_path, variant, axes):
    record, saved = verify(tmp_path, variant, **axes)
    on_mesh = "points" not in saved
    seen, fields = record["observables"], saved["field"]
    fields = fields.reshape(-1, *fields.shape[-3 if on_mesh else -1 :])
    each = moments(fields)
    for name, values in zip(("mean", "variance", "skewness", "kurtosis"), each, strict=True):
        assert seen[name] == pytest.approx(values.mean(), rel=1e-6, abs=1e-9), name
    furthest = np.abs(each[3]).max() / (seen["kurtosis_error"] * np.sqrt(len(fields)))
    assert seen["largest_kurtosis_in_errors"] == pytest.approx(furthest, rel=1e-6)
    np.testing.assert_allclose(seen["histogram_series"]["y"], histogram(fields), atol=2e-3 / fields[0].size)
    if on_mesh:
        spectra = [spectrum(field, variant == "cpu_fft_3d") for field in fields]
        k, mean = spectra[0][0], np.mean([of_field[1] for of_field in spectra], axis=0)
        np.testing.assert_allclose(seen["spectrum_series"]["x"], k)
        np.testing.assert_allclose(seen["spectrum_series"]["y"], mean, rtol=1e-6)
        slope, error = index(k, mean, *spectra[0][2:])
        if len(fields) >= 8:
            error = np.std([index(*of_field)[0] for of_field in spectra], ddof=1) / np.sqrt(len(fields))
        assert seen["spectral_index"] == pytest.approx(slope, rel=1e-6)
        assert seen["spectral_index_error"] == pytest.approx(error, rel=1e-5)
    if variant == "cpu_fft_3d":
        return
    distance, product = along_axes(fields) if on_mesh else between(fields, saved["points"], axes["n"])
    np.testing.assert_allclose(seen["covariance_series"]["x"], distance)
    np.testing.assert_allclose(seen["covariance_series"]["y"], product, atol=1e-9)
    over = np.abs(np.subtract(product, seen["model_covariance_series"]["y"])).max()
    assert seen["covariance_error"] == pytest.approx(over / seen["model_covariance_series"]["y"][0], rel=1e-6)


def test_values_are_gaussian_within_standard_errors_that_fields_have(tmp_path):
    """And the exact covariance, given the directions, is that of many fields that share them."""
    axes = {"n": 16, "lines": 60, "fields": 400, "directions": "shared"} | GAUSSIAN
    record, saved = verify(tmp_path, "cpu_cell_parallel", **axes)
    seen = record["observables"]
    expected = {"mean": 0, "variance": seen["line_variance"], "skewness": 0, "kurtosis": 0}
    for (name, value), values in zip(expected.items(), moments(saved["field"]), strict=True):
        assert seen[f"{name}_error"] == pytest.approx(values.std() / np.sqrt(400), rel=0.25), name
        assert abs(values.mean() - value) < 5 * seen[f"{name}_error"], name
    difference = np.subtract(seen["covariance_series"]["y"], seen["exact_covariance_series"]["y"])
    assert np.abs(difference / seen["covariance_error_series"]["y"]).max() < 4.5


@pytest.mark.parametrize("mesh", ["regular", "random"])
def test_observables_are_the_same_on_any_number_of_threads(tmp_path, mesh):
    axes = {"mesh": mesh, "n": 22, "lines": 9, "fields": 3} | GAUSSIAN
    one, three = (
        verify(tmp_path / threads, "cpu_cell_parallel", {"OMP_NUM_THREADS": threads}, **axes)[0]["observables"]
        for threads in ("1", "3")
    )
    assert one == three
