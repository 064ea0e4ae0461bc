"""Where the report shows quantities of Leist's claims on fields besides the claims (test_shown_twice.py)."""

PRINTED_A = {"kernel": "Kernel A", "setting": "copy, 16 x 16, stream"}
TABLES = [  # claim, table, the row, column
    *(
        (
            f"speed_up_{kernel.lower()}",
            "times",
            {"N": "4096", "variant": f"Kernel {kernel}"},
            "speed-up over one thread",
        )
        for kernel in "ABCD"
    ),
    ("speed_up_a", "tuned", PRINTED_A, "speed-up over one thread"),
    ("block_16_b", "blocks", {"kernel": "Kernel B", "threads": "strip"}, "over 16 x 16 as printed", "inverse"),
    ("block_16_d", "blocks", {"kernel": "Kernel D", "threads": "rectangle"}, "over 16 x 16 as printed", "inverse"),
    ("rk2_slower_than_euler", "integrators", {"kernel": "Kernel A"}, "RK2 over Euler"),
]
CAPTIONS = [  # claim, figure, the number in its caption
    ("slope_gpu", "fig_7", r"Kernel A ([\d.]+) \("),
    ("slope_cpu", "fig_7", r"cpu_serial ([\d.]+) \("),
    ("small_fields_on_cpu", "fig_7", r"fastest kernel takes ([\d.e+]+) times"),
]
