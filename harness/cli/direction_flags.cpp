#include "harness/cli/direction_flags.h"

namespace retime {

void add_direction(CLI::App& command, std::optional<tune::direction>& towards) {
  auto* most = command.add_flag_callback(
      "--maximize", [&towards] { towards = tune::direction::maximise; },
      "The best is the greatest, whatever its unit");
  command
      .add_flag_callback(
          "--minimize", [&towards] { towards = tune::direction::minimise; },
          "The best is the least, whatever its unit")
      ->excludes(most);
}

}  // namespace retime
