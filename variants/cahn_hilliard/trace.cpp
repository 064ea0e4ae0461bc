#include "variants/cahn_hilliard/trace.h"

#include "kernels/cahn_hilliard/observables.h"

namespace cahn_hilliard {

std::map<std::string, retime::series> trace_run(
    const problem& p, const std::function<void(std::int64_t steps)>& advance,
    const std::function<field()>& now) {
  std::map<std::string, retime::series> along;
  std::int64_t done = 0;
  for (const std::int64_t step : sample_steps(p.steps)) {
    advance(step - done);
    done = step;
    for (const auto& [name, value] : named(summarise(p, now()))) {
      retime::series& one = along[name];
      one.x_name = "time";
      one.x.push_back(double(step) * p.dt);
      one.y.push_back(value);
    }
  }
  return along;
}

}  // namespace cahn_hilliard
