#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/commands.h"
#include "harness/cli/sweep_flags.h"
#include "harness/measure/self_check.h"
#include "harness/record/header.h"
#include "harness/support/exit_status.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

/// Exit status: 0 if timing passes every check, else 1.
int check_device() {
  bool all_passed = true;
  fmt::print("{:32} {:>12} {:>12} {:>12} {:6}        {}\n", "check", "measured", "at least",
             "at most", "unit", "how");
  for (const auto& check : check_timing()) {
    all_passed &= check.passed();
    fmt::print("{:32} {:12.5g} {:12.5g} {:12.5g} {:6} {:6} {}\n", check.name, check.measured,
               check.low, check.high, check.unit, check.passed() ? "pass" : "FAIL", check.note);
  }
  return all_passed ? 0 : 1;
}

}  // namespace

void add_device(CLI::App& app) {
  auto* command =
      app.add_subcommand("device", "Say what device is here and what it can do at best");
  auto name = std::make_shared<std::string>("auto");
  command->add_option("--device", *name, "auto or cuda:N")->capture_default_str();
  auto check = std::make_shared<bool>(false);
  command->add_flag("--check", *check, "Check the timing itself against kernels of known length");
  command->callback([name, check] {
    select_device(*name);
    if (*check) {
      if (device::is_emulation())
        throw bad_input("--check: the emulation times nothing; use the CUDA program on a GPU");
      if (const int status = check_device(); status != 0) throw exit_status{status};
      return;
    }
    fmt::print("{}\n", make_header(1).dump(2));
  });
}

}  // namespace retime
