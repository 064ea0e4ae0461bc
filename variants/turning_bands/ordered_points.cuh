// Points on the device, in the order of the file or along Morton's curve.
#pragma once

#include <numeric>
#include <string>

#include "kernels/turning_bands/problem.h"
#include "kernels/turning_bands/project.cuh"
#include "variants/axis.h"

namespace turning_bands {

template <class Real>
class ordered_points {
 public:
  ordered_points(const problem& problem, const retime::point& tuning)
      : ordered_points(problem, tuning.text("order") == "morton") {}

  ordered_points(const problem& problem, bool along_morton) : on_host_(places_of<Real>(problem)) {
    std::vector<unsigned> number(on_host_.size());
    std::iota(number.begin(), number.end(), 0U);
    if (along_morton) {
      number = morton_order(on_host_);
      std::vector<place<Real>> sorted;
      for (const unsigned i : number) sorted.push_back(on_host_[i]);
      on_host_ = std::move(sorted);
    }
    places_ = device::buffer<place<Real>>(on_host_);
    number_ = device::buffer<unsigned>(number);
  }

  /// All of them: points have no parts.
  scattered<Real> view(const box&) const { return {places_.view(), number_.view()}; }
  const std::vector<place<Real>>& on_host() const { return on_host_; }

 private:
  std::vector<place<Real>> on_host_;
  device::buffer<place<Real>> places_;
  device::buffer<unsigned> number_;
};

}  // namespace turning_bands
