"""How fast a walk spreads, from sizes and resistances alone: no walk is taken.

A walker of Eq. (1) on N accessible sites needs 4 N R steps on average from one of them to another and back, R being the
resistance between the two, each bond 1. So the time to cross an iterator grows as N R does: by 5^d_w where its side grows
by 5, and <r^2> ~ t^(2 / d_w). d_w = d_f + zeta, the exponents of N and R.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse
from scipy.sparse.linalg import splu

from plots.data import fit

SETS = {  # occupancy -> patterns, as in kernels/carpet/generators.cpp
    0.093: ("..#.. .###. ##### .###. ..#..", "..#.. ..#.. ##### ..#.. ..#..", "..#.. .###. ##.## .###. ..#.."),
    0.35: (".###. .###. ##### .###. .###.", ".###. ##### #.#.# ##.## .###.", ".###. #.### ##### #.#.# .###."),
    0.59: (".###. ##### ##### ##### .###.",),
}
LEVELS = 4  # of iterators of one pattern
RANDOM_LEVELS = 3  # of random iterators, the paper's
ITERATORS = 16


@dataclass(frozen=True)
class Pattern:
    """One generator: the sites and resistances, across and down, of its iterators of level 1, 2, ..."""

    rows: str
    sites: list[int]
    across: list[float]
    down: list[float]


@dataclass(frozen=True)
class Exponents:
    """Those of random iterators from level 1 to 3, with the intervals of their means."""

    d_f: fit.Estimate
    zeta_across: fit.Estimate
    zeta_down: fit.Estimate
    gamma_across: fit.Estimate
    gamma_down: fit.Estimate


def open_sites(rows: str) -> np.ndarray:
    return np.array([[site == "#" for site in row] for row in rows.split()])


def iterators(patterns: Sequence[np.ndarray], levels: int, seed: int = 0) -> list[np.ndarray]:
    """The iterators of level 1, 2, ...: each is made from the one before by a pattern drawn for every accessible site."""
    random, built, each = np.random.default_rng(seed), np.ones((1, 1), bool), []
    for _ in range(levels):
        drawn = np.array(patterns)[random.integers(len(patterns), size=built.shape)] & built[..., None, None]
        built = drawn.swapaxes(1, 2).reshape(len(built) * drawn.shape[2], -1)
        each.append(built)
    return each


def resistance(sites: np.ndarray) -> float:
    """Returns that from the left side to the right one. A bond is 1, and half a bond leads from a site of a side to its electrode: so
    a site alone has 1, and iterators in a row add up."""
    index = np.full(sites.shape, -1)
    index[sites] = np.arange(n := sites.sum())
    beside, below = sites[:, 1:] & sites[:, :-1], sites[1:] & sites[:-1]
    a = np.concatenate([index[:, :-1][beside], index[:-1][below]])
    b = np.concatenate([index[:, 1:][beside], index[1:][below]])
    left, right = (index[:, side][sites[:, side]] for side in (0, -1))
    to_electrodes = 2 * np.bincount(np.concatenate([left, right]), minlength=n)
    bonds = scipy.sparse.coo_array((np.ones(2 * a.size), (np.r_[a, b], np.r_[b, a])), shape=(n, n)).tocsc()
    laplacian = scipy.sparse.diags_array(bonds.sum(axis=0) + to_electrodes) - bonds
    symmetric = {"permc_spec": "MMD_AT_PLUS_A", "diag_pivot_thresh": 0, "options": {"SymmetricMode": True}}
    potential = splu(laplacian.tocsc(), **symmetric).solve(2.0 * np.bincount(left, minlength=n))
    return 1 / float(np.sum(2 * (1 - potential[left])))


@functools.cache
def pattern(rows: str, levels: int = LEVELS) -> Pattern:
    sites = open_sites(rows)
    each = iterators([sites], levels)
    across = [resistance(iterator) for iterator in each]
    down = across if np.array_equal(sites, sites.T) else [resistance(iterator.T) for iterator in each]
    return Pattern(rows, [int(iterator.sum()) for iterator in each], across, down)


def gamma(growth: float, factor: float = 5) -> float:
    """Follows from what N R grows by where the side grows by `factor`."""
    return 2 * float(np.log(factor) / np.log(growth))


@functools.cache
def exponents(occupancy: float) -> Exponents:
    """A set of one pattern has one iterator, and so no spread."""
    patterns, side = [open_sites(rows) for rows in SETS[occupancy]], 5.0 ** (RANDOM_LEVELS - 1)
    each = []
    for seed in range(ITERATORS if len(patterns) > 1 else 1):
        first, *_, last = iterators(patterns, RANDOM_LEVELS, seed)
        sites = last.sum() / first.sum()
        across, down = (resistance(to) / resistance(of) for to, of in ((last, first), (last.T, first.T)))
        logs = (float(np.log(growth) / np.log(side)) for growth in (sites, across, down))
        each.append([*logs, gamma(sites * across, side), gamma(sites * down, side)])
    return Exponents(*(fit.mean(v) if len(v) > 1 else fit.Estimate(v[0], v[0], v[0]) for v in zip(*each)))
