"""The replications family against NumPy: from seeds to words to results, and from these to estimates by SciPy."""

import numpy as np
import pytest
import scipy.stats
from program import verified

SEED = 123456789012345
COUNT = 37
ALL = "[^/]*"
SIZES = {"pi": {"draws": 700}, "mm1": {"clients": 400, "lambda": 1.2, "mu": 1.5}, "walk": {"steps": 901}}
LOW = 2**32 - 1


def mixed(z):
    """SplitMix64's output function."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def hashed(seed, replication):
    """64 random bits after one another: the stream of a key of two numbers."""
    start = mixed((mixed(seed) + replication) % 2**64)
    while True:
        start = (start + 0x9E3779B97F4A7C15) % 2**64
        yield mixed(start)


def taus88(seed, replications):
    """Rows of words, a column a replication: L'Ecuyer's three components in arrays of 32 bits."""
    keys = []
    for r in replications:
        bits = (number >> 32 for number in hashed(seed, r))
        keys.append([next(b for b in bits if b >= least) for least in (2, 8, 16)])
    s = np.array(keys, np.uint32).T
    while True:
        s = np.array(
            [
                (s[0] & 2**32 - 2) << 12 ^ (s[0] << 13 ^ s[0]) >> 19,
                (s[1] & 2**32 - 8) << 4 ^ (s[1] << 2 ^ s[1]) >> 25,
                (s[2] & 2**32 - 16) << 17 ^ (s[2] << 3 ^ s[2]) >> 11,
            ]
        )
        yield s[0] ^ s[1] ^ s[2]


def mwc64x(seed, replications):
    """A number is multiplied modulo a prime; its halves, before that, make a word."""
    multiplier = 4294883355
    prime = multiplier * 2**32 - 1
    unfair = 2**64 % (prime - 1)
    x = [1 + next(b for b in hashed(seed, r) if b >= unfair) % (prime - 1) for r in replications]
    while True:
        yield np.array([number & LOW ^ number >> 32 for number in x], np.uint32)
        x = [number * multiplier % prime for number in x]


def philox(seed, replications):
    """Philox 4x32-10 in the order of cuRAND: a counter of words in fours, and the replication as subsequence."""
    key = mixed((seed + 0x9E3779B97F4A7C15) % 2**64)
    r = np.array(replications, np.uint64)
    drawn = 0
    while True:
        c = [np.full(r.shape, drawn, np.uint64), np.zeros_like(r), r & LOW, r >> 32]
        key0, key1 = key & LOW, key >> 32
        for _ in range(10):
            a, b = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
            c = [b >> 32 ^ c[1] ^ np.uint64(key0), b & LOW, a >> 32 ^ c[3] ^ np.uint64(key1), a & LOW]
            key0, key1 = (key0 + 0x9E3779B9) & LOW, (key1 + 0xBB67AE85) & LOW
        yield from (word.astype(np.uint32) for word in c)
        drawn += 1


def pi(words, draws):
    inside = 0
    for _ in range(draws):
        x, y = ((next(words) >> 1).astype(np.uint64) for _ in range(2))
        inside = inside + (x * x + y * y < 2**62)
    return (4 * inside / draws)[:, None]


def walk(words, steps, width=24, height=20, chunk=4):
    x = y = 0
    for _ in range(steps):
        direction = next(words) >> 30
        x = x + (direction == 0) - (direction == 1).astype(int)
        y = y + (direction == 2) - (direction == 3).astype(int)
    return ((y % height) // chunk * (width // chunk) + (x % width) // chunk).astype(float)[:, None]


def mm1(words, clients, mu, **more):
    """By the times at which clients come and leave."""
    come = left = waits = systems = idles = 0
    for _ in range(clients):
        gap, service = (-np.log((next(words) + 0.5) / 2**32) for _ in range(2))
        come = come + gap / more["lambda"]
        begun = np.maximum(come, left)
        idles, waits = idles + begun - left, waits + begun - come
        left = begun + service / mu
        systems = systems + left - come
    return np.array([waits, systems, idles]).T / clients


MODELS = {"pi": pi, "mm1": mm1, "walk": walk}
GENERATORS = {"taus88": taus88, "philox": philox, "mwc64x": mwc64x}


def replications(folder, variants, **axes):
    """(record, saved replications) of the variants at one workload."""
    ran = verified(folder, f"replications/({variants})/", **axes)
    return [(record, arrays["replications"]) for record, arrays in ran]


def expect_equal(model, values, expected):
    if model == "mm1":  # logarithms of single precision
        np.testing.assert_allclose(values, expected, rtol=1e-6, atol=1e-6 * expected.max())
    else:
        np.testing.assert_array_equal(values, expected)


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("model", MODELS)
def test_replications_follow_from_the_seed(tmp_path, model, generator):
    expected = MODELS[model](GENERATORS[generator](SEED, range(COUNT)), **SIZES[model])
    axes = {"model": model, "generator": generator, "replications": COUNT, "seed": SEED}
    forms = {"warp_index": "all", "warps_per_block": "1,3"}
    ran = replications(tmp_path, ALL, **axes, **SIZES[model], **forms)
    assert {"wlp", "tlp", "in_block", "cpu_serial", "cpu_parallel"} <= {record["variant"] for record, _ in ran}
    for record, values in ran:
        expect_equal(model, values, expected)
        assert record["axes"]["replications"] == COUNT, record["variant"]


def expect_interval(record, prefix, name, values):
    seen = record["observables"]
    low, high = scipy.stats.t.interval(0.95, len(values) - 1, values.mean(), scipy.stats.sem(values))
    assert seen[name] == pytest.approx(values.mean(), rel=1e-12)
    assert seen[f"{prefix}ci_low"] == pytest.approx(low, rel=1e-9)
    assert seen[f"{prefix}ci_high"] == pytest.approx(high, rel=1e-9)
    assert seen["level"] == 0.95


@pytest.mark.parametrize("model", MODELS)
def test_estimates_are_those_of_scipy(tmp_path, model):
    for record, values in replications(tmp_path, "wlp|cpu_serial", model=model, replications=30, **SIZES[model]):
        expect_interval(record, "", "estimate", values[:, 0])
        if model == "mm1":
            for quantity, name in enumerate(("wait_in_queue", "time_in_system", "idle_time")):
                expect_interval(record, f"{name}_", name, values[:, quantity])


def test_walkers_over_chunks_are_tested_as_by_scipy(tmp_path):
    for record, values in replications(tmp_path, "tlp|in_block", model="walk", replications=1000, steps=1000):
        expected = scipy.stats.chisquare(np.bincount(values[:, 0].astype(int), minlength=30))
        seen = record["observables"]
        assert seen["chi_square"] == pytest.approx(expected.statistic, rel=1e-9)
        assert seen["p_value"] == pytest.approx(expected.pvalue, rel=1e-9)
        assert seen["degrees_of_freedom"] == 29
        assert seen["p_value"] > 1e-4


def test_one_replication_has_no_interval(tmp_path):
    ((record, values),) = replications(tmp_path, "wlp", model="pi", replications=1, draws=1000)
    assert record["observables"] == {"estimate": values[0, 0]}
