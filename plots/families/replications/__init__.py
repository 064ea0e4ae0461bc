"""Replications of stochastic models, one a warp or one a thread, after Passerat-Palmbach 2011."""

from plots.families.replications.claims import FUNCTIONS
from plots.families.replications.figures import figures
from plots.families.replications.runs import paper_cases
from plots.families.replications.tables import tables

FAMILY = "replications"
TITLE = "Replications of stochastic models"
HEADLINE = "replications_fig_6"

__all__ = ["FAMILY", "FUNCTIONS", "TITLE", "figures", "paper_cases", "tables"]
