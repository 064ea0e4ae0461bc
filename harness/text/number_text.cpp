#include "harness/text/number_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace retime {

std::string three_digits(double value) {
  if (value < 999.5 || value >= 999'500) return fmt::format("{:.3g}", value);
  const double step = std::pow(10, std::floor(std::log10(value)) - 2);
  return fmt::format("{:.0f}", std::round(value / step) * step);
}

std::string duration_text(double time_ns) {
  // Where rounding would reach the next unit's first number, that unit is taken.
  if (time_ns < 0.99995) return fmt::format("{:#.4g} ps", time_ns * 1e3);
  if (time_ns < 999.95) return fmt::format("{:#.4g} ns", time_ns);
  if (time_ns < 999.95e3) return fmt::format("{:#.4g} us", time_ns * 1e-3);
  if (time_ns < 999.95e6) return fmt::format("{:#.4g} ms", time_ns * 1e-6);
  if (time_ns < 999.95e9) return fmt::format("{:#.4g} s", time_ns * 1e-9);
  if (time_ns < 1e13) return fmt::format("{:.0f} s", time_ns * 1e-9);
  return fmt::format("{:.4g} h", time_ns * 1e-9 / 3600);
}

std::string rough_time_text(double time_s) {
  if (time_s < 10) return fmt::format("{:.2g} s", time_s);
  if (time_s < 120) return fmt::format("{:.0f} s", time_s);
  if (time_s < 7200) return fmt::format("{:.0f} min", time_s / 60);
  return fmt::format("{:.3g} h", time_s / 3600);
}

std::string utc_text(std::time_t instant, const char* form) {
  std::tm parts{};
  gmtime_r(&instant, &parts);
  std::array<char, 64> text;
  return {text.data(), std::strftime(text.data(), text.size(), form, &parts)};
}

}  // namespace retime
