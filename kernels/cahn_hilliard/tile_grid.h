// A field cut into tiles, one a block.
#pragma once

#include "kernels/cahn_hilliard/stencil.h"

namespace cahn_hilliard {

/// `across` x `down` tiles whose sides differ by a cell at most.
struct tile_grid {
  /// As few as there can be of tiles of at most `width` x `height` cells.
  constexpr tile_grid(int cells, boundary at_edge, int width, int height)
      : n(cells),
        across((cells + width - 1) / width),
        down((cells + height - 1) / height),
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
  constexpr range columns(int i) const { return {part(i, across), part(i + 1, across)}; }
  constexpr range rows(int j) const { return {part(j, down), part(j + 1, down)}; }

  constexpr int tiles() const { return across * down; }
  /// Of tile (i, j), or of the one that the boundary puts in its place.
  constexpr int number(int i, int j) const { return inside(j, down) * across + inside(i, across); }

  int n, across, down;
  boundary edge;

 private:
  constexpr int part(int i, int parts) const {
    return static_cast<int>(static_cast<long long>(n) * i / parts);
  }
  constexpr int inside(int i, int count) const {
    if (edge == boundary::periodic) return (i + count) % count;
    return i < 0 ? 0 : i < count ? i : count - 1;
  }
};

}  // namespace cahn_hilliard
