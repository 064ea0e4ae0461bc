"""The same equation in Fourier space, a step semi-implicit: what a practitioner takes to be free of the explicit step's limit.

What is stiff is linear, m (a lap - K lap^2) phi, and taken at the new time; u phi^3 - (a + b) phi is extrapolated to it from the
two times before (SBDF2, of order 2). The Laplacian is that of the stencil, q = 4 - 2 cos kx -
2 cos ky in two dimensions, so that both methods come to the same answer as dt goes to 0, and their errors can be compared.
"""

from __future__ import annotations

import math

STABILISER = 2  # a: the slope of u phi^3 - b phi where phi is +-1, for b = u = 1


def as_it_is(function):
    return function


class SemiImplicit:
    """2-D, periodic, in the precision of `phi`; xp: numpy or cupy; s: m, b, u, k by name. `fuse` compiles a function of elements, cupy.fuse() or the like."""

    def __init__(self, xp, phi, dt, s, fuse=as_it_is):
        self.xp, self.phi = xp, phi
        real, (rows, columns) = phi.dtype, phi.shape
        down, across = xp.arange(rows), xp.arange(columns // 2 + 1)
        q = 4 - 2 * xp.cos(2 * math.pi * down / rows)[:, None] - 2 * xp.cos(2 * math.pi * across / columns)[None, :]
        self.q = (dt * s["m"] * q).astype(real)
        self.damping = (dt * s["m"] * (STABILISER * q + s["k"] * q * q)).astype(real)
        u, linear = s["u"], STABILISER + s["b"]

        def extrapolated(phi):
            return u * phi * phi * phi - linear * phi

        def first(now, f, q, damping):
            return (now - q * f) / (1 + damping)

        def step(now, before, f, f_before, q, damping):
            return (2 * now - 0.5 * before - q * (2 * f - f_before)) / (1.5 + damping)

        self._extrapolated, self._first, self._step = fuse(extrapolated), fuse(first), fuse(step)
        self._now, self._before = xp.fft.rfft2(phi), None

    def step(self):
        xp = self.xp
        f = xp.fft.rfft2(self._extrapolated(self.phi))
        if self._before is None:
            new = self._first(self._now, f, self.q, self.damping)
        else:
            new = self._step(self._now, self._before[0], f, self._before[1], self.q, self.damping)
        self._before, self._now = (self._now, f), new
        self.phi = xp.fft.irfft2(new, s=self.phi.shape)
