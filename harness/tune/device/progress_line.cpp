#include "harness/tune/device/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "harness/support/duration_text.h"

namespace retime::tune {
namespace {

constexpr std::size_t sparkline_width = 24;

/// As much as one line of the terminal shows. Bars take three bytes and one column each.
std::string fitted(std::string line) {
  winsize window{};
  const bool known = ioctl(2, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
  std::size_t columns = known ? window.ws_col - 1U : 119, end = 0;
  for (; end < line.size(); ++end) {
    const bool starts = (static_cast<unsigned char>(line[end]) & 0xC0U) != 0x80U;
    if (starts && columns-- == 0) break;
  }
  line.resize(end);
  return line;
}

}  // namespace

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

progress_line::progress_line(const problem& problem, std::size_t evaluations,
                             std::optional<double> seconds)
    : problem_(problem), evaluations_(evaluations), seconds_(seconds) {
  fmt::print(stderr, "{}: {} configurations, {} excluded\n", problem.key, problem.cases.size(),
             problem.excluded.size());
}

std::string progress_line::text(const trials& tried) const {
  const auto done = static_cast<double>(tried.all().size());
  double left_s =
      tried.spent_s() / std::max(done, 1.0) * (static_cast<double>(evaluations_) - done);
  if (seconds_) left_s = std::min(left_s, *seconds_ - tried.spent_s());
  const std::string course = sparkline(tried.convergence_ms(), sparkline_width);
  std::string line =
      fmt::format("{}/{}  {:.0f} s left", tried.all().size(), evaluations_, std::max(0.0, left_s));
  if (tried.failures() > 0) line += fmt::format("  {} failed", tried.failures());
  const attempt* best = tried.best();
  if (best == nullptr) return line;
  return line + fmt::format("  {}  best {}  {}", course,
                            duration_text(1e6 * best->as_trial.objective),
                            problem_.space->text(best->which));
}

void progress_line::show(const trials& tried) {
  const attempt& latest = tried.all().back();
  const bool failed = !latest.as_trial.valid();
  if (isatty(2)) {
    fmt::print(stderr, "\r\033[K{}", fitted(text(tried)));
  } else if (failed) {
    fmt::print(stderr, "{} {}: {}\n", problem_.space->text(latest.which),
               to_text(latest.as_trial.result), latest.as_trial.reason);
  } else if (tried.best() == &latest || tried.all().size() == evaluations_) {
    fmt::print(stderr, "{}\n", text(tried));
  }
  std::fflush(stderr);
}

void progress_line::end() {
  if (isatty(2)) fmt::print(stderr, "\n");
}

}  // namespace retime::tune
