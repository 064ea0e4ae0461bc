"""Records of the family replications with planted times, for the tests of its page."""

import csv

import numpy as np
import synthetic
from synthetic import header, record, write_run

from plots.data import counters
from plots.families import replications
from plots.verdicts import family

DEVICE = {"kind": "cuda", "name": "NVIDIA H200", "uuid": "GPU-1", "multiprocessors": 132, "memory_bytes": 150e9}
SIZES = {"pi": {"draws": 10_000_000}, "mm1": {"clients": 10_000, "lambda": 0.8, "mu": 1.0}}
SIZES["walk"] = {"steps": 1000, "width": 24, "height": 20, "chunk": 4}
ITEMS = {"pi": ("draws", "point"), "mm1": ("clients", "client"), "walk": ("steps", "step")}
TUNING = {"wlp": {"warps_per_block": 1}, "tlp": {"block": 32}, "in_block": {"block": 256}}
LABELS = {"wlp": "WLP", "tlp": "TLP", "cpu_serial": "CPU"}
BASES = {"cpu_serial": None, "cpu_parallel": "cpu_serial", "wlp": "cpu_serial"}
RESIDENT = 132 * 32  # warps, in blocks of one


def case(variant, model, n, seconds=1.0, *, seen=None, generator="taus88", accesses=None, blocks=32, **more):
    """A case of the paper's size unless its axes are given; what is no workload axis is the record's."""
    workload = {axis: more.pop(axis, value) for axis, value in SIZES[model].items()}
    workload |= {"model": model, "replications": n, "generator": generator, "seed": 1}
    on_cpu = variant.startswith("cpu")
    tuning = more.pop("tuning", TUNING.get(variant, {}))
    more |= {"processor": "cpu" if on_cpu else "gpu", "tuning": tuning, "observables": seen}
    line = record(variant, seconds, family="replications", base=BASES.get(variant, "wlp"), **more, **workload)
    size, item = ITEMS[model]
    work = {"bytes": 0.0, "flops": 0, "items": float(n * workload[size]), "item": item}
    threads = tuning.get("block", 32 * tuning.get("warps_per_block", 1))
    launch = {"kernel": variant, "block": [threads, 1, 1], "grid": [n, 1, 1], "blocks_per_multiprocessor": blocks}
    launch |= dict(zip(("global_reads", "global_writes"), accesses or ()))
    label = LABELS.get(variant, "")
    paper = {"paper": "passerat_2011" if label else "", "label": label, "tuning": {}}
    line |= {"paper": paper, "printed": bool(label), "size_axis": "replications", "roofline": None}
    return line | {"work": work, "launch": None if on_cpu else launch}


def stairs(height, tread):
    return lambda n: 1 + height * ((n - 1) // tread)


PLANTED = {  # seconds by the number of replications, over the time of the first by WLP
    "cpu_serial": lambda n: n / 24,
    "cpu_parallel": lambda n: -(-n // 16) / 20,
    "wlp": stairs(0.5, RESIDENT),
    "tlp": lambda n: 6 * stairs(0.4, 32 * RESIDENT)(n),
    "in_block": lambda n: 0.002 + n / 1000,
    "chosen": lambda n: min(0.002 + n / 1000, 6.1),
}
FEW = (1, 2, 5, 10, 20, 30, 40, 64, 100)
MANY = (200, 400, 700, 1000, 3000, 10_000, 30_000, 100_000)


def sweep(model, numbers=FEW + MANY, **planted):
    """All variants; one core to a thousand replications."""
    return [
        case(variant, model, n, law(n))
        for variant, law in (PLANTED | planted).items()
        for n in numbers
        if n <= 1000 or not variant.startswith("cpu")
    ]


def stepped(model, variants=("wlp", "tlp"), **axes):
    """A dense sweep, of times that scatter as their intervals say."""
    noise = 0.002
    rng, cases = np.random.default_rng(1), []
    for variant in variants:
        warp = 32 if variant == "tlp" else 1
        for n in np.arange(1, 100) * 88 * warp + 1:
            t = PLANTED[variant](int(n)) * (1 + noise * rng.standard_normal())
            cases.append(case(variant, model, int(n), t, spread=2 * noise, **axes))
    return cases


def estimates(model, n=1000, **more):
    def interval(name, value, half, prefix=""):
        return {name: value, f"{prefix}ci_low": value - half, f"{prefix}ci_high": value + half}

    seen = {"level": 0.95}
    if model == "pi":
        seen |= interval("estimate", 3.1417, 0.0004)
    elif model == "mm1":
        for name, value in (("wait_in_queue", 3.98), ("time_in_system", 4.98), ("idle_time", 0.25)):
            seen |= interval(name, value, 0.02, f"{name}_")
        seen |= interval("estimate", 3.98, 0.02)
    else:
        seen |= interval("estimate", 14.6, 0.5) | {"chi_square": 31.0, "degrees_of_freedom": 29, "p_value": 0.37}
    return case("wlp", model, n, seen=seen, **more)


STALLED = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"


def counted(folder, variant, reads=1000.0, writes=500.0, stall=6.0, sectors=2, n=64):
    """A profiled run of the walk."""
    line = case(variant, "walk", n) | {"statistics": None, "samples_ns": [], "measurement": None}
    run = write_run(folder / f"ncu_{variant}", [line], header(device=DEVICE))
    rows = {"gpu__time_duration.sum": ("ns", 1e6), "smsp__inst_executed.sum": ("inst", 64000 * 4)}
    for access, count in (("ld", reads), ("st", writes)):
        rows[f"l1tex__t_requests_pipe_lsu_mem_global_op_{access}.sum"] = "request", count
        rows[f"l1tex__t_sectors_pipe_lsu_mem_global_op_{access}.sum"] = "sector", sectors * count
    rows[STALLED.format("long_scoreboard")], rows[STALLED.format("lg_throttle")] = ("", stall), ("", 0.0)
    rows[STALLED.format("wait")] = "", 2.0
    rows["smsp__sass_average_branch_targets_threads_uniform.pct"] = "%", 80.0
    with (run / "counters.csv").open("w", newline="") as file:
        csv.writer(file).writerows([counters.COLUMNS, *(["1", "walk", m, *value] for m, value in rows.items())])
    return run


def emulated(folder, n=64, **accesses):
    """A run of the emulation, which counts the accesses of threads."""
    accesses = {"tlp": (6000, 4000), "wlp": (6000, 2000)} | accesses
    cases = [case(v, "walk", n, emulated=True, accesses=counts) for v, counts in accesses.items()]
    return write_run(folder / "emulated", cases, header("emulation"))


def data_of(folder, records, *more, head=None) -> family.FamilyData:
    """What the page sees of a run of these records, and of more runs."""
    return synthetic.data_of(replications, write_run(folder / "run", records, head or header(device=DEVICE)), *more)
