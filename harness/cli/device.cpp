#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/commands.h"
#include "harness/cli/sweep_flags.h"
#include "harness/record/header.h"

namespace retime {

void add_device(CLI::App& app) {
  auto* command =
      app.add_subcommand("device", "Say what device is here and what it can do at best");
  auto name = std::make_shared<std::string>("auto");
  command->add_option("--device", *name, "auto or cuda:N")->capture_default_str();
  command->callback([name] {
    select_device(*name);
    fmt::print("{}\n", make_header(1).dump(2));
  });
}

}  // namespace retime
