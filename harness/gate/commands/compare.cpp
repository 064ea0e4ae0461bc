#include "harness/gate/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/gate/commands/compare_flags.h"
#include "harness/gate/commands/report_files.h"
#include "harness/host/exit_status.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

namespace fs = std::filesystem;

struct compare_command {
  std::string base, fresh;
  std::vector<std::string> more_base, more_fresh, equal;
  compare_flags how;
  bool strict = false;
  report_files files;
};

bool is_same(const fs::path& a, const fs::path& b) {
  std::error_code absent;  // which reading it will complain of
  return a == b || fs::equivalent(a, b, absent);
}

std::vector<timing_run> read_all(const std::vector<std::string>& paths) {
  std::vector<timing_run> runs;
  runs.reserve(paths.size());
  for (const auto& path : paths) runs.push_back(read_timing_run(path));
  return runs;
}

/// A run that is named twice, as by BASE and again by a pattern for --base-runs, is one run and no
/// replicate of itself.
std::vector<std::string> each_once(const std::string& first, const std::vector<std::string>& rest) {
  std::vector<std::string> all{first};
  for (const auto& path : rest) {
    const auto same = [&](const std::string& other) { return is_same(path, other); };
    if (std::ranges::none_of(all, same)) all.push_back(path);
  }
  return all;
}

/// A/A runs that teach nothing new are left out: those of a side that is repeated itself.
std::vector<std::string> not_in(const std::vector<std::string>& side,
                                std::vector<std::string> equal) {
  if (side.size() < 2) return equal;
  std::erase_if(equal, [&](const std::string& path) {
    return std::ranges::any_of(side,
                               [&](const std::string& other) { return is_same(path, other); });
  });
  return equal;
}

inputs read(const compare_command& given) {
  const auto base = each_once(given.base, given.more_base),
             fresh = each_once(given.fresh, given.more_fresh);
  const auto equal = not_in(fresh, not_in(base, given.equal));
  return {.base = read_all(base), .fresh = read_all(fresh), .equal = read_all(equal)};
}

int run(const compare_command& given) {
  const auto options = given.how.options();
  const auto result = compare_runs(read(given), options);
  given.files.check();
  given.files.write(result);
  given.files.print(result);
  return exit_status_of(result, given.strict);
}

void add_compare(CLI::App& command) {
  auto given = std::make_shared<compare_command>();
  command.add_option("BASE", given->base, "Run directory, Google Benchmark JSON or NVBench JSON")
      ->type_name("RUN")
      ->required();
  command.add_option("NEW", given->fresh, "The same, of the build that is judged")
      ->type_name("RUN")
      ->required();
  begin_group(command, "Runs");
  command.add_option("--base-runs", given->more_base, "Further runs of the build of BASE")
      ->type_name("RUN");
  command.add_option("--new-runs", given->more_fresh, "Further runs of the build of NEW")
      ->type_name("RUN");
  command
      .add_option("--aa", given->equal,
                  "Runs of one and the same build, to learn each case's drift from")
      ->type_name("RUN");
  given->how.add_to(command);
  command.add_flag("--strict", given->strict, "End with 4 if a case is undecided or missing");
  given->files.add_to(command);
  command.footer(
      "Exit status: 0 nothing slower, 1 slower or correct no more, 2 bad input, 3 not comparable, "
      "4 undecided or missing (--strict).");
  add_example(command, "runs/base runs/new --margin 0.01 --strict --junit compare.xml");
  command.callback([given] {
    const int status = run(*given);
    if (status != 0) throw exit_status{status};
  });
}

const bool has_compare =
    register_command({.id = "compare",
                      .help = "Report which cases became slower or faster, and how surely",
                      .chapter = "Gate",
                      .place = 110,
                      .add = add_compare});

}  // namespace
}  // namespace retime::gate
