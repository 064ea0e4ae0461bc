"""Phase separation by the Cahn-Hilliard equation, after Leist, Playne and Hawick 2009."""

from plots.families.cahn_hilliard.claims import FUNCTIONS
from plots.families.cahn_hilliard.figures import figures
from plots.families.cahn_hilliard.steps import paper_cases
from plots.families.cahn_hilliard.tables import tables

FAMILY = "cahn_hilliard"
TITLE = "Phase separation (Cahn-Hilliard)"
SPEED_UPS = ("N", "variant", "step as printed (us)", "speed-up, paper", "speed-up over one thread", "measured / paper")
PRINTED = {"cahn_hilliard_times": SPEED_UPS}
HEADLINE = "cahn_hilliard_fig_7"

__all__ = ["FAMILY", "FUNCTIONS", "PRINTED", "TITLE", "figures", "paper_cases", "tables"]
