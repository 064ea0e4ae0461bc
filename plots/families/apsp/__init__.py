"""All-pairs shortest paths on graphs, after Leist, Playne and Hawick 2009."""

from plots.families.apsp.claims import FUNCTIONS
from plots.families.apsp.figures import figures
from plots.families.apsp.searches import paper_cases, scale
from plots.families.apsp.tables import tables

FAMILY = "apsp"
TITLE = "All-pairs shortest paths"
PRINTED = {
    "apsp_table_2": (
        "graph",
        "N",
        "GPU, paper (s)",
        "kernel 7 (s)",
        "speed-up, paper",
        "speed-up, measured",
        "95 % interval",
        "paper / measured",
    )
}
HEADLINE = "apsp_fig_13"

__all__ = ["FAMILY", "FUNCTIONS", "PRINTED", "TITLE", "figures", "paper_cases", "scale", "tables"]
