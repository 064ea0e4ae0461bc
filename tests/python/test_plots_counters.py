"""Hardware counters: read right, or refused with a line; the words follow from the numbers."""

import csv
import json

import pytest
from synthetic import data_of, header, record, refusal, report_of, rows_of, table, write_run

from plots.__main__ import main
from plots.data import counters
from plots.data.load import load_run
from plots.families import apsp, cahn_hilliard, carpet
from plots.files.errors import InputError

COLUMNS = ["ID", "Process ID", "Kernel Name", "Metric Name", "Metric Unit", "Metric Value"]
UNITS = {"dram__bytes_read.sum": "byte", "dram__bytes_write.sum": "byte", "gpu__time_duration.sum": "ns"}


def write_csv(path, launches):
    with path.open("w", newline="") as file:
        rows = csv.writer(file, quoting=csv.QUOTE_ALL)
        rows.writerow(COLUMNS)
        for i, launch in enumerate(launches):
            for name, value in launch.items():
                unit = UNITS.get(name, "%" if "pct" in name else "")
                rows.writerow([i, 1, "void k<float, 4>(int)", name, unit, f"{value:,}" if value != "n/a" else value])


def launch(time_ns, read, written, dram=50.0, l1=30.0, issue=40.0, instructions=1e6, **more):
    return {
        "gpu__time_duration.sum": time_ns,
        "dram__bytes_read.sum": read,
        "dram__bytes_write.sum": written,
        "dram__throughput.avg.pct_of_peak_sustained_elapsed": dram,
        "l1tex__throughput.avg.pct_of_peak_sustained_elapsed": l1,
        "smsp__issue_active.avg.pct_of_peak_sustained_active": issue,
        "l1tex__t_sector_hit_rate.pct": 80.0,
        "smsp__inst_executed.sum": instructions,
        **more,
    }


def counted(folder, line, *launches):
    run = write_run(folder, [line])
    write_csv(run / "counters.csv", launches)
    return run


def test_totals_and_shares(tmp_path):
    write_csv(tmp_path / "c.csv", [launch(1000, 100, 50, dram=20.0), launch(3000, 200, 50, dram=60.0)])
    totals = counters.read(tmp_path / "c.csv")
    assert totals.dram_bytes == 400 and totals.time_s == pytest.approx(4e-6)
    assert totals.busy("DRAM") == pytest.approx(0.5)  # the longer launch counts for more
    assert totals.busiest == ("DRAM", pytest.approx(0.5))
    assert totals.busy("L2") is None and totals.l2_bytes is None and totals.waits_for is None


def test_thousands_and_scaled_units(tmp_path):
    (tmp_path / "c.csv").write_text(
        '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n'
        '"0","k","dram__bytes_read.sum","Mbyte","1,268.5"\n"0","k","gpu__time_duration.sum","usecond","2.5"\n'
        '"0","k","smsp__thread_inst_executed_per_inst_executed.ratio","","31.5"\n'
        '"0","k","lts__t_sectors.sum","sector","n/a"\n"0","k","odd.sum","furlong","3"\n'
    )
    (only,) = counters.read(tmp_path / "c.csv").launches
    assert only["dram__bytes_read.sum"] == pytest.approx(1.2685e9) and only["gpu__time_duration.sum"] == pytest.approx(
        2.5e-6
    )
    assert only["smsp__thread_inst_executed_per_inst_executed.ratio"] == 31.5
    assert "lts__t_sectors.sum" not in only and "odd.sum" not in only


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "no column 'ID'"),
        ("a,b\n1,2\n", "no column 'ID'"),
        (",".join(COLUMNS) + "\n", "no counters"),
        (",".join(COLUMNS) + "\n0,1,k,dram__bytes_read.sum,byte,many\n", "line 2: dram__bytes_read.sum is 'many'"),
        (",".join(COLUMNS) + "\n0,1,k\n", "line 2: another number of columns"),
    ],
)
def test_what_ncu_did_not_print_is_one_line(tmp_path, text, words):
    run = write_run(tmp_path / "run", [record("a_dense", 1.0, steps=10, occupancy=0.35)])
    (run / "counters.csv").write_text(text)
    assert words in refusal(main, run, "--out", tmp_path / "report")


def test_counters_belong_to_one_case(tmp_path):
    lines = [record("a_dense", 1.0, steps=s, occupancy=0.35) for s in (1, 2)]
    run = write_run(tmp_path / "run", lines)
    write_csv(run / "counters.csv", [launch(1, 1, 1)])
    with pytest.raises(InputError, match="has 2 records; counters belong to a run of one case"):
        load_run(run)


def carpet_case(variant, occupancy, **more):
    least = {"a_dense": 3.2e5, "c_compact": 24.0 * 1000, "ours": 8.0 * 1000}[variant]
    seen = {"last_step_bytes": least}
    return record(variant, 1.0, steps=100, occupancy=occupancy, precision="float", observables=seen, **more)


def carpet_rows(*folders):
    return rows_of(carpet, data_of(carpet, *folders), "counters")


