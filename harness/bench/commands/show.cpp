#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "harness/bench/run_summary.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/record/recorded_run.h"
#include "harness/text/filter.h"
#include "harness/text/output.h"
#include "kernels/support/bad_input.h"

namespace retime::bench {
namespace {

struct show_command {
  std::string run, filter;
  bool markdown = false, csv = false, json = false;
};

recorded_run filtered_run(const show_command& given) {
  auto run = read_run(given.run);
  const key_filter wanted(given.filter);
  std::erase_if(run.cases, [&](const recorded_case& one) { return !wanted.matches(one.key); });
  if (run.cases.empty())
    throw bad_input(
        fmt::format("{}: holds no case that --filter '{}' finds", given.run, given.filter));
  return run;
}

void show_run(const show_command& given) {
  const auto run = filtered_run(given);
  if (!given.markdown && !given.csv && !given.json)
    return write_result(summary_text(run, result_style()));
  const auto summary = summary_of(run);
  if (given.json) return write_result(summary_json(summary).dump(2) + "\n");
  write_result(given.csv ? summary_columns(summary).csv() : summary_table(summary).markdown());
}

void add_show(CLI::App& command) {
  auto given = std::make_shared<show_command>();
  command.add_option("RUN", given->run, "Folder of a run")->required()->type_name("DIR");
  begin_group(command, "Cases");
  add_filter(command, given->filter);
  begin_group(command, "Output");
  auto* markdown = command.add_flag("--markdown", given->markdown, "As a table of Markdown");
  auto* csv = command.add_flag("--csv", given->csv, "As CSV, a row a variant and workload")
                  ->excludes(markdown);
  command.add_flag("--json", given->json, "As JSON")->excludes(markdown)->excludes(csv);
  add_example(command, "sizes --markdown");
  command.callback([given] { show_run(*given); });
}

const bool has_show =
    register_command({.id = "show",
                      .help = "Show what a run found: the table that `run` ends with",
                      .chapter = "Read",
                      .place = 60,
                      .add = add_show});

}  // namespace
}  // namespace retime::bench
