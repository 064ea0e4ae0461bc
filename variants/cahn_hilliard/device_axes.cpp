#include "variants/cahn_hilliard/device_axes.h"

#include <fmt/format.h>

#include <cmath>

#include "variants/cahn_hilliard/settings.h"

namespace cahn_hilliard {

using retime::point;
using retime::tuning;

std::vector<retime::tuning_axis> device_axes() {
  return {
      flow_axis(),
      tuning("launch", {"stream", "graph"}),
      tuning("block_x", {16, 8, 32, 64, 128, 256, 512, 1024}),
      tuning("block_y", {16, 1, 2, 4, 8, 32}),
  };
}

std::vector<retime::tuning_axis> device_axes_with_cells() {
  auto axes = device_axes();
  axes.push_back(
      {.name = "cells_per_thread", .values = {1, 2, 4, 8}, .fallback = 1, .formerly = "cells"});
  return axes;
}

std::optional<std::string> invalid_block(const point& at) {
  const auto x = at.integer("block_x"), y = at.integer("block_y");
  const auto shape = fmt::format("block_x={}, block_y={}", x, y);
  if (x < 1 || y < 1) return shape + ": give at least 1 of each";
  if (x > 1024 || y > 1024 || x * y > 1024) return shape + ": more than 1024 threads";
  if (x * y % 32 != 0) return fmt::format("{}: {} threads are not whole warps of 32", shape, x * y);
  if (!at.has("cells_per_thread")) return std::nullopt;
  const auto cells = at.integer("cells_per_thread");
  if (cells != 1 && cells != 2 && cells != 4 && cells != 8)
    return fmt::format("cells_per_thread={}: give 1, 2, 4 or 8", cells);
  if (cells != 1 && at.integer("dim") != 2)
    return fmt::format("cells_per_thread={}: 3-D has 1 cell a thread", cells);
  return std::nullopt;
}

std::optional<std::string> invalid_bordered_block(const point& at) {
  if (at.integer("dim") != 2) return "dim=3: the paper has this kernel in 2-D alone";
  const auto x = at.integer("block_x"), y = at.integer("block_y");
  if (x >= 1 && y >= 1 && (x < 5 || y < 5)) {
    return fmt::format(
        "block_x={}, block_y={}: a border of 2 on each side leaves no thread to write", x, y);
  }
  return invalid_block(at);
}

double device_bytes(const point& at) {
  const settings s = settings_of(at);
  const double row_bytes = std::ceil(double(s.n) * double(bytes_per_cell(s)) / 128) * 128;
  return fields_held(s.method, copies(at)) * row_bytes * std::pow(double(s.n), s.dim - 1);
}

}  // namespace cahn_hilliard
