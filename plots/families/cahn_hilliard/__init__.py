"""Phase separation by the Cahn-Hilliard equation, after Leist, Playne and Hawick 2009."""

from plots.families.cahn_hilliard.explain import headline
from plots.families.cahn_hilliard.figures import figures
from plots.families.cahn_hilliard.judges import JUDGES
from plots.families.cahn_hilliard.tables import tables

FAMILY = "cahn_hilliard"
TITLE = "Phase separation (Cahn-Hilliard)"
PAPER = "leist_2009"
PRINTED_BLOCK = ("block_cahn_hilliard", "block_x", "block_y")  # value of the paper, and the axes that it sets
PRINTED_TUNING = {"cells_per_thread": 1, "launch": "stream"}

__all__ = ["FAMILY", "JUDGES", "PAPER", "PRINTED_BLOCK", "PRINTED_TUNING", "TITLE", "figures", "headline", "tables"]
