"""Least squares, with 95 % intervals: t = a g(size), and the slope on log-log axes."""

from __future__ import annotations

from collections.abc import Iterable
from math import log, sqrt

from scipy.stats import t as student

from .measured import NotMeasured


def half_width(squares: float, freedom: int) -> float:
    """Of the interval of a parameter whose variance times its degrees of freedom is `squares`."""
    return student.ppf(0.975, freedom) * sqrt(squares / freedom)


def coefficient(points: Iterable[tuple[float, float]], power: int) -> tuple[float, float, float]:
    """a in t = a size^power, of (size, t)."""
    points = [(size**power, t) for size, t in points]
    if len(points) < 2:
        raise NotMeasured("one size")
    g_g = sum(g * g for g, _ in points)
    a = sum(g * t for g, t in points) / g_g
    half = half_width(sum((t - a * g) ** 2 for g, t in points) / g_g, len(points) - 1)
    if half >= a:
        raise NotMeasured("the interval includes 0")
    return a, a - half, a + half


def slope(points: Iterable[tuple[float, float]]) -> float:
    """Exponent of y against x, of (x, y)."""
    logs = [(log(x), log(y)) for x, y in points]
    mean_x, mean_y = (sum(each) / len(logs) for each in zip(*logs))
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def slope_of_line(points: Iterable[tuple[float, float]]) -> tuple[float, float, float]:
    """The same of points that err about a straight line."""
    points = [*points]
    if len({x for x, _ in points}) < 3:
        raise NotMeasured("fewer than three sizes")
    b, logs = slope(points), [(log(x), log(y)) for x, y in points]
    mean_x, mean_y = (sum(each) / len(logs) for each in zip(*logs))
    spread = sum((x - mean_x) ** 2 for x, _ in logs)
    half = half_width(sum((y - mean_y - b * (x - mean_x)) ** 2 for x, y in logs) / spread, len(logs) - 2)
    return b, b - half, b + half


def mean(values: list[float]) -> tuple[float, float, float]:
    """Of at least two."""
    middle = sum(values) / len(values)
    half = half_width(sum((v - middle) ** 2 for v in values) / len(values), len(values) - 1)
    return middle, middle - half, middle + half
