#include "harness/flags/common_flags.h"

#include <fmt/format.h>

#include "harness/flags/seconds_option.h"

namespace retime {

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

CLI::Option* add_timeout(CLI::App& command, double& seconds, const std::string& help) {
  return add_seconds(command, "--timeout", help, [&seconds](double given) { seconds = given; })
      ->default_str(fmt::format("{}s", seconds));
}

}  // namespace retime
