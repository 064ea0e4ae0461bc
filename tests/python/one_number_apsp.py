"""Where the report shows quantities of Leist's claims on graphs besides the claims (test_shown_twice.py)."""

SPEED_UPS = {
    f"speed_up_{graph}_at_{n}k": {"graph": f"({graph})", "N": f"{n}000"}
    for graph in "123"
    for n in (1, 5, 10, 15, 20, 25, 30)
}
TABLES = [
    (claim, "table_2", row, "speed-up, measured") for claim, row in SPEED_UPS.items()
]  # claim, table, row, column
TABLES += [(claim, "table_2", row, "paper / measured", "paper") for claim, row in SPEED_UPS.items()]
CAPTIONS = [  # claim, figure, the number in its caption or legends
    ("slope_1", "fig_11", r"Kernel 7, slope ([\d.]+) ±"),
    ("slope_3", "fig_13", r"Kernel 7, slope ([\d.]+) ±"),
    ("mean_path_1", "fig_14", r"\(1\) [\w ]+, slope ([\d.]+) ±"),
    ("slope_cpu", "fig_16", r"cpu_floyd, slope ([\d.]+) ±"),
]
