"""What several boards gain a search, on a made-up space."""

import numpy as np
import pytest
from program import bench
from test_tuning_warm_start import space

from examples.tuner_bench import recorded, trajectories
from examples.tuner_bench.boards import course, main


def bowl(tmp_path):
    return space(tmp_path, "bowl", lambda x, y: 1 + (x - 13) ** 2 + (y - 4) ** 2)


def test_four_boards_end_four_times_sooner(tmp_path, capsys):
    """A search that learns nothing: the order is the same, all that changes is how much is under way."""
    flags = ["--strategy", "exhaustive", "--boards", "4", "--seeds", "2", "--evaluations", "400"]
    assert main([str(bowl(tmp_path)), *flags, "--program", str(bench())]) == 0
    head, _, alone, several = capsys.readouterr().out.splitlines()
    assert head == "| boards | 50 | 100 | 200 | 400 | ends sooner | as good sooner |"
    cells = [[float(cell.split("±")[0]) for cell in line.strip("| ").split("|")] for line in (alone, several)]
    assert cells[0][0] == 1 and cells[1][0] == 4
    assert cells[0][5:] == [1, 1] and cells[0][4] == cells[1][4] == 1
    assert cells[1][5] == pytest.approx(4, rel=0.1)
    assert cells[1][6] > 1


def test_a_course_in_time_is_the_mean_of_its_runs(tmp_path):
    of = recorded.read(bowl(tmp_path))  # its optimum is 1
    runs = [
        trajectories.Run(np.array([4.0, 2.0]), ended_s=np.array([1.0, 3.0])),
        trajectories.Run(np.array([np.nan, 1.0]), ended_s=np.array([2.0, 4.0])),
    ]
    found = course(of, runs, 2)
    assert found.times_s.tolist() == [1, 2, 3, 4]
    assert found.by_time == pytest.approx([0.125, 0.125, 0.25, 0.75])
    assert found.shares == pytest.approx(np.array([[0.25, 0.5], [0.0, 1.0]]))
    assert found.ends_s == 3.5 and found.reaches_s(0.2) == 3 and found.reaches_s(0.8) == np.inf


@pytest.mark.parametrize(
    "flags, named",
    [
        ("--boards 1", "--boards 1"),
        ("--boards 2,x", "--boards 2,x"),
        ("--seeds 0", "--seeds 0"),
        ("--evaluations 0", "--evaluations 0"),
    ],
)
def test_bad_input_is_one_line(flags, named, tmp_path, capsys):
    assert main([str(bowl(tmp_path)), *flags.split()]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1 and named in message
