// Runs the iterator program on the host.
#pragma once

#include <memory>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/iterator_walk.h"
#include "variants/form.h"

namespace carpet {

template <class Real>
class cpu_runner final : public retime::runner<distribution> {
 public:
  cpu_runner(const problem& of, int threads) : steps_(of.steps), walk_(of, threads) {}

  void reset() override { walk_.reset(); }
  void run(device::stream&) override { walk_.run(1, steps_); }
  distribution answer() override { return walk_.collect(steps_); }

  std::map<std::string, retime::series> trace(device::stream&) override {
    retime::series along{"step", {}, {}};
    int done = 0;
    for (const int step : log_spaced(steps_)) {
      walk_.run(done + 1, step);
      along.x.push_back(step);
      along.y.push_back(walk_.mean_square_displacement(step));
      done = step;
    }
    return {{"mean_square_displacement", std::move(along)}};
  }

 private:
  int steps_;
  iterator_walk<Real> walk_;
};

inline std::unique_ptr<retime::runner<distribution>> prepare_on_cpu(const problem& of,
                                                                    int threads) {
  if (of.precision == real_type::double_precision)
    return std::make_unique<cpu_runner<double>>(of, threads);
  return std::make_unique<cpu_runner<float>>(of, threads);
}

}  // namespace carpet
