// The walker's reach in tiles, of which those that no walk of its length comes to are left out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "kernels/carpet/problem.h"

namespace carpet {

/// Its first site, and which tiles lie around it, row by row and itself among them; -1: none.
struct tile_within {
  int x, y;
  int around[9];
};

/// Tiles of `width` x `height` sites, the start at the first site of one. They are those with a
/// site |x|+|y| <= `steps` of the reach.
inline std::vector<tile_within> tiles_within(const window& reach, int steps, int width,
                                             int height) {
  const auto index = [](int site, int side) { return (site >= 0 ? site : site - side + 1) / side; };
  const auto nearest = [](int first, int side) { return std::max({first, 1 - first - side, 0}); };
  std::map<std::pair<int, int>, int> numbers;  // by (row, column)
  std::vector<tile_within> tiles;
  for (int j = index(reach.y_min, height); j <= index(reach.y_max, height); ++j) {
    for (int i = index(reach.x_min, width); i <= index(reach.x_max, width); ++i) {
      const int x = i * width, y = j * height;
      if (nearest(x, width) + nearest(y, height) > steps) continue;
      numbers[{j, i}] = static_cast<int>(tiles.size());
      tiles.push_back({x, y, {}});
    }
  }
  for (auto& [x, y, around] : tiles) {
    for (int k = 0; k < 9; ++k) {
      const auto beside = numbers.find({index(y, height) + k / 3 - 1, index(x, width) + k % 3 - 1});
      around[k] = beside == numbers.end() ? -1 : beside->second;
    }
  }
  return tiles;
}

}  // namespace carpet
