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
  /// `made(field)`: a std::vector<Direction>.
  template <class Make>
  device_directions_of_fields(const problem& given, Make made) : shared_(given.shared_directions) {
    for (std::size_t f = 0; f < given.directions.size(); ++f)
      sets_.push_back(device::buffer<Direction>(made(static_cast<int>(f))));
  }
  device::span<const Direction> of_field(int field) const {
    return std::as_const(sets_[shared_ ? 0 : field]).view();
  }

 private:
  bool shared_;
  std::vector<device::buffer<Direction>> sets_;
};

/// `Projection` is made from (problem, tuning point), and has
///   project(stream, device_lines<Real>, span<Real> fields)   enqueues it for all fields
///   report()                                                 of its launch
template <class Real, class Projection>
class band_runner final : public retime::runner<field> {
 public:
  band_runner(const problem& given, const retime::point& tuning)
      : given_(given),
        lines_(given),
        projection_(given, tuning),
        fields_(static_cast<std::size_t>(given.size()) * given.fields) {}

  void reset() override {
    fields_.poison();
    lines_.poison();
    if (!given_.projection_only) return;
    device::stream queue;
    lines_.make(queue);
    queue.synchronize();
  }
  void run(device::stream& queue) override {
    if (!given_.projection_only) lines_.make(queue);
    projection_.project(queue, lines_, fields_);
  }
  field answer() override { return {.values = fields_.to_host()}; }
  std::optional<retime::launch_report> launch() const override { return projection_.report(); }

 private:
  const problem& given_;
  device_lines<Real> lines_;
  Projection projection_;
  device::buffer<Real> fields_;
};

/// In the problem's precision.
template <template <class> class Projection>
runner band_runs(const problem& given, const retime::point& tuning) {
  return retime::with_real(given.double_precision, [&]<class Real>() -> runner {
    return std::make_unique<band_runner<Real, Projection<Real>>>(given, tuning);
  });
}

}  // namespace turning_bands
