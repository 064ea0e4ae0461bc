"""All-pairs shortest paths on graphs, after Leist, Playne and Hawick 2009."""

from plots.families.apsp.explain import headline
from plots.families.apsp.figures import figures
from plots.families.apsp.judges import JUDGES
from plots.families.apsp.tables import tables

FAMILY = "apsp"
TITLE = "All-pairs shortest paths"
PAPER = "leist_2009"
PRINTED_BLOCK = ("block_apsp", "block")  # value of the paper, and the axes that it sets
PRINTED_TUNING = {"neighbours_at_once": 1, "levels_ahead": 0}

__all__ = ["FAMILY", "JUDGES", "PAPER", "PRINTED_BLOCK", "PRINTED_TUNING", "TITLE", "figures", "headline", "tables"]
