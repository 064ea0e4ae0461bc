"""The explicit step and the semi-implicit one by the error that they make: from one developed field, over the same time."""

from __future__ import annotations

from results.peers.fourier import SemiImplicit
from results.peers.stencil import rk2_step

TIME = 10.0
EXPLICIT = (0.01, 0.02)  # 0.025 is the limit
SEMI_IMPLICIT = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
TRUE = 0.0025  # of the explicit step, in double precision


def explicit(xp, phi, dt, s):
    for _ in range(round(TIME / dt)):
        phi = rk2_step(xp, phi, dt, s)
    return phi


def semi_implicit(xp, phi, dt, s):
    method = SemiImplicit(xp, phi, dt, s)
    for _ in range(round(TIME / dt)):
        method.step()
    return method.phi


def rows(xp, start, s):
    """start: float32, 2-D, in domains; xp and s as in fourier.py. error: root mean square of the difference, over that of the answer."""
    true = explicit(xp, start.astype(xp.float64), TRUE, s)
    methods = [("explicit", explicit, dt) for dt in EXPLICIT]
    methods += [("semi-implicit", semi_implicit, dt) for dt in SEMI_IMPLICIT]
    errors = []
    for name, method, dt in methods:
        off = method(xp, start, dt, s).astype(xp.float64) - true
        error = float(xp.sqrt((off * off).mean() / (true * true).mean()))
        errors.append({"method": name, "dt": dt, "error": error})
    return errors
