#include "harness/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "harness/support/duration_text.h"

namespace retime {
void progress::begin(const std::string& key) {
  const double elapsed_s = watch_.s();
  const std::string left = done_ == 0
                               ? "?"
                               : fmt::format("{:.0f} s", elapsed_s / static_cast<double>(done_) *
                                                             static_cast<double>(cases_ - done_));
  // A terminal keeps one line; a log gets one line a case.
  fmt::print(stderr, "{}case {} of {}, {} left: {}{}", isatty(2) ? "\r\033[K" : "", done_ + 1,
             cases_, left, key, isatty(2) ? "" : "\n");
  std::fflush(stderr);
}

void progress::end(const record& ended) {
  ++done_;
  if (isatty(2)) fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  fmt::print("{}\n", result_line(ended));
  std::fflush(stdout);
}

std::string result_line(const record& result) {
  std::string line = fmt::format("{:<72} {}", result.what.key, to_text(result.outcome));
  if (!result.reason.empty()) line += ": " + result.reason;
  if (result.emulated && result.outcome == status::correct)
    return line + "  (emulated: no GPU time)";
  if (!result.timing) return line;
  const auto& stats = result.timing->stats;
  line += fmt::format("  {} +-{:.2f} %", duration_text(stats.median_ns),
                      50 * (stats.ci_high_ns - stats.ci_low_ns) / stats.median_ns);
  if (result.ceiling_bytes_per_s && result.work.bytes > 0) {
    line += fmt::format("  {:.1f} % of copy", result.work.bytes / (stats.median_ns * 1e-9) /
                                                  *result.ceiling_bytes_per_s * 100);
  }
  return line;
}

}  // namespace retime
