"""Hardware counters: read right, or refused with a line; the words follow from the numbers."""

import csv
import json

import pytest
from synthetic import header, judged, record, refusal, report_of, table, write_run

from plots.__main__ import main
from plots.data import counters
from plots.data.load import load_run
from plots.data.records import latest, profiled
from plots.families import apsp, cahn_hilliard, carpet, pcpd
from plots.files.errors import InputError
from plots.verdicts import family
from plots.verdicts.claims import HOLDS, REVERSED

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


def family_data(module, paper, *folders):
    loaded = [load_run(f) for f in folders]
    records = [r for _, each in loaded for r in each]
    return family.data_of(module.FAMILY, paper, latest(records), [run for run, _ in loaded], profiled(records), module)


def counter_table(module, paper, *folders):
    data = family_data(module, paper, *folders)
    return next(table for table in module.tables(data) if table.name == f"{module.FAMILY}_counters")


def test_totals_and_shares(tmp_path):
    write_csv(tmp_path / "c.csv", [launch(1000, 100, 50, dram=20.0), launch(3000, 200, 50, dram=60.0)])
    got = counters.read(tmp_path / "c.csv")
    assert got.dram_bytes == 400 and got.time_s == pytest.approx(4e-6)
    assert got.busy("DRAM") == pytest.approx(0.5)  # the longer launch counts for more
    assert got.busiest == ("DRAM", pytest.approx(0.5))
    assert got.busy("L2") is None and got.l2_bytes is None and got.waits_for is None


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
    least = {"a_dense": 3.2e5, "b_diamond": 8.0 * (2 * 100**2 + 201), "c_compact": 24.0 * 1000, "ours": 8.0 * 1000}[
        variant
    ]
    seen = {"last_step_bytes": least}
    return record(variant, 1.0, steps=100, occupancy=occupancy, precision="float", observables=seen, **more)


def test_carpet_bytes_are_set_beside_those_of_the_algorithm(tmp_path):
    runs = [
        counted(tmp_path / "a", carpet_case("a_dense", 0.093, bytes_moved=3.2e7), launch(4000, 3e5, 1e4)),
        counted(tmp_path / "b", carpet_case("b_diamond", 0.093), launch(2000, 1e5, 5e4)),
        counted(tmp_path / "c", carpet_case("c_compact", 0.093), launch(1000, 2e4, 4e3)),
        counted(tmp_path / "b9", carpet_case("b_diamond", 0.59), launch(2000, 1e5, 5e4, dram=40.0, issue=30.0)),
        counted(tmp_path / "c9", carpet_case("c_compact", 0.59), launch(1900, 2e5, 1e5, dram=80.0)),
    ]
    table = counter_table(carpet, "hoffmann_2010", *runs)
    rows = {(row[0], row[1]): dict(zip(table.columns, row)) for row in table.rows}
    assert rows["Variant A", 0.093]["least (MB)"] == pytest.approx(3.2e7 / 100 * 1e-6)
    assert rows["Variant B", 0.093]["least (MB)"] == pytest.approx(8 * (2 * 100**2 + 201) * 1e-6)
    assert rows["Variant C", 0.093]["least (MB)"] == pytest.approx(24 * 1000 * 1e-6)
    assert rows["Variant C", 0.093]["moved / least"] == pytest.approx(1)


def test_a_carpets_counters_as_printed_stand_beside_the_tuned_ones(tmp_path):
    tuned = carpet_case("a_dense", 0.093, tuning={"block": 256, "sites_per_thread": 16})
    runs = [
        counted(tmp_path / "printed", carpet_case("a_dense", 0.093), launch(4000, 3e5, 1e4)),
        counted(tmp_path / "tuned", tuned, launch(2000, 3e5, 1e4)),
    ]
    table = counter_table(carpet, "hoffmann_2010", *runs)
    rows = [dict(zip(table.columns, row)) for row in table.rows]
    assert {row["as printed"]: row["launch (us)"] for row in rows} == pytest.approx({"yes": 4, "no": 2})


def test_the_table_is_of_the_profiled_runs(tmp_path):
    timed = write_run(tmp_path / "timed", [carpet_case("a_dense", 0.35)])
    untimed = carpet_case("c_compact", 0.35) | {"statistics": None, "samples_ns": [], "measurement": None}
    run = counted(tmp_path / "ncu", untimed, launch(4000, 3e5, 1e4))
    other_board = header(device={"kind": "cuda", "name": "NVIDIA H200", "uuid": "GPU-2"}, utc="2026-11-25T04:00:00Z")
    (run / "header.json").write_text(json.dumps(other_board))
    loaded = [load_run(timed), load_run(run, recorded=True)]
    records = [r for _, each in loaded for r in each]
    data = family.data_of(
        "carpet", "hoffmann_2010", latest(records), [one for one, _ in loaded], profiled(records), carpet
    )
    (title,) = [table.title for table in carpet.tables(data) if table.name == "carpet_counters"]
    assert title.endswith("NVIDIA H200 (recorded 2026-11-25)")


