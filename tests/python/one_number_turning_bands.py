"""Where the report shows quantities of Hunger's claims besides the claims (test_shown_twice.py)."""

TABLES = [  # claim, table, the row, column
    ("tube_time", "times", {"cells": "256 x 256 x 10000", "variant": "Out-of-core streaming"}, "time (s)"),
    ("cube_time", "times", {"cells": "1024^3", "variant": "Out-of-core streaming"}, "time (s)"),
    (
        "tube_time",
        "times",
        {"cells": "256 x 256 x 10000", "variant": "Out-of-core streaming"},
        "paper / measured",
        "paper",
    ),
    (
        "cell_over_line",
        "times",
        {"line length": "2600", "variant": "Line parallelization"},
        "over Listing 1",
        "inverse",
    ),
    ("thousand_lines_enough", "banding", {"target": "P(k) ~ k^-1", "lines": "1024", "sequence": "halton"}, "largest"),
]
CAPTIONS: list = []
