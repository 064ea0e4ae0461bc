"""Where the report shows quantities of Hoffmann's claims besides the claims (test_shown_twice.py)."""

TABLES = [  # claim, table, the row, column
    ("gpu_over_1_thread", "fig_12", {"s": "2000"}, "cpu_serial / Variant C")
]
CAPTIONS = [  # claim, figure, the number in its caption
    ("c_over_b_low", "crossover", r"as printed ([\d.e+]+) at 0\.093"),
    ("c_over_b_high", "crossover", r"as printed .*? ([\d.e+]+) at 0\.59 .*; tuned"),
]
