// Fields on the device, as the harness runs them.
#pragma once

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/turning_bands/device_lines.cuh"
#include "variants/kit/with_real.h"
#include "variants/turning_bands/axes.h"

namespace turning_bands {

using runner = std::unique_ptr<retime::runner<field>>;

/// The directions of each field's lines; `Direction` as the kernel takes them.
template <class Direction>
class device_directions_of_fields {
 public:
  /// `make(field)` returns a std::vector<Direction>.
  template <class Make>
  device_directions_of_fields(const problem& problem, Make make)
      : shared_(problem.shared_directions) {
    for (std::size_t f = 0; f < problem.directions.size(); ++f)
      sets_.push_back(device::buffer<Direction>(make(static_cast<int>(f))));
  }
  device::span<const Direction> of_field(int field) const {
    return std::as_const(sets_[shared_ ? 0 : field]).view();
  }

 private:
  bool shared_;
  std::vector<device::buffer<Direction>> sets_;
};

/// The values of all fields in device memory, of the whole mesh or a part of it. `Projection` is
/// made from (problem, tuning point), and has
///   int project(stream, part, device_lines<Real>, field, span<Real> values)
///                 enqueues the part of the field, whose values are the first of `values`, and of
///                 those after it that it reads together with it; returns how many these are
///   report(part)  describes its launch
///   adds          true if its kernel adds to what is there
template <class Real, class Projection>
class band_runner final : public retime::runner<field> {
 public:
  band_runner(const problem& problem, const retime::point& tuning)
      : band_runner(problem, tuning, whole(problem.mesh)) {}
  band_runner(const problem& problem, const retime::point& tuning, const box& part)
      : problem_(problem),
        part_(part),
        size_(
            static_cast<std::size_t>(problem.points.empty() ? part.size.cells() : problem.size())),
        lines_(problem),
        projection_(problem, tuning),
        fields_(size_ * problem.fields) {}

  void reset() override {
    fields_.poison();
    lines_.poison();
    if (!problem_.projection_only) return;
    device::stream queue;
    lines_.make(queue);
    queue.synchronize();
  }
  void run(device::stream& queue) override {
    if (!problem_.projection_only) lines_.make(queue);
    if (Projection::adds) fields_.fill_bytes(0, queue);
    const auto values = fields_.view();
    for (int f = 0; f < problem_.fields;) {
      const std::size_t first = f * size_;
      f += projection_.project(queue, part_, lines_, f,
                               values.subspan(first, values.size() - first));
    }
  }
  field answer() override { return {.values = fields_.to_host()}; }
  std::optional<retime::launch_report> launch() const override { return projection_.report(part_); }

 private:
  const problem& problem_;
  box part_;
  std::size_t size_;  ///< values of a field
  device_lines<Real> lines_;
  Projection projection_;
  device::buffer<Real> fields_;
};

}  // namespace turning_bands
