"""From how many lines on a 3-D FFT is faster than turning bands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from plots.data import fit
from plots.data.records import Record, Records
from plots.families.turning_bands.runs import CUBE
from plots.verdicts.family import FamilyData


@dataclass(frozen=True)
class Crossover:
    """Fields of n^3: by turning bands for several numbers of lines, ascending, and by a 3-D FFT."""

    n: int
    precision: str
    ours: list[Record]
    fft: Record

    @property
    def ratios(self) -> list[float]:
        return [r.time_s / self.fft.time_s for r in self.ours]

    @property
    def lines(self) -> float | None:
        """Straight between the logarithms; None where one is always faster."""
        at = fit.crossing(np.log([r["lines"] for r in self.ours]), self.ratios)
        return None if at is None else float(np.exp(at))

    @property
    def fft_wins_from(self) -> float | str:
        if self.lines is not None:
            return self.lines
        first, last = self.ours[0]["lines"], self.ours[-1]["lines"]
        return f"< {first}" if self.ratios[0] > 1 else f"> {last}"


def crossovers(data: FamilyData) -> list[Crossover]:
    """Of the run that has most of these fields."""
    crossed = []
    for (precision, n), alike in _compared(data.run_with(_compared)).by("precision", "n"):
        ours = [group.quickest() for _, group in alike.where(variant="ours").by("lines")]
        fft = alike.where(variant="fft_3d").quickest()
        if fft and len(ours) > 1:
            crossed.append(Crossover(n, precision, ours, fft))
    return crossed


def _compared(data: FamilyData) -> Records:
    """Fields of several numbers of lines, and the FFT's of their sizes."""
    records = data.timed.where(**CUBE, timed="field", fields=1, line_maker="power_law")
    each = [group for _, group in records.by("precision", "n") if len(group.where(variant="ours").values("lines")) > 1]
    return Records(r for group in each for r in group if r.variant in ("ours", "fft_3d"))
