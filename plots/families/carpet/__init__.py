"""Random walks on random Sierpinski carpets, after Hoffmann 2010."""

from plots.families.carpet.claims import FUNCTIONS
from plots.families.carpet.figures import figures
from plots.families.carpet.tables import tables

FAMILY = "carpet"
TITLE = "Random walks on Sierpinski carpets"

__all__ = ["FAMILY", "FUNCTIONS", "TITLE", "figures", "tables"]
