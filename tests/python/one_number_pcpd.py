"""Where the report shows quantities of Schram's claims besides the claims (test_shown_twice.py)."""

TABLES = [  # claim, table, the row, column
    ("gpu_rate", "rates", {"variant": "GPU"}, "moves/s"),
    ("cpu_rate", "rates", {"variant": "cpu_multispin"}, "moves/s"),
    ("gpu_over_plain_cpu", "rates", {"variant": "GPU"}, "over Algorithm 1"),
    ("gpu_over_multispin_cpu", "rates", {"variant": "GPU"}, "over multispin, 1 core"),
    ("critical_p_025", "p_c", {"d": "0.25"}, "difference / joint error"),
]
CAPTIONS = [("gpu_rate", "fig_4", r"At best ([\d.e+]+) moves a second")]  # claim, figure, the number in its caption
