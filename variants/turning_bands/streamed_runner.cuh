// A field that is never whole in device memory: fragments of it go to the host while the next ones
// are projected (Sect. 4, "Streaming out-of-core field generation").
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "variants/turning_bands/runner.cuh"

namespace turning_bands {

/// A mesh as boxes of `edge` cells an edge, the last ones smaller.
inline std::vector<box> fragments_of(const extents& mesh, int edge) {
  std::vector<box> fragments;
  for (int x = 0; x < mesh.x; x += edge)
    for (int y = 0; y < mesh.y; y += edge)
      for (int z = 0; z < mesh.z; z += edge) {
        const extents size{std::min(edge, mesh.x - x), std::min(edge, mesh.y - y),
                           std::min(edge, mesh.z - z)};
        fragments.push_back({mesh, x, y, z, size});
      }
  return fragments;
}

/// `Projection` as band_runner's. The host's copy is page-locked and has the fragments one after
/// the other; answer() puts the cells in order.
template <class Real, class Projection>
class streamed_runner final : public retime::runner<field> {
 public:
  streamed_runner(const problem& problem, const retime::point& tuning)
      : problem_(problem),
        lines_(problem),
        projection_(problem, tuning),
        fragments_(fragments_of(problem.mesh, static_cast<int>(tuning.integer("fragment")))),
        on_host_(static_cast<std::size_t>(problem.size()) * problem.fields) {
    const auto slots = std::min<std::size_t>(tuning.integer("in_flight"), fragments_.size());
    for (std::size_t i = 0; i < slots; ++i)
      slots_.push_back(std::make_unique<slot>(fragments_.front().size.cells()));
  }

  void reset() override {
    std::ranges::fill(on_host_.view(), std::numeric_limits<Real>::quiet_NaN());
    lines_.poison();
    if (problem_.projection_only) make_lines();
  }

  void run(device::stream& queue) override {
    queue.synchronize();
    if (!problem_.projection_only) make_lines();
    std::size_t done = 0, next = 0;
    for (int f = 0; f < problem_.fields; ++f) {
      for (const box& part : fragments_) {
        slot& free = *slots_[next++ % slots_.size()];
        const auto cells = static_cast<std::size_t>(part.size.cells());
        projection_.project(free.queue, part, lines_, f, free.cells.view().subspan(0, cells));
        free.cells.download_part(0, on_host_.view().subspan(done, cells), free.queue);
        done += cells;
      }
    }
    for (const auto& each : slots_) each->queue.synchronize();
  }

  field answer() override {
    std::vector<Real> values(on_host_.size());
    auto row_on_host = on_host_.view().begin();
    for (int f = 0; f < problem_.fields; ++f) {
      for (const box& part : fragments_) {
        for (int x = 0; x < part.size.x; ++x) {
          for (int y = 0; y < part.size.y; ++y, row_on_host += part.size.z) {
            const std::size_t row =
                (static_cast<std::size_t>(f) * part.mesh.x + part.x + x) * part.mesh.y + part.y + y;
            std::copy_n(row_on_host, part.size.z, values.begin() + row * part.mesh.z + part.z);
          }
        }
      }
    }
    return {.values = std::move(values)};
  }

  std::optional<retime::launch_report> launch() const override {
    return projection_.report(fragments_.front());
  }

 private:
  /// A fragment in device memory, and the queue in which it is filled and copied.
  struct slot {
    explicit slot(std::int64_t count) : cells(static_cast<std::size_t>(count)) {}
    device::stream queue;
    device::buffer<Real> cells;
  };

  void make_lines() {
    device::stream queue;
    lines_.make(queue);
    queue.synchronize();
  }

  const problem& problem_;
  device_lines<Real> lines_;
  Projection projection_;
  std::vector<box> fragments_;
  std::vector<std::unique_ptr<slot>> slots_;
  device::pinned<Real> on_host_;
};

}  // namespace turning_bands
