"""Random walks on random Sierpinski carpets, after Hoffmann 2010."""

from plots.families.carpet.explain import headline
from plots.families.carpet.figures import figures
from plots.families.carpet.judges import JUDGES
from plots.families.carpet.tables import tables

FAMILY = "carpet"
TITLE = "Random walks on Sierpinski carpets"
PAPER = "hoffmann_2010"

__all__ = ["FAMILY", "JUDGES", "PAPER", "TITLE", "figures", "headline", "tables"]
