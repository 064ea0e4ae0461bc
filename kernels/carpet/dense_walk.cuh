// What variants A and B share: P_old and P_new of the whole reach in device memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/plane.h"
#include "kernels/device/device.h"

namespace carpet {

/// The mark of an inaccessible site (Sect. V-A). It is never overwritten by another value.
template <class Real>
inline constexpr Real inaccessible = -1;

template <class Real>
class dense_walk {
 public:
  explicit dense_walk(const problem& of)
      : of_(of),
        shape_(of.reach),
        initial_(shape_.sites(), inaccessible<Real>),
        first_(shape_.sites()),
        second_(shape_.sites()) {
#pragma omp parallel for schedule(dynamic, 16) if (of.sites() > parallel_from)
    for (int y = of.reach.y_min; y <= of.reach.y_max; ++y) {
      of.open.for_each_set(y - of.reach.y_min, 0, of.reach.width() - 1, [&](std::int64_t column) {
        initial_[shape_.at(static_cast<int>(column) + of.reach.x_min, y)] = 0;
      });
    }
    initial_[shape_.at(0, 0)] = 1;
  }

  /// Eq. (2), in both arrays: neither variant ever writes the marks, and B reads sites that it has
  /// not written yet.
  void reset() {
    first_.upload(initial_);
    second_.upload(initial_);
  }

  distribution collect(int steps) const {
    distribution result;
    result.p.resize(of_.sites());
    const std::vector<Real> p = after(steps).to_host();
#pragma omp parallel for schedule(dynamic, 16) if (of_.sites() > parallel_from)
    for (int y = of_.reach.y_min; y <= of_.reach.y_max; ++y) {
      of_.for_each_site(y, of_.steps,
                        [&](int x, std::int64_t index) { result.p[index] = p[shape_.at(x, y)]; });
    }
    return result;
  }

  std::map<std::string, double> observe(int steps) const {
    const int first = shape_.row_begin(std::max(of_.reach.y_min, -steps));
    const int last = shape_.row_begin(std::min(of_.reach.y_max, steps) + 1);
    std::vector<Real> rows(last - first);
    after(steps).download_part(first, rows);
    return observed_at(of_, steps, [&](int x, int y, std::int64_t) {
      return static_cast<double>(rows[shape_.at(x, y) - first]);
    });
  }

 protected:
  const plane_shape& shape() const { return shape_; }
  device::span<const Real> old_at(int step) const { return after(step - 1).view(); }
  device::span<Real> new_at(int step) { return (step % 2 == 0 ? first_ : second_).view(); }

 private:
  const device::buffer<Real>& after(int steps) const { return steps % 2 == 0 ? first_ : second_; }

  const problem& of_;
  plane_shape shape_;
  std::vector<Real> initial_;
  device::buffer<Real> first_, second_;
};

}  // namespace carpet
