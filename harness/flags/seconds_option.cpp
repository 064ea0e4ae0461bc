#include "harness/flags/seconds_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

struct unit {
  std::string_view name;
  double seconds;
};

constexpr unit units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"min", 60}, {"h", 3600}};

}  // namespace

double seconds_of(const std::string& text, const std::string& flag) {
  double amount = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, amount);
  const std::string_view given(read.ptr, static_cast<std::size_t>(end - read.ptr));
  const auto known = std::ranges::find(units, given, &unit::name);
  const bool is_right = read.ec == std::errc{} && known != std::end(units);
  const double seconds = is_right ? amount * known->seconds : 0;
  if (seconds >= 1e-6 && seconds <= 1e9) return seconds;
  throw bad_input(fmt::format("{} '{}': a time, as 10s, 200ms, 2min or 1h", flag, text));
}

CLI::Option* add_seconds(CLI::App& command, const std::string& flag, const std::string& help,
                         std::function<void(double)> set) {
  return command
      .add_option_function<std::string>(
          flag, [flag, set](const std::string& text) { set(seconds_of(text, flag)); }, help)
      ->type_name("TIME");
}

}  // namespace retime
