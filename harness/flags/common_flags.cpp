#include "harness/flags/common_flags.h"

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

void begin_group(CLI::App& command, const char* title) { command.option_defaults()->group(title); }

CLI::Option* add_filter(CLI::App& command, std::string& filter, const std::string& help) {
  return command.add_option("-f,--filter", filter, help)->type_name("RE");
}

CLI::Option* add_device_name(CLI::App& command, std::string& device) {
  return command.add_option("-d,--device", device, "The GPU, or the emulation")
      ->type_name("auto|cuda:N")
      ->capture_default_str();
}

CLI::Option* add_out(CLI::App& command, std::string& out, const char* type,
                     const std::string& help) {
  return command.add_option("-o,--out", out, help)->type_name(type);
}

CLI::Option* add_run_folder(CLI::App& command, std::string& out, const std::string& help,
                            const std::string& ending) {
  return add_out(command, out, "DIR",
                 fmt::format("{}; default runs/<time>-<process>-<device>{} in "
                             "$XDG_STATE_HOME/retime or ~/.local/state/retime",
                             help, ending));
}

CLI::Option* add_precision(CLI::App& command, double& precision, const std::string& whose) {
  return command
      .add_option(
          "--precision", precision,
          fmt::format("Wanted half-width of the 95 % interval of {} median, relative", whose))
      ->capture_default_str();
}

CLI::Option* add_cache(CLI::App& command, std::string& cache) {
  return command
      .add_option("--cache", cache, "L2 before each sample: warm, or cold, which is flushed")
      ->type_name("warm|cold")
      ->capture_default_str();
}

double seconds_of(const std::string& text, const std::string& flag) {
  double amount = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, amount);
  const std::string_view name(read.ptr, static_cast<std::size_t>(end - read.ptr));
  const auto scale = std::ranges::find(units, name, &unit::name);
  const bool is_right = read.ec == std::errc{} && scale != std::end(units);
  const double seconds = is_right ? amount * scale->seconds : 0;
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

CLI::Option* add_timeout(CLI::App& command, double& seconds, const std::string& help) {
  return add_seconds(command, "--timeout", help, [&seconds](double time_s) { seconds = time_s; })
      ->default_str(fmt::format("{}s", seconds));
}

}  // namespace retime
