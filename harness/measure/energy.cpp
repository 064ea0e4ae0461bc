#include "harness/measure/energy.h"

#include <algorithm>

namespace retime {
namespace {

constexpr double least_window_s = 0.5, least_busy = 0.8;

}  // namespace

std::optional<energy_use> energy_used(std::span<const sample_block> blocks, double running_s,
                                      double sampling_s) {
  const device_state *first = nullptr, *last = nullptr;
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    const device_state &before = blocks[i - 1].state, &now = blocks[i].state;
    if (!before.energy_j || !now.energy_j) return std::nullopt;
    if (*now.energy_j < *before.energy_j) return std::nullopt;  // the driver was loaded anew
    if (*now.energy_j == *before.energy_j) continue;
    if (first == nullptr) first = &now;
    last = &now;
  }
  if (last == nullptr) return std::nullopt;
  const energy_use used{
      .power_w = (*last->energy_j - *first->energy_j) / (last->read_s - first->read_s),
      .window_s = last->read_s - first->read_s,
      .busy = std::min(running_s / sampling_s, 1.0)};
  if (used.window_s < least_window_s || used.busy < least_busy) return std::nullopt;
  return used;
}

}  // namespace retime
