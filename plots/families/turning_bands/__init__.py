"""Gaussian random fields by spectral turning bands, after Hunger 2015."""

from plots.families.turning_bands.claims import FUNCTIONS
from plots.families.turning_bands.figures import figures
from plots.families.turning_bands.runs import paper_cases
from plots.families.turning_bands.tables import tables

FAMILY = "turning_bands"
TITLE = "Gaussian random fields (turning bands)"
PRINTED = {"turning_bands_times": ("cells", "timed", "variant", "paper (s)", "time (s)", "paper / measured")}
HEADLINE = "turning_bands_fig_3"

__all__ = ["FAMILY", "FUNCTIONS", "PRINTED", "TITLE", "figures", "paper_cases", "tables"]
