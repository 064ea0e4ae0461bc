// What the variants on the GPU share: P_old and P_new in device memory, and how steps are launched.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/initial_state.h"
#include "kernels/carpet/plane.h"
#include "kernels/device/device.h"

namespace carpet {

/// How a walk is computed on the device; its answer does not depend on it.
struct walk_options {
  unsigned block = 256;
  /// Every other step sweeps over the sites from the last to the first: it then begins with what
  /// the step before wrote last, which the cache still holds.
  bool alternate = false;
  bool programmatic_launch = false;  ///< device::launch_shape::programmatic_launch

  bool backwards(int step) const { return alternate && step % 2 == 0; }
};

/// `Layout` says where a site's p lies, at(x, y), and in what part, reached(step), those lie that a
/// walk of that many steps can reach. Even steps are written to one array, odd ones to the other.
template <class Real, class Layout>
class device_walk {
 public:
  /// The initial state, in both arrays: no variant ever writes the marks of inaccessible sites, and
  /// B and C read sites just outside those that they have written.
  void reset() {
    first_.upload(initial_);
    second_.upload(initial_);
  }

  distribution collect(int steps) const {
    const std::vector<Real> p = after(steps).to_host();
    return gathered(problem_, [&](int x, int y) { return p[layout_.at(x, y)]; });
  }

  std::map<std::string, double> observe(int steps) const {
    const part_of_array part = layout_.reached(steps);
    std::vector<Real> p(part.size);
    after(steps).download_part(part.first, p);
    return observed_at(problem_, steps, [&](int x, int y, std::int64_t) {
      return static_cast<double>(p[layout_.at(x, y) - part.first]);
    });
  }

 protected:
  /// `initial`: 0 at all accessible sites.
  device_walk(const problem& problem, Layout layout, const walk_options& options,
              std::vector<Real> initial)
      : problem_(problem),
        layout_(std::move(layout)),
        options_(options),
        initial_(std::move(initial)),
        first_(initial_.size()),
        second_(initial_.size()) {
    for_each_initial(problem, [&](int x, int y, double p) {
      initial_[layout_.at(x, y)] = static_cast<Real>(p);
    });
  }

  /// 0 all over, in the order of the stream.
  void clear(device::stream& queue) {
    first_.fill_bytes(0, queue);
    second_.fill_bytes(0, queue);
  }

  device::span<const Real> old_at(int step) const { return after(step - 1).view(); }
  device::span<Real> new_at(int step) { return (step % 2 == 0 ? first_ : second_).view(); }

  device::launch_shape line_of(unsigned threads) const {
    return {.grid = dim3((threads + options_.block - 1) / options_.block),
            .block = dim3(options_.block),
            .programmatic_launch = options_.programmatic_launch};
  }

  const problem& problem_;
  const Layout layout_;
  const walk_options options_;

 private:
  const device::buffer<Real>& after(int steps) const { return steps % 2 == 0 ? first_ : second_; }

  std::vector<Real> initial_;
  device::buffer<Real> first_, second_;
};

/// The walk of variants A and B: the whole reach, row by row. -1 marks an inaccessible site (Sect.
/// V-A).
template <class Real>
class dense_walk : public device_walk<Real, plane_shape> {
 protected:
  dense_walk(const problem& problem, const walk_options& options)
      : device_walk<Real, plane_shape>(problem, plane_shape(problem.reach), options,
                                       marked(problem)) {}

 private:
  static std::vector<Real> marked(const problem& problem) {
    const window& reach = problem.reach;
    const plane_shape plane(reach);
    std::vector<Real> initial(plane.sites(), Real{-1});
#pragma omp parallel for schedule(dynamic, 16) if (problem.sites() > parallel_from)
    for (int y = reach.y_min; y <= reach.y_max; ++y) {
      problem.for_each_accessible(y, {reach.x_min, reach.x_max},
                                  [&](int x) { initial[plane.at(x, y)] = 0; });
    }
    return initial;
  }
};

}  // namespace carpet
