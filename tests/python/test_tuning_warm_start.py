"""What a warm start gains, on made-up spaces."""

import json
import re

from program import bench

from examples.tuner_bench.warm_start import main


def space(tmp_path, name, value):
    """A T4 file of 400 configurations whose times are value(x, y)."""
    results = [
        {
            "configuration": {"x": x, "y": y},
            "times": {"runtimes": [value(x, y)]},
            "invalidity": "correct",
            "measurements": [{"name": "time", "value": value(x, y), "unit": "ms"}],
            "objectives": ["time"],
        }
        for x in range(20)
        for y in range(20)
    ]
    path = tmp_path / f"{name}.json"
    path.write_text(
        json.dumps({"schema_version": "1.0.0", "metadata": {"timeunit": "milliseconds"}, "results": results})
    )
    return path


def test_a_neighbour_with_the_same_order_helps_and_the_difference_is_told(tmp_path, capsys):
    here = space(tmp_path, "here", lambda x, y: 1 + (x - 13) ** 2 + (y - 4) ** 2)
    there = space(tmp_path, "there", lambda x, y: 3 + 2 * (x - 13) ** 2 + 2 * (y - 4) ** 2)
    assert main([str(here), str(there), "--seeds", "4", "--program", str(bench())]) == 0
    head, _, cold, warm, *rest = capsys.readouterr().out.splitlines()
    assert head == "| space | from | 5 | 10 | 25 | 50 | 100 |"
    assert len(rest) == 2
    before = [float(cell) for cell in cold.split("|")[3:-1]]
    after = [re.fullmatch(r" ([\d.]+) \(([-+][\d.]+)\) ", cell).groups() for cell in warm.split("|")[3:-1]]
    assert before[0] < 1 and float(after[0][0]) == 1, "the neighbour's best is the first that is measured"
    for was, (share, gain) in zip(before, after):
        assert abs(float(share) - was - float(gain)) < 2e-3


def test_spaces_that_share_nothing_are_refused(tmp_path, capsys):
    one = space(tmp_path, "one", lambda x, y: 1 + x + y)
    other = tmp_path / "other.json"
    other.write_text(one.read_text().replace('"y"', '"z"'))
    assert main([str(one), str(other), "--seeds", "1", "--program", str(bench())]) == 2
    *_, last = capsys.readouterr().err.splitlines()  # after what the program says of its cold search
    assert str(other) in last and "no configuration" in last


def test_one_space_has_no_neighbour(tmp_path, capsys):
    only = space(tmp_path, "only", lambda x, y: 1 + x + y)
    assert main([str(only)]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1 and str(only) in message and "second space" in message
    assert main([str(only), str(only)]) == 2
    assert f"{only}: given twice" in capsys.readouterr().err
