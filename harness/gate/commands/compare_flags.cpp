#include "harness/gate/commands/compare_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/files/write_file.h"
#include "harness/flags/common_flags.h"
#include "harness/gate/report.h"
#include "harness/text/output.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
void check_between(const char* flag, double value, double low, double high) {
  if (!(value > low && value < high)) {
    throw bad_input(fmt::format("{} {}: a number above {} and below {}", flag, value, low, high));
  }
}

namespace {

correction correction_named(const std::string& name) {
  if (const auto method = correction_from(name)) return *method;
  throw bad_input(fmt::format("--correction '{}': none, holm or bh", name));
}

void check_accepted(const std::vector<std::string>& accepted) {
  const std::vector<std::string> conditions{"device", "gpu", "driver", "cuda",
                                            "clock",  "ecc", "host"};
  for (const auto& name : accepted) {
    if (std::ranges::find(conditions, name) == conditions.end()) {
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

void report_files::add_to(CLI::App& command) {
  begin_group(command, "Output");
  command.add_flag("--verbose", verbose_, "Name all cases that only BASE or only NEW has");
  command.add_option("--markdown", markdown_, "Write Markdown, for a pull request")
      ->type_name("FILE");
  command.add_option("--junit", junit_, "Write JUnit XML")->type_name("FILE");
  command.add_option("--json", json_, "Write JSON")->type_name("FILE");
}

void report_files::check() const {
  check_writable(markdown_, "--markdown");
  check_writable(junit_, "--junit");
  check_writable(json_, "--json");
}

void report_files::write(const comparison& result) const {
  if (!markdown_.empty()) write_text(markdown_, markdown(result, verbose_), "--markdown");
  if (!junit_.empty()) write_text(junit_, junit(result), "--junit");
  if (!json_.empty()) write_text(json_, to_json(result).dump(1) + "\n", "--json");
}

void report_files::print(const comparison& result) const {
  write_result(table(result, result_style(), verbose_));
}

}  // namespace retime::gate
