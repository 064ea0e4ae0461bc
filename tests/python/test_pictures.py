"""Every picture of the report: nothing is cut off, captions speak of what is there, times have their bars, curves differ."""

import pytest
from pictures import faults
from program import ROOT, output
from synthetic import record, write_run

from plots.__main__ import main
from plots.data.load import find_runs, load_run
from plots.files import parallel
from plots.output import figures, pages, style
from plots.output.figures import Figure


@pytest.fixture
def found(monkeypatch):
    """The faults of every picture that a report writes."""
    every: dict[str, list[str]] = {}

    def look(figure, folder):
        every[figure.name] = faults(figure)
        return figures.write(figure, folder)

    monkeypatch.setattr(parallel, "LEAST_ITEMS", 10_000)  # all in this process
    monkeypatch.setattr(pages, "figures", type("Seen", (), {"Figure": Figure, "write": staticmethod(look)}))
    return every


def report(runs, out):
    assert main([*map(str, runs), "--no-recorded", "--out", str(out)]) == 0


def test_pictures_of_a_first_run(found, tmp_path):
    """As a newcomer has it, without a GPU."""
    output("run --profile smoke --budget 0.05 --axis seed=1 --out", tmp_path / "run")
    report([tmp_path / "run"], tmp_path / "report")
    assert len(found) > 6 and [fault for each in found.values() for fault in each] == []


@pytest.mark.slow
@pytest.mark.parametrize("gpu", ["h200", "h100"])
def test_pictures_of_the_recorded_runs(found, tmp_path, gpu):
    report(find_runs(ROOT / "results" / gpu) + find_runs(ROOT / "results" / "emulation"), tmp_path / "report")
    assert len(found) > 12 and [fault for each in found.values() for fault in each] == []


def picture(caption="Nothing.", times=(), **changes):
    """Two curves, one with bars, after what is asked of it."""
    canvas, (axes,) = style.canvas()
    look = {"color": style.BLUE, "marker": "o", "label": "one"}
    axes.errorbar([1, 2], [1, 2], yerr=[0.1, 0.1] if changes.get("bars", True) else None, **look)
    axes.plot(
        [1, 2],
        [2, 1],
        **(look | {"marker": changes.get("marker", "s"), "ls": changes.get("line", "-"), "label": "other"}),
    )
    if "beyond" in changes:
        canvas.set_layout_engine("none")
        axes.annotate(
            "a word", (0.5, 1), (0.5, changes["beyond"]), xycoords="axes fraction", textcoords="axes fraction"
        )
    return Figure("picture", "A picture", caption, canvas, times=times)


@pytest.mark.parametrize(
    "changes, fault",
    [
        ({}, None),
        ({"caption": "Red: one. Dotted: other."}, "nothing is red"),
        ({"caption": "Blue, filled."}, None),
        ({"caption": "Dotted."}, "nothing is dotted"),
        ({"caption": "Dotted.", "line": (0, (1.5, 2))}, None),
        ({"caption": "Hollow."}, "nothing is hollow"),
        ({"bars": False}, "no bars"),
        ({"caption": "Bars: 95 % intervals."}, "of what"),
        ({"marker": "o"}, "two curves"),
        ({"beyond": 1.3}, "cut off above"),
    ],
)
def test_a_fault_is_seen(tmp_path, changes, fault):
    _, times = load_run(write_run(tmp_path / "run", [record("c_compact", 1.0, steps=100)]))
    drawn = picture(times=times, **changes)
    seen = faults(drawn)
    drawn.drop()
    assert bool(seen) == bool(fault) and (fault is None or fault in seen[0])
