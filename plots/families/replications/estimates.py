"""Estimates with their confidence intervals beside the values that are known."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

from scipy.special import stdtrit

from plots.data.records import Record
from plots.families.replications import runs
from plots.output.tables import Interval
from plots.verdicts.family import FamilyData

# Of n (1 - lambda/mu)^2, clients over the time in which a queue forgets that it was empty. With fewer the known mean of the
# first n clients would need more terms.
LONG = 100
WAIT, IN_SYSTEM, IDLE = "wait in queue", "time in system", "idle time"
NO_SETTING = {"model", "seed", runs.REPLICATIONS, *runs.SIZES.values()}
NAMES = {  # model -> observable -> what it is
    "pi": {"estimate": "pi"},
    "mm1": {"wait_in_queue": WAIT, "time_in_system": IN_SYSTEM, "idle_time": IDLE},
    "walk": {"estimate": "number of the chunk"},
}


@dataclass(frozen=True)
class Estimated:
    """A mean over replications, and the value that is known."""

    record: Record
    quantity: str
    value: float
    interval: Interval
    known: float | None

    @property
    def in_errors(self) -> float | None:
        """Difference from the known value in standard errors of the mean."""
        quantile = stdtrit(self.record[runs.REPLICATIONS] - 1, (1 + self.record.observables["level"]) / 2)
        error = (self.interval.high - self.interval.low) / 2 / quantile
        return None if self.known is None or error == 0 else (self.value - self.known) / error


def estimated(data: FamilyData) -> list[Estimated]:
    """Estimates of each model and generator by the verified case of most work; emulated ones count."""
    most: dict[tuple, Record] = {}
    order = runs.models(data.verified)
    for r in data.verified.where(lambda r: "ci_low" in r.observables and r[runs.REPLICATIONS] > 1):
        setting = tuple((axis, v) for axis, v in r.workload if axis not in NO_SETTING)
        key = (order.index(r["model"]), setting)
        if key not in most or _work(r) > _work(most[key]):
            most[key] = r
    return [each for _, r in sorted(most.items(), key=lambda item: item[0]) for each in _of(r)]


def _work(r: Record) -> tuple[float, bool]:
    return r.data["work"]["items"], r.run.is_gpu


def _of(r: Record) -> list[Estimated]:
    seen, means = r.observables, []
    for name, quantity in NAMES.get(r["model"], {"estimate": "estimate"}).items():
        prefix = "" if name == "estimate" else f"{name}_"
        value, low, high = (seen.get(key) for key in (name, f"{prefix}ci_low", f"{prefix}ci_high"))
        if None not in (value, low, high):
            means.append(Estimated(r, quantity, value, Interval(low, high), exact_mean(r, quantity)))
    return means


def exact_mean(r: Record, quantity: str) -> float | None:
    """Exact, but for terms of M/M/1 that vanish exponentially with the clients."""
    if r["model"] == "pi":
        return pi
    if r["model"] == "walk":  # all chunks alike
        chunks = r.observables.get("degrees_of_freedom")
        return chunks and chunks / 2
    return _known_of_queue(r, quantity) if r["model"] == "mm1" else None


def _known_of_queue(r: Record, quantity: str) -> float | None:
    arrivals, services, clients = r["lambda"], r["mu"], r["clients"]
    rho = arrivals / services
    if rho >= 1 or clients * (1 - rho) ** 2 < LONG:
        return None
    wait = rho / (services * (1 - rho)) - rho / (clients * services * (1 - rho) ** 3)
    # What the last client leaves in the system has come in time that was not idle.
    idle = 1 / arrivals - 1 / services + 1 / (clients * (services - arrivals))
    return {WAIT: wait, IN_SYSTEM: wait + 1 / services, IDLE: idle}[quantity]


def cells(each: Estimated) -> list[tuple[str, Any]]:
    r = each.record
    seen = r.observables if r["model"] == "walk" else {}
    return [
        ("model", runs.model_name(r["model"])),
        ("quantity", each.quantity),
        ("generator", r["generator"]),
        ("replications", r[runs.REPLICATIONS]),
        ("of", runs.size_words(r)),
        ("estimate", each.value),
        (f"{100 * r.observables['level']:g} % interval", each.interval),
        ("known", each.known),
        ("difference / standard error", each.in_errors),
        ("chi-square of the chunks", seen.get("chi_square")),
        ("degrees of freedom", seen.get("degrees_of_freedom")),
        ("p", seen.get("p_value")),
        ("by", f"{r.name} on {'the emulation' if r.machine == 'emulation' else r.machine}"),
    ]