def test_a_launch_of_ours_takes_several_steps(tmp_path):
    ours = carpet_case("ours", 0.35, tuning={"block": 256, "steps_per_pass": 8})
    fields = cahn_hilliard_case("ours", steps_per_pass=2)
    table = counter_table(carpet, "hoffmann_2010", counted(tmp_path / "walk", ours, launch(4000, 3e5, 1e4)))
    assert table.rows[0][table.columns.index("steps a launch")] == 8
    table = counter_table(cahn_hilliard, "leist_2009", counted(tmp_path / "field", fields, launch(4000, 4e4, 4e4)))
    row = dict(zip(table.columns, table.rows[0]))
    assert (row["steps a launch"], row["step (us)"], row["DRAM bytes a cell"]) == pytest.approx((2, 2, 4))


def cahn_hilliard_case(variant, **axes):
    workload = {"n": 100, "dim": 2, "steps": 4, "integrator": "rk2", "precision": "float", "boundary": "periodic"}
    shape = {"block_x": 16, "block_y": 16, "flow": "swap", **axes}
    return record(variant, 1.0, family="cahn_hilliard", tuning=shape, bytes_moved=20 * 100**2 * 4, **workload)


def test_cahn_hilliard_bytes_and_instructions_are_those_of_a_cell_and_step(tmp_path):
    def passes(time, read, instructions):
        return [launch(time, read, 4e4, instructions=instructions)] * 2

    runs = [
        counted(tmp_path / "b", cahn_hilliard_case("b_shared"), *passes(1700, 6e4, 1.8e4)),
        counted(tmp_path / "a8", cahn_hilliard_case("a_global", cells_per_thread=8), *passes(500, 6e4, 5e3)),
        counted(tmp_path / "a", cahn_hilliard_case("a_global"), *passes(1000, 6e4, 1e4)),
    ]
    table = counter_table(cahn_hilliard, "leist_2009", *runs)
    assert [row[0] for row in table.rows] == ["Kernel A", "Kernel A, 8 cells a thread", "Kernel B"]
    row = dict(zip(table.columns, table.rows[0]))
    assert (row["step (us)"], row["DRAM bytes a cell"], row["least bytes a cell"]) == pytest.approx((2, 20, 20))
    assert table.rows[0][table.columns.index("instructions a cell")] == pytest.approx(2 * 1e4 * 32 / 100**2)


def pcpd_case(time, moves=32e6, **more):
    workload = {
        "decorrelation": 2,
        "generator": "own",
        "model": "pcpd",
        "p": 0.15,
        "d": 0.5,
        "length": "262144",
        "time": time,
        "start": "full",
        "lattices": 4,
    }
    seen = {"bytes_per_move": 1.0}
    tuning = {"block": 64, "lattices_in_flight": 924}
    line = record("multispin", 1e-3, family="pcpd", tuning=tuning, observables=seen, seed=1, **workload, **more)
    return line | {"work": {"bytes": 1.0, "flops": 0, "items": moves, "item": "move"}, "size_axis": "lattices"}


@pytest.mark.parametrize("read, verdict", [(2e5, HOLDS), (4e9, REVERSED)])
def test_moves_are_bound_by_instructions_unless_device_memory_is_busy(tmp_path, read, verdict):
    one = launch(1e6, read, 0, instructions=2e8, **{counters.BUSY["ALU"]: 80.0})
    timed = write_run(tmp_path / "timed", [pcpd_case(time=200)])
    data = family_data(pcpd, "schram_2012", timed, counted(tmp_path / "profiled", pcpd_case(time=50), one))
    table = next(table for table in pcpd.tables(data) if table.name == "pcpd_counters")
    assert table.rows[0][table.columns.index("instructions a word and step")] == pytest.approx(2e8 * 32 * 32 / 32e6)
    bound = judged(data, "compute_bound")
    assert bound.verdict == verdict and bound.measured.value == pytest.approx(read / 1e-3 / 4.23e12)
    assert "integer units are 80% busy" in bound.note


def test_counters_reach_the_report_and_their_run_times_nothing(tmp_path):
    line = carpet_case("a_dense", 0.35)
    line |= {"statistics": None, "samples_ns": [], "measurement": None, "roofline": None}
    run = counted(tmp_path / "ncu", line, launch(4000, 3e5, 1e4))
    timed = write_run(tmp_path / "timed", [carpet_case("a_dense", 0.35)])
    report = report_of(timed, run)
    text = (report / "report.md").read_text()
    assert "What the last launch of a walk moves and keeps busy" in text and "hardware counters" in text
    assert table(report, "carpet_counters")


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
    table = counter_table(apsp, "leist_2009", *runs)
    assert [row[:3] for row in table.rows] == [["Kernel 6", 2, pytest.approx(47)], ["Kernel 7", 2, pytest.approx(92)]]
    assert [row[table.columns.index("threads an instruction")] for row in table.rows] == [27, 3]
    assert [row[table.columns.index("warps wait for")] for row in table.rows] == ["loaded data", "a barrier"]
