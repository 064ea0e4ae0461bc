"""What a figure is written as."""

import numpy as np
import pytest
from synthetic import family_data, record

from plots.families import carpet
from plots.output import figures, style
from plots.output.figures import Figure
from plots.sections import occupancy


@pytest.mark.parametrize("side, kinds", [(8, [".svg"]), (700, [".png", ".svg"])])
def test_a_figure_is_svg_and_shown_as_png_only_where_that_is_too_large(tmp_path, side, kinds):
    canvas, (axes,) = style.canvas()
    axes.imshow(np.random.default_rng(1).random((side, side)), interpolation="none")
    shown = figures.write(Figure("field", "A field", "Noise.", canvas), tmp_path)
    assert sorted(path.suffix for path in tmp_path.iterdir()) == kinds
    assert shown == tmp_path / f"field{kinds[0]}"


def test_blocks_as_printed_stand_at_the_occupancy_that_they_give(tmp_path):
    def swept(block, time_s, warps, launch="stream"):
        r = record("c_compact", time_s, steps=1000, occupancy=0.093, tuning={"block": block, "launch": launch})
        return r | {"launch": {"block": [block // 2, 2, 1], "occupancy": warps}}

    blocks = [swept(32, 4, 0.5), swept(64, 2, 1.0), swept(128, 3, 1.0)]
    page = family_data(tmp_path, carpet, [*blocks, swept(64, 1, 1.0, "graph")])
    (figure,) = occupancy.figure(page, "occupancy")
    drawn = [axes.containers[0][0].get_xydata().tolist() for axes in figure.canvas.axes]
    figure.drop()
    assert drawn == [[[32, 2], [64, 1], [128, 1.5]], [[0.5, 2], [1, 1], [1, 1.5]]]
    assert [*occupancy.figure(family_data(tmp_path / "two", carpet, blocks[:2]), "occupancy")] == []
