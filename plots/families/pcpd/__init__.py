"""Reaction and diffusion on a ring by multispin Monte Carlo, after Schram 2012."""

from plots.families.pcpd.claims import FUNCTIONS
from plots.families.pcpd.figures import figures
from plots.families.pcpd.runs import paper_cases
from plots.families.pcpd.tables import tables

FAMILY = "pcpd"
TITLE = "Reaction and diffusion on a ring (PCPD)"
PRINTED = {"pcpd_rates": ("variant", "moves/s, paper", "moves/s", "measured / paper")}
HEADLINE = "pcpd_fig_4"

__all__ = ["FAMILY", "FUNCTIONS", "PRINTED", "TITLE", "figures", "paper_cases", "tables"]
