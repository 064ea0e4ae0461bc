#include "harness/registry/sweep_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

constexpr std::size_t most_values = 10'000;  // a range beyond this is a slip of the pen
constexpr std::size_t longest_word = 4096;   // that of a path

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text + separator);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

bad_input wrong(const axis_setting& setting, const std::string& right) {
  return bad_input(fmt::format("--axis {}={}: {}", setting.name, setting.values, right));
}

template <class Number>
Number read(const axis_setting& setting, std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole_text = error == std::errc{} && end == text.data() + text.size() && !text.empty();
  if (whole_text && std::isfinite(static_cast<double>(value))) return value;
  throw wrong(setting,
              fmt::format("'{}' is not {}", text,
                          std::is_integral_v<Number> ? "a whole number" : "a finite number"));
}

bad_input too_many(const axis_setting& setting) {
  return wrong(setting, fmt::format("more than {} values", most_values));
}

std::vector<axis_value> by_step(const axis_setting& setting, double low, double high, double step) {
  if (!(step > 0)) throw wrong(setting, "the step K must be above 0");
  const double steps = std::floor((high - low) / step + 1e-9);
  if (!(steps < most_values)) throw too_many(setting);
  std::vector<axis_value> values;
  for (int i = 0; i <= static_cast<int>(steps); ++i) values.emplace_back(low + i * step);
  return values;
}

/// Without a sign, for LO to HI may be more than 2^63.
std::vector<axis_value> by_step(const axis_setting& setting, std::int64_t low, std::int64_t high,
                                std::int64_t step) {
  if (step <= 0) throw wrong(setting, "the step K must be above 0");
  const auto first = static_cast<std::uint64_t>(low), by = static_cast<std::uint64_t>(step);
  const std::uint64_t steps = (static_cast<std::uint64_t>(high) - first) / by;
  if (steps >= most_values) throw too_many(setting);
  std::vector<axis_value> values;
  for (std::uint64_t i = 0; i <= steps; ++i)
    values.emplace_back(static_cast<std::int64_t>(first + i * by));
  return values;
}

template <class Number>
std::vector<axis_value> by_factor(const axis_setting& setting, Number low, Number high,
                                  double factor) {
  if (!(factor > 1)) throw wrong(setting, "the factor K must be above 1");
  if (!(low > 0)) throw wrong(setting, "a range by factor must start above 0");
  const double first = static_cast<double>(low), last = static_cast<double>(high);
  if (!((std::log(last) - std::log(first)) / std::log(factor) < most_values))
    throw too_many(setting);
  const double end = std::min(last * (1 + 1e-12), std::numeric_limits<double>::max());
  std::vector<axis_value> values;
  for (double next = first; next <= end; next *= factor) {
    if (std::is_integral_v<Number> && next >= 0x1p63) break;
    const auto value = static_cast<Number>(std::is_integral_v<Number> ? std::round(next) : next);
    if (values.empty() || values.back() != axis_value(value)) values.emplace_back(value);
  }
  return values;
}

template <class Number>
std::vector<axis_value> read_range(const axis_setting& setting, std::size_t dots) {
  const auto colon = setting.values.find(':', dots);
  if (colon == std::string::npos || colon + 2 >= setting.values.size()) {
    throw wrong(setting, "a range is LO..HI:xK (by factor) or LO..HI:+K (by step)");
  }
  const auto low = read<Number>(setting, setting.values.substr(0, dots));
  const auto high = read<Number>(setting, setting.values.substr(dots + 2, colon - dots - 2));
  if (low > high) throw wrong(setting, "the range is empty: LO is above HI");
  const std::string step = setting.values.substr(colon + 2);
  switch (setting.values[colon + 1]) {
    case '+':
      return by_step(setting, low, high, read<Number>(setting, step));
    case 'x':
      return by_factor<Number>(setting, low, high, read<double>(setting, step));
    default:
      throw wrong(setting, "a range is LO..HI:xK (by factor) or LO..HI:+K (by step)");
  }
}

template <class Number>
std::vector<axis_value> read_numbers(const axis_setting& setting) {
  const auto dots = setting.values.find("..");
  if (dots != std::string::npos) return read_range<Number>(setting, dots);
  std::vector<axis_value> values;
  for (const auto& part : split(setting.values, ','))
    values.emplace_back(read<Number>(setting, part));
  return values;
}

}  // namespace

axis_setting parse_axis_setting(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
    throw bad_input(fmt::format(
        "--axis '{}': write NAME=VALUE,VALUE or NAME=LO..HI:xK or NAME=LO..HI:+K", text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<axis_value> parse_axis_values(const axis_setting& setting, const axis_value& like) {
  if (std::holds_alternative<std::int64_t>(like)) return read_numbers<std::int64_t>(setting);
  if (std::holds_alternative<double>(like)) return read_numbers<double>(setting);
  std::vector<axis_value> values;
  for (const auto& part : split(setting.values, ',')) {
    if (part.empty()) throw wrong(setting, "an empty value");
    if (part.size() > longest_word)
      throw wrong(setting, fmt::format("a value of more than {} bytes", longest_word));
    values.emplace_back(part);
  }
  return values;
}

}  // namespace retime
