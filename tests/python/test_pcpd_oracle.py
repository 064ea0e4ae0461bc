"""The pcpd family against NumPy: the probabilities of all states of a ring, from the model's definition alone."""

import numpy as np
import pytest
import scipy.sparse
from program import verified
from scipy.sparse.linalg import expm_multiply

TUPLE = {"dp": 1, "pcpd": 2, "tcpd": 3, "qcpd": 4}
ITEMS = {"block": 64, "words_per_thread": 1}
RING = 14  # differs from an infinite lattice by less than 1e-4 at t = 2, for what is asked here
STATES = np.arange(2**RING)
PARTICLES = sum(STATES >> site & 1 for site in range(RING))
PAIRS = sum(STATES >> site & STATES >> (site + 1) % RING & 1 for site in range(RING))


def occupied(site):
    return STATES >> site % RING & 1


def only(*sites):
    return sum(1 << site % RING for site in sites)


def attempts(model, p, d):
    """Probability per unit of time to go from a state (row) to another, every site being looked at with rate 1."""
    n, moves = TUPLE[model], []
    for i in range(RING):
        swapped = STATES ^ (occupied(i) ^ occupied(i + 1)) * only(i, i + 1)
        reacts = np.all([occupied(i + k) for k in range(n)], axis=0)
        moves.append((swapped, d * np.ones(len(STATES))))
        moves.append((STATES & ~only(*range(i, i + n)), (1 - d) * p * reacts))
        moves.append((STATES | only(i - 1), (1 - d) * (1 - p) / 2 * reacts))
        moves.append((STATES | only(i + n), (1 - d) * (1 - p) / 2 * reacts))
        moves.append((STATES, (1 - d) * ~reacts))
    to, rate = (np.concatenate(parts) for parts in zip(*moves, strict=True))
    start = np.tile(STATES, len(moves))
    return scipy.sparse.csr_matrix((rate, (start, to))) - RING * scipy.sparse.identity(len(STATES))


def exact(model, p, d, density, local):
    """Particles and pairs at t = 1, 2: with one site of `local` looked at in a step, or in continuous time (None)."""
    change = attempts(model, p, d).T.tocsr()
    chance = density**PARTICLES * (1 - density) ** (RING - PARTICLES)
    for _ in (1, 2):
        if local is None:
            chance = expm_multiply(change, chance)
        else:
            for _ in range(local):
                chance = chance + change @ chance / local
        yield chance @ PARTICLES / RING, chance @ PAIRS / RING


@pytest.mark.parametrize(
    "model, p, d, density",
    [
        ("pcpd", 0.37, 0.3, 1),
        ("pcpd", 0.06, 0.85, 0.5),
        ("dp", 0.23, 0.6, 0.7),
        ("tcpd", 0.2, 0.15, 0.9),
        ("qcpd", 0.12, 0.62, 1),
    ],
)
def test_densities_are_those_of_the_master_equation(tmp_path, model, p, d, density):
    start = "full" if density == 1 else f"random:{density}"
    axes = {"model": model, "p": p, "d": d, "start": start, "decorrelation": 1, "time": 2}
    axes |= {"length": 24576, "lattices": 48}
    ran = verified(tmp_path, "pcpd/cpu_scalar/", save=False, **axes)
    ran += verified(tmp_path / "words", "pcpd/[^/]*[^r]/", save=False, **ITEMS, **axes)
    assert len(ran) > 5
    expected = {local: list(exact(model, p, d, density, local)) for local in (None, 12)}
    for record, _ in ran:
        local = record["observables"].get("sites_per_item")
        for t, values in enumerate(expected[local], 1):
            for name, share, value in zip(("density", "pair_density"), (0.04, 0.06), values, strict=True):
                seen, error = (record["observables"][f"{name}{kind}_series"] for kind in ("", "_error"))
                i = seen["x"].index(t)
                allowed = 4 * error["y"][i] + (share / local if local else 1e-4)
                assert abs(seen["y"][i] - value) < allowed, (record["variant"], name, t)


def sites(lattices):
    """The sites of each lattice, unpacked: a word is 32 of them in a row, lowest bit first."""
    packed = np.atleast_2d(lattices).astype("<u4")
    return np.unpackbits(packed.view(np.uint8), axis=1, bitorder="little")


def test_saved_lattices_are_the_runs_and_start_another(tmp_path):
    axes = {"length": 24576, "lattices": 4, "time": 3}
    ((record, arrays),) = verified(tmp_path, "pcpd/ours/", **ITEMS, **axes)
    ends = sites(arrays["lattices"])
    assert ends.shape == (4, 24576)
    assert ends.sum() == record["observables"]["particles"]
    pairs = ends & np.roll(ends, -1, axis=1)
    assert pairs.mean() == pytest.approx(record["observables"]["pair_density"], rel=1e-12)
    picture = arrays["space_time"]
    assert picture.shape == (4, 512) and np.all(picture[0] == 1)
    np.testing.assert_array_equal(picture[-1], ends[0, :512])

    np.save(tmp_path / "start.npy", ends[0].astype(float))
    axes |= {"length": "auto", "start": tmp_path / "start.npy", "d": 1}
    ((again, moved),) = verified(tmp_path / "again", "pcpd/multispin/", **axes)
    assert again["observables"]["particles"] == 4 * ends[0].sum()
    assert np.all(sites(moved["lattices"]).sum(axis=1) == ends[0].sum())
    np.testing.assert_array_equal(moved["space_time"][0], ends[0, :512])
    assert not np.array_equal(sites(moved["lattices"])[0], ends[0])
