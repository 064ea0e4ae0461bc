"""Random walks on Sierpinski carpets, after Hoffmann 2010."""

FAMILY = "carpet"
TITLE = "Random walks on Sierpinski carpets"
PAPER = "hoffmann_2010"
JUDGES = {}


def tables(data):
    return []


def figures(data):
    return []
