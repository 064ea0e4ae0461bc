"""The Cahn-Hilliard equation by finite differences, as one writes it with arrays: periodic, RK2 (midpoint).

d phi/dt = m lap(-b phi + u phi^3 - K lap phi), Eq. (2) of Leist 2009, any number of dimensions, spacing 1. xp: numpy,
cupy or torch; s: m, b, u, k by name.
"""

from __future__ import annotations


def laplacian(xp, phi):
    total = -2 * phi.ndim * phi
    for axis in range(phi.ndim):
        total = total + xp.roll(phi, 1, axis) + xp.roll(phi, -1, axis)
    return total


def rate(xp, phi, s):
    return s["m"] * laplacian(xp, phi * (s["u"] * phi * phi - s["b"]) - s["k"] * laplacian(xp, phi))


def rk2_step(xp, phi, dt, s):
    return phi + dt * rate(xp, phi + dt / 2 * rate(xp, phi, s), s)
