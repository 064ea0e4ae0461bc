"""What a figure is written as."""

import numpy as np
import pytest

from plots.output import figures, style
from plots.output.figures import Figure


@pytest.mark.parametrize("side, kinds", [(8, [".svg"]), (700, [".png", ".svg"])])
def test_a_figure_is_svg_and_shown_as_png_only_where_that_is_too_large(tmp_path, side, kinds):
    canvas, (axes,) = style.canvas()
    axes.imshow(np.random.default_rng(1).random((side, side)), interpolation="none")
    shown = figures.write(Figure("field", "A field", "Noise.", canvas), tmp_path)
    assert sorted(path.suffix for path in tmp_path.iterdir()) == kinds
    assert shown == tmp_path / f"field{kinds[0]}"
