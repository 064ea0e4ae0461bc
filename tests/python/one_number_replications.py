"""Where the report shows quantities of Passerat-Palmbach's claims besides the claims (test_shown_twice.py)."""

TABLES = [  # claim, table, the row, column
    ("pi_crossover", "crossovers", {"model": "Pi", "faster": "WLP", "than": "cpu_serial"}, "from (replications)"),
    ("queue_crossover", "crossovers", {"model": "M/M/1", "faster": "WLP", "than": "cpu_serial"}, "from (replications)"),
    ("step_at_65", "steps", {"model": "Pi", "variant": "WLP"}, "first step"),
    ("tlp_step_at_2049", "steps", {"model": "random walk", "variant": "TLP"}, "first step"),
    ("fewer_reads", "table_1", {"what": "reads", "counted by": "requests of warps"}, "TLP / WLP"),
    ("fewer_writes", "table_1", {"what": "writes", "counted by": "requests of warps"}, "TLP / WLP"),
    ("more_memory_time", "table_1", {"counted by": "reasons that warps wait for"}, "TLP / WLP"),
]
CAPTIONS = [  # claim, figure, the number in its caption
    ("pi_crossover", "fig_5", r"faster than one core: from ([\d.e+]+) on"),
    ("queue_crossover", "fig_6", r"faster than one core: from ([\d.e+]+) on"),
    ("wlp_over_tlp", "fig_7", r"TLP takes ([\d.e+]+) times as long as WLP at"),
    ("more_memory_time", "fig_8", r"for WLP, ([\d.e+]+) times"),
]
