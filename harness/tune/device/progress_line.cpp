#include "harness/tune/device/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/text/output.h"

namespace retime::tune {
namespace {

constexpr std::size_t sparkline_width = 24;

}  // namespace

std::string sparkline(const std::vector<double>& values, std::size_t width) {
  constexpr std::array bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (values.empty()) return "";
  const double least = std::ranges::min(values);
  const auto above_least = [&](double value) {
    return least > 0 ? std::log(value / least) : value - least;
  };
  const double range = above_least(std::ranges::max(values));
  const std::size_t count = std::min(width, values.size());
  std::string line;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = values[count == 1 ? 0 : i * (values.size() - 1) / (count - 1)];
    const double height = range > 0 ? above_least(value) / range : 0;
    line += bars[static_cast<std::size_t>(std::lround(height * (bars.size() - 1)))];
  }
  return line;
}

progress_line::progress_line(const tuning_problem& problem, std::size_t evaluations,
                             std::optional<double> seconds)
    : problem_(problem), evaluations_(evaluations), seconds_(seconds) {
  print_status("{}: {} configurations, {} excluded\n", problem.key, problem.cases.size(),
               problem.excluded.size());
}

std::string progress_line::text(const trials& tried) const {
  const auto done = static_cast<double>(tried.all().size());
  double left_s =
      tried.spent_s() / std::max(done, 1.0) * (static_cast<double>(evaluations_) - done);
  if (seconds_) left_s = std::min(left_s, *seconds_ - tried.spent_s());
  const std::string course = sparkline(tried.convergence(), sparkline_width);
  std::string line =
      fmt::format("{}/{}  {:.0f} s left", tried.all().size(), evaluations_, std::max(0.0, left_s));
  if (tried.failures() > 0) line += fmt::format("  {} failed", tried.failures());
  const measured_trial* best = tried.best();
  if (best == nullptr) return line;
  return line + fmt::format("  {}  best {}  {}", course, tried.goal().text(best->value),
                            problem_.space->text(best->index));
}

void progress_line::show(const trials& tried) {
  const measured_trial& latest = tried.all().back();
  const bool failed = !latest.valid();
  if (status_is_terminal()) {
    show_progress(text(tried));
  } else if (failed) {
    print_status("{} {}: {}\n", problem_.space->text(latest.index), to_text(latest.result),
                 latest.reason);
  } else if (tried.best() == &latest || tried.all().size() == evaluations_) {
    print_status("{}\n", text(tried));
  }
}

void progress_line::end() {
  if (status_is_terminal()) print_status("\n");
}

}  // namespace retime::tune
