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

struct show_flags {
  std::string run, filter;
  bool markdown = false, csv = false, json = false;
};

recorded_run filtered_run(const show_flags& flags) {
  auto run = read_run(flags.run);
  const key_filter expression(flags.filter);
  std::erase_if(run.cases,
                [&](const recorded_case& each) { return !expression.matches(each.key); });
  if (run.cases.empty())
    throw bad_input(
        fmt::format("{}: holds no case that --filter '{}' finds", flags.run, flags.filter));
  return run;
}

void show_run(const show_flags& flags) {
  const auto run = filtered_run(flags);
  if (!flags.markdown && !flags.csv && !flags.json)
    return write_result(summary_text(run, result_style()));
  const auto summary = summary_of(run);
  if (flags.json) return write_result(summary_json(summary).dump(2) + "\n");
  write_result(flags.csv ? summary_columns(summary).csv() : summary_table(summary).markdown());
}

void add_show(CLI::App& command) {
  auto flags = std::make_shared<show_flags>();
  command.add_option("RUN", flags->run, "Folder of a run")->required()->type_name("DIR");
  begin_group(command, "Cases");
  add_filter(command, flags->filter);
  begin_group(command, "Output");
  auto* markdown = command.add_flag("--markdown", flags->markdown, "As a table of Markdown");
  auto* csv = command.add_flag("--csv", flags->csv, "As CSV, a row a variant and workload")
                  ->excludes(markdown);
  command.add_flag("--json", flags->json, "As JSON")->excludes(markdown)->excludes(csv);
  add_example(command, "sizes --markdown");
  command.callback([flags] { show_run(*flags); });
}

const bool has_show =
    register_command({.id = "show",
                      .help = "Show what a run found: the table that `run` ends with",
                      .chapter = "Read",
                      .place = 60,
                      .add = add_show});

}  // namespace
}  // namespace retime::bench
