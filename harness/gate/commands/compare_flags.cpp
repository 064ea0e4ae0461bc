#include "harness/gate/commands/compare_flags.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/flags/common_flags.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
void check_between(const char* flag, double value, double low, double high) {
  if (!(value > low && value < high)) {
    throw bad_input(fmt::format("{} {}: a number above {} and below {}", flag, value, low, high));
  }
}

namespace {

correction correction_named(const std::string& name) {
  if (const auto how = correction_from(name)) return *how;
  throw bad_input(fmt::format("--correction '{}': none, holm or bh", name));
}

void check_accepted(const std::vector<std::string>& accepted) {
  const std::vector<std::string> known{"device", "gpu", "driver", "cuda", "clock", "ecc", "host"};
  for (const auto& name : accepted) {
    if (std::ranges::find(known, name) == known.end()) {
      throw bad_input(
          fmt::format("--accept '{}': device, gpu, driver, cuda, clock, ecc or host", name));
    }
  }
}

}  // namespace

void compare_flags::add_to(CLI::App& command) {
  add_deciding_to(command);
  command.add_flag("--paired", chosen_.pair_runs,
                   "The i-th runs of both builds were taken next to each other");
}

void compare_flags::add_deciding_to(CLI::App& command) {
  begin_group(command, "Deciding");
  command
      .add_option("--margin", chosen_.margin,
                  "Equivalence margin: smaller relative changes are ignored")
      ->capture_default_str();
  command.add_option("--alpha", chosen_.alpha, "Accepted error of a verdict, over all cases")
      ->capture_default_str();
  command.add_option("--correction", correction_, "For the number of cases")
      ->type_name("bh|holm|none")
      ->capture_default_str();
  command
      .add_option(
          "--drift", chosen_.assumed_drift,
          "Relative deviation from process to process that is assumed while few were measured")
      ->capture_default_str();
  command.add_option("--accept", chosen_.accepted, "Conditions that may differ")
      ->type_name("device|gpu|driver|cuda|clock|ecc|host");
}

compare_options compare_flags::options() const {
  check_between("--margin", chosen_.margin, 0, 1);
  check_between("--alpha", chosen_.alpha, least_alpha, 0.5);
  check_between("--drift", chosen_.assumed_drift, 0, 1);
  check_accepted(chosen_.accepted);
  compare_options result = chosen_;
  result.correct = correction_named(correction_);
  return result;
}

}  // namespace retime::gate
