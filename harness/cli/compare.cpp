#include "harness/compare/compare.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/bad_input.h"
#include "harness/cli/commands.h"
#include "harness/cli/compare_flags.h"
#include "harness/compare/report.h"
#include "harness/export/write_text.h"

namespace retime {
namespace {

struct compare_command {
  std::string base, fresh;
  std::vector<std::string> more_base, more_fresh, equal;
  compare_flags how;
  bool strict = false;
  std::string markdown, junit, json;
};

std::vector<compare::timing_run> read_all(const std::vector<std::string>& paths) {
  std::vector<compare::timing_run> runs;
  for (const auto& path : paths) runs.push_back(compare::read_timing_run(path));
  return runs;
}

std::vector<std::string> with_first(const std::string& first, std::vector<std::string> rest) {
  rest.insert(rest.begin(), first);
  return rest;
}

int run(const compare_command& given) {
  const auto options = given.how.options();
  const auto result =
      compare::compare_runs({.base = read_all(with_first(given.base, given.more_base)),
                             .fresh = read_all(with_first(given.fresh, given.more_fresh)),
                             .equal = read_all(given.equal)},
                            options);
  formats::check_writable(given.markdown, "--markdown");
  formats::check_writable(given.junit, "--junit");
  formats::check_writable(given.json, "--json");
  if (!given.markdown.empty()) formats::write_text(given.markdown, markdown(result), "--markdown");
  if (!given.junit.empty()) formats::write_text(given.junit, junit(result), "--junit");
  if (!given.json.empty())
    formats::write_text(given.json, to_json(result).dump(1) + "\n", "--json");
  fmt::print("{}", table(result));
  return exit_status_of(result, given.strict);
}

}  // namespace

void add_compare(CLI::App& app) {
  auto* command =
      app.add_subcommand("compare", "Say which cases became slower or faster, and how surely");
  auto given = std::make_shared<compare_command>();
  command->add_option("BASE", given->base, "Run directory, Google Benchmark JSON or NVBench JSON")
      ->required();
  command->add_option("NEW", given->fresh, "The same, of the build that is judged")->required();
  command->add_option("--base-runs", given->more_base, "Further runs of the build of BASE")
      ->type_name("RUN...");
  command->add_option("--new-runs", given->more_fresh, "Further runs of the build of NEW")
      ->type_name("RUN...");
  command
      ->add_option("--aa", given->equal,
                   "Runs of one and the same build, to learn each case's drift from")
      ->type_name("RUN...");
  given->how.add_to(*command);
  command->add_flag("--strict", given->strict,
                    "End with 4 if a case is undecided, missing or no longer correct");
  command->add_option("--markdown", given->markdown, "Write Markdown, for a pull request")
      ->type_name("FILE");
  command->add_option("--junit", given->junit, "Write JUnit XML")->type_name("FILE");
  command->add_option("--json", given->json, "Write JSON")->type_name("FILE");
  command->footer(
      "Exit status: 0 nothing slower, 1 slower, 2 bad input, 3 not comparable, 4 undecided "
      "(--strict).");
  command->callback([given] {
    const int status = run(*given);
    if (status != 0) throw exit_status{status};
  });
}

}  // namespace retime
