#include "harness/gate/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/gate/commands/compare_flags.h"
#include "harness/host/exit_status.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

namespace fs = std::filesystem;

struct compare_command {
  std::string base_run, new_run;
  std::vector<std::string> more_base, more_new, equal;
  compare_flags deciding;
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

inputs read(const compare_command& flags) {
  const auto base = each_once(flags.base_run, flags.more_base),
             new_runs = each_once(flags.new_run, flags.more_new);
  const auto equal = not_in(new_runs, not_in(base, flags.equal));
  return {.base = read_all(base), .new_runs = read_all(new_runs), .equal = read_all(equal)};
}

int run(const compare_command& flags) {
  const auto options = flags.deciding.options();
  const auto result = compare_runs(read(flags), options);
  flags.files.check();
  flags.files.write(result);
  flags.files.print(result);
  return exit_status_of(result, flags.strict);
}

void add_compare(CLI::App& command) {
  auto flags = std::make_shared<compare_command>();
  command
      .add_option("BASE", flags->base_run, "Run directory, Google Benchmark JSON or NVBench JSON")
      ->type_name("RUN")
      ->required();
  command.add_option("NEW", flags->new_run, "The same, of the build that is judged")
      ->type_name("RUN")
      ->required();
  begin_group(command, "Runs");
  command.add_option("--base-runs", flags->more_base, "Further runs of the build of BASE")
      ->type_name("RUN");
  command.add_option("--new-runs", flags->more_new, "Further runs of the build of NEW")
      ->type_name("RUN");
  command
      .add_option("--aa", flags->equal,
                  "Runs of one and the same build, to learn each case's drift from")
      ->type_name("RUN");
  flags->deciding.add_to(command);
  command.add_flag("--strict", flags->strict, "End with 4 if a case is undecided or missing");
  flags->files.add_to(command);
  command.footer(
      "Exit status: 0 nothing slower, 1 slower or correct no more, 2 bad input, 3 not comparable, "
      "4 undecided or missing (--strict).");
  add_example(command, "runs/base runs/new --margin 0.01 --strict --junit compare.xml");
  command.callback([flags] {
    const int status = run(*flags);
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