def test_carpet_bytes_are_set_beside_those_of_the_algorithm(tmp_path):
    tuned = {"block": 256, "sites_per_thread": 16}
    eight_steps = {"block": 256, "steps_per_pass": 8}
    rows = carpet_rows(
        counted(tmp_path / "a", carpet_case("a_dense", 0.093), launch(4000, 3e5, 1e4)),
        counted(tmp_path / "tuned", carpet_case("a_dense", 0.093, tuning=tuned), launch(2000, 3e5, 1e4)),
        counted(tmp_path / "c", carpet_case("c_compact", 0.093), launch(1000, 2e4, 4e3)),
        counted(tmp_path / "c9", carpet_case("c_compact", 0.59), launch(1900, 2e5, 1e5, dram=80.0)),
        counted(tmp_path / "ours", carpet_case("ours", 0.59, tuning=eight_steps), launch(4000, 3e5, 1e4)),
    )
    numbers = ["occupancy of the carpet", "launch (us)", "steps a launch", "least (MB)", "moved / least"]
    assert [(row["variant"], row["as printed"]) for row in rows] == [
        ("Variant A", "yes"),
        ("Variant A", "no"),
        ("Variant C", "yes"),
        ("Variant C", "yes"),
        ("ours", "no"),
    ]
    assert [row[name] for row in rows for name in numbers] == pytest.approx(
        [0.093, 4, 1, 0.32, 3.1 / 3.2]
        + [0.093, 2, 1, 0.32, 3.1 / 3.2]
        + [0.093, 1, 1, 0.024, 1]
        + [0.59, 1.9, 1, 0.024, 12.5]
        + [0.59, 4, 8, 0.008, 38.75]
    )


def test_profiled_runs_of_another_board_time_nothing_and_are_named(tmp_path):
    timed = write_run(tmp_path / "timed", [carpet_case("a_dense", 0.35)])
    untimed = (
        carpet_case("c_compact", 0.35) | dict.fromkeys(("statistics", "measurement", "roofline")) | {"samples_ns": []}
    )
    run = counted(tmp_path / "h200" / "ncu", untimed, launch(4000, 3e5, 1e4))
    other_board = header(device={"kind": "cuda", "name": "NVIDIA H200", "uuid": "GPU-2"}, utc="2026-11-25T04:00:00Z")
    (run / "header.json").write_text(json.dumps(other_board))
    report = report_of(timed, run, "--recorded", tmp_path / "h200")
    text = (report / "report.md").read_text()
    assert "moves and keeps busy, NVIDIA H200 (recorded 2026-11-25)" in text and "hardware counters" in text
    assert [row["variant"] for row in table(report, "carpet_counters")] == ["Variant C"]


def cahn_hilliard_case(variant, **axes):
    workload = {"n": 100, "dim": 2, "steps": 4, "integrator": "rk2", "precision": "float", "boundary": "periodic"}
    shape = {"block_x": 16, "block_y": 16, "flow": "swap", **axes}
    return record(variant, 1.0, family="cahn_hilliard", tuning=shape, bytes_moved=20 * 100**2 * 4, **workload)


def test_cahn_hilliard_bytes_and_instructions_are_those_of_a_cell_and_step(tmp_path):
    def passes(time, instructions=5e3):
        return [launch(time, 6e4, 4e4, instructions=instructions)] * 2

    runs = [
        counted(tmp_path / "b", cahn_hilliard_case("b_shared"), *passes(1700)),
        counted(tmp_path / "a8", cahn_hilliard_case("a_global", cells_per_thread=8), *passes(500)),
        counted(tmp_path / "a", cahn_hilliard_case("a_global"), *passes(1000, 1e4)),
        counted(tmp_path / "ours", cahn_hilliard_case("ours", steps_per_pass=2), launch(4000, 4e4, 4e4)),
    ]
    rows = rows_of(cahn_hilliard, data_of(cahn_hilliard, *runs), "counters")
    assert [row["kernel"] for row in rows] == ["Kernel A", "Kernel A, 8 cells a thread", "Kernel B", "ours"]
    printed, *_, ours = ([row["step (us)"], row["DRAM bytes a cell"], row["steps a launch"]] for row in rows)
    assert printed == pytest.approx([2, 20, 0.5]) and ours == pytest.approx([2, 4, 2])
    assert rows[0]["least bytes a cell"] == 20
    assert rows[0]["instructions a cell"] == pytest.approx(2 * 1e4 * 32 / 100**2)


def test_apsp_shows_the_longest_launch_of_a_search(tmp_path):
    def case(variant, threads, stall, time):
        line = record(variant, 1.0, family="apsp", graph="barabasi_albert", n=10000)
        more = {
            "smsp__thread_inst_executed_per_inst_executed.ratio": threads,
            "sm__warps_active.avg.pct_of_peak_sustained_active": 4.0,
            "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio": stall,
            "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio": 5.0,
        }
        idle = launch(time, 1e4, 1e3, dram=2.0, l1=5.0, issue=3.0, **more)
        return counted(tmp_path / variant, line, launch(2000, 1e3, 1e3), idle)

    runs = [case("k6_update_array", 27, 1.0, 45000), case("k7_thread_counter", 3, 9.0, 90000)]
    rows = rows_of(apsp, data_of(apsp, *runs), "counters")
    heads = ("kernel", "launches", "all of them (us)", "threads an instruction", "warps wait for")
    assert [[row[head] for head in heads] for row in rows] == [
        ["Kernel 6", 2, pytest.approx(47), 27, "loaded data"],
        ["Kernel 7", 2, pytest.approx(92), 3, "a barrier"],
    ]
