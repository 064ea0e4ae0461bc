#include "harness/tune/commands/direction_flags.h"

namespace retime::tune {

void add_direction(CLI::App& command, std::optional<direction>& towards) {
  auto* most = command.add_flag_callback(
      "--maximize", [&towards] { towards = direction::maximise; },
      "The best is the greatest, whatever its unit");
  command
      .add_flag_callback(
          "--minimize", [&towards] { towards = direction::minimise; },
          "The best is the least, whatever its unit")
      ->excludes(most);
}

}  // namespace retime::tune
