"""Random walks on random Sierpinski carpets, after Hoffmann 2010."""

from plots.families.carpet.claims import FUNCTIONS
from plots.families.carpet.figures import figures
from plots.families.carpet.tables import tables

FAMILY = "carpet"
TITLE = "Random walks on Sierpinski carpets"
PRINTED = {
    "carpet_table_1": ("variant", "occupancy", "form", "paper a*1e9 (s)", "measured a*1e9 (s)", "paper / measured")
}
HEADLINE = "carpet_fig_11"

__all__ = ["FAMILY", "FUNCTIONS", "PRINTED", "TITLE", "figures", "tables"]
