// A field cut into tiles, one a block.
#pragma once

#include "kernels/cahn_hilliard/stencil.h"

namespace cahn_hilliard {

/// `across` x `down` tiles, as even as they can be: in rows, and in groups of `unit` columns where
/// these make up the field.
struct tile_grid {
  /// As few as there can be of tiles of at most `width` x `height` cells; `unit` divides `width`.
  constexpr tile_grid(int cells, boundary at_edge, int width, int height, int columns_of_group)
      : n(cells),
        across((cells + width - 1) / width),
        down((cells + height - 1) / height),
        unit(cells % columns_of_group == 0 ? columns_of_group : 1),
        edge(at_edge) {}

  struct range {
    int begin, end;
    constexpr bool has(int i) const { return i >= begin && i < end; }
    /// Whether i lies in the range, within `depth` cells of its ends.
    constexpr bool borders(int i, int depth) const {
      return has(i) && (i < begin + depth || i >= end - depth);
    }
    /// Whether i lies outside the range, within `depth` cells of it.
    constexpr bool surrounds(int i, int depth) const {
      return !has(i) && i >= begin - depth && i < end + depth;
    }
  };
  constexpr range columns(int i) const {
    return {unit * part(n / unit, i, across), unit * part(n / unit, i + 1, across)};
  }
  constexpr range rows(int j) const { return {part(n, j, down), part(n, j + 1, down)}; }

  constexpr int tiles() const { return across * down; }
  /// The number of tile (i, j), or of the one that the boundary puts in its place.
  constexpr int number(int i, int j) const { return inside(j, down) * across + inside(i, across); }

  int n, across, down, unit;
  boundary edge;

 private:
  constexpr int inside(int i, int count) const {
    if (edge == boundary::periodic) return (i + count) % count;
    return i < 0 ? 0 : i < count ? i : count - 1;
  }
  static constexpr int part(int count, int i, int parts) {
    return static_cast<int>(static_cast<long long>(count) * i / parts);
  }
};

}  // namespace cahn_hilliard
