#include "variants/kit/trace_at.h"

#include <cmath>

namespace retime {

std::vector<int> log_spaced(int first, int steps) {
  std::vector<int> chosen;
  for (int i = 0;; ++i) {
    const auto step = static_cast<int>(std::lround(std::pow(10.0, i / 8.0)));
    if (step >= steps) break;
    if (step >= first && (chosen.empty() || step > chosen.back())) chosen.push_back(step);
  }
  chosen.push_back(steps);
  return chosen;
}

std::map<std::string, series> trace_at(
    const trace_plan& plan, const std::function<void(int, int)>& advance,
    const std::function<std::map<std::string, double>(int)>& observe) {
  std::map<std::string, series> along;
  int done = 0;
  for (const int step : plan.steps) {
    advance(done + 1, step);
    done = step;
    for (const auto& [name, value] : observe(step)) {
      series& one = along[name];
      one.x_name = plan.x_name;
      one.x.push_back(static_cast<double>(step) * plan.unit);
      one.y.push_back(value);
    }
  }
  return along;
}

}  // namespace retime
