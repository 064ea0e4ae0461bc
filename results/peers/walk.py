"""A walk on a carpet as powers of a sparse matrix: p(s) = M p(s-1), Eq. (1) of Hoffmann 2010.

xp and sparse: numpy and scipy.sparse, or cupy and cupyx.scipy.sparse.
"""

from __future__ import annotations


def sites_within(carpet, start, steps, xp):
    """Rows and columns of the accessible sites that a walk of so many steps can reach; carpet: bool, [row y][column x]."""
    x, y = start
    across, down = xp.arange(carpet.shape[1]) - x, xp.arange(carpet.shape[0]) - y
    return xp.nonzero(carpet & (abs(across)[None, :] + abs(down)[:, None] <= steps))


def matrix(carpet, rows, columns, xp, sparse):
    """M over these sites, float32, CSR. Who leaves them has left for good: of a walk that cannot reach farther than they do
    that changes nothing."""
    sites = len(rows)
    number = xp.full((carpet.shape[0] + 2, carpet.shape[1] + 2), -1, dtype=xp.int32)
    number[rows + 1, columns + 1] = xp.arange(sites, dtype=xp.int32)
    is_open = xp.zeros(number.shape, dtype=bool)
    is_open[1:-1, 1:-1] = carpet
    own = xp.arange(sites, dtype=xp.int32)
    stays = xp.full(sites, 4, dtype=xp.float32)
    of, to = [own], [own]
    for down, across in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        beside = (rows + 1 + down, columns + 1 + across)
        stays -= is_open[beside]
        numbered = number[beside] >= 0
        of.append(own[numbered])
        to.append(number[beside][numbered])
    of, to = xp.concatenate(of), xp.concatenate(to)
    share = xp.full(len(of), 0.25, dtype=xp.float32)
    share[:sites] = stays / 4
    return sparse.csr_matrix((share, (of, to)), shape=(sites, sites))


def walked(matrix, first, steps, xp):
    """p after so many steps from site `first`."""
    p = xp.zeros(matrix.shape[0], dtype=xp.float32)
    p[first] = 1
    for _ in range(steps):
        p = matrix @ p
    return p
