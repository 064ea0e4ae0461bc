// A case whose slow-down is known exactly: the same run, over and over, a little more often.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "variants/registry.h"

namespace retime::cases {

/// run() is `count` runs of `inner`, which must outlive it. 101 of them take 1 % longer than 100,
/// whatever the case.
class repeated_runner final : public erased_runner {
 public:
  repeated_runner(erased_runner& inner, int count) : inner_(inner), count_(count) {}
  void reset() override { inner_.reset(); }
  void run(device::stream& queue) override {
    for (int i = 0; i < count_; ++i) inner_.run(queue);
  }
  erased answer() override { return inner_.answer(); }
  std::map<std::string, series> trace(device::stream& queue) override {
    return inner_.trace(queue);
  }
  std::optional<launch_report> launch() const override { return inner_.launch(); }

 private:
  erased_runner& inner_;
  int count_;
};

/// So many runs instead of `base` are a slow-down.
struct lengthening {
  int base = 1, longer = 1;
  double slowdown() const { return static_cast<double>(longer) / base - 1; }
};
inline lengthening lengthened(int base, double slowdown) {
  return {.base = base, .longer = base + static_cast<int>(std::lround(base * slowdown))};
}

/// The fewest runs that can be lengthened by each of the slow-downs to within a fiftieth of it.
/// Slow-downs are 0 or from 0.001 to 10.
inline int runs_to_lengthen(std::span<const double> slowdowns) {
  int base = 1;
  const auto comes_near = [&](double slowdown) {
    return slowdown == 0 || std::abs(lengthened(base, slowdown).slowdown() / slowdown - 1) <= 0.02;
  };
  while (!std::ranges::all_of(slowdowns, comes_near)) ++base;
  return base;
}

/// By the fewest runs that do.
inline lengthening lengthening_by(double slowdown) {
  return lengthened(runs_to_lengthen({&slowdown, 1}), slowdown);
}

}  // namespace retime::cases
