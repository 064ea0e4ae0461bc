#include "harness/tune/live/live_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace retime::tune {

std::string sparkline(const std::vector<double>& values, std::size_t width) {
  constexpr std::array bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (values.empty()) return "";
  const auto [least, most] = std::ranges::minmax(values);
  const double range = std::log(most / least);
  const std::size_t count = std::min(width, values.size());
  std::string line;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = values[count == 1 ? 0 : i * (values.size() - 1) / (count - 1)];
    const double height = range > 0 ? std::log(value / least) / range : 0;
    line += bars[static_cast<std::size_t>(std::lround(height * (bars.size() - 1)))];
  }
  return line;
}

std::string time_text(double time_ms) {
  if (time_ms < 1) return fmt::format("{:.4g} us", time_ms * 1e3);
  if (time_ms < 1e3) return fmt::format("{:.4g} ms", time_ms);
  return fmt::format("{:.4g} s", time_ms * 1e-3);
}

live_line::live_line(const problem& of, std::size_t evaluations, std::optional<double> seconds)
    : of_(of), evaluations_(evaluations), seconds_(seconds) {
  fmt::print(stderr, "{}: {} configurations, {} excluded\n", of.key, of.cases.size(),
             of.excluded.size());
}

std::string live_line::text(const history& so_far) const {
  const auto done = static_cast<double>(so_far.all().size());
  double left_s =
      so_far.spent_s() / std::max(done, 1.0) * (static_cast<double>(evaluations_) - done);
  if (seconds_) left_s = std::min(left_s, *seconds_ - so_far.spent_s());
  std::string line = fmt::format("{}/{}", so_far.all().size(), evaluations_);
  if (const tried* best = so_far.best())
    line += fmt::format("  best {} {}", time_text(best->as_trial.objective),
                        of_.where->text(best->which));
  if (so_far.failures() > 0) line += fmt::format("  {} failed", so_far.failures());
  return line + fmt::format("  {:.0f} s left  {}", std::max(0.0, left_s),
                            sparkline(so_far.convergence_ms(), 24));
}

void live_line::show(const history& so_far) {
  const tried& latest = so_far.all().back();
  const bool failed = !latest.as_trial.valid();
  if (isatty(2)) {
    fmt::print(stderr, "\r\033[K{}", text(so_far));
  } else if (failed) {
    fmt::print(stderr, "{} {}: {}\n", of_.where->text(latest.which),
               to_text(latest.as_trial.result), latest.as_trial.reason);
  } else if (so_far.best() == &latest || so_far.all().size() == evaluations_) {
    fmt::print(stderr, "{}\n", text(so_far));
  }
  std::fflush(stderr);
}

void live_line::end() {
  if (isatty(2)) fmt::print(stderr, "\n");
}

}  // namespace retime::tune
