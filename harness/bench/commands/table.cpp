#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/bench/commands/measured_sweep.h"
#include "harness/bench/paper_table.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/flags/seconds_option.h"
#include "harness/host/exit_status.h"
#include "harness/host/interrupt.h"
#include "harness/record/header.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"
#include "variants/embedded_text.h"
#include "variants/registry.h"

namespace retime::bench {
namespace {

/// Enough to see how far processes differ; each makes all inputs anew, some of which take long.
constexpr const char* table_processes = "3";
constexpr double table_budget_s = 3;

struct table_command {
  std::string family;
  std::vector<std::string> runs;
  bool markdown = false, csv = false, json = false;
  run_flags measuring{true};
};

using published_list = std::vector<published_table>;

/// Throws bad_input unless papers print numbers of such a family.
void check_family(const published_list& published, const std::string& family) {
  std::set<std::string> known;
  for (const auto& table : published) known.insert(table.family);
  if (known.contains(family)) return;
  if (known.empty())
    throw bad_input(fmt::format("table {}: this program holds no paper's numbers", family));
  std::string names;
  for (const auto& name : known) names += (names.empty() ? "" : ", ") + name;
  throw bad_input(fmt::format("table {}: no such family; {}", family, names));
}

/// The cases that a number rests on, of one variant: as the paper prints it, or as we recommend it.
std::vector<benchmark_case> cases_of(const published_table& table, const published_number& number,
                                     const std::string& variant, bool as_printed) {
  sweep_request request{.filter = fmt::format("^{}/{}/", table.family, variant),
                        .as_printed = as_printed};
  for (const auto& [axis, value] : number.axes) request.axes.push_back({axis, to_text(value)});
  for (const auto& [axis, values] : *number.measure) request.axes.push_back({axis, values});
  return expand(request);
}

/// Those of all numbers of the family that can be measured in reasonable time, each once.
planned_sweep sweep_for(const published_list& published, const std::string& family) {
  planned_sweep sweep;
  std::set<std::string> seen;
  for (const auto& table : published) {
    if (table.family != family) continue;
    for (const auto& number : table.numbers) {
      if (!number.measure) continue;
      for (const std::string& variant : {number.variant, number.over}) {
        for (const bool as_printed : {true, false}) {
          if (variant.empty()) continue;
          for (auto& one : cases_of(table, number, variant, as_printed))
            if (seen.insert(one.key).second) sweep.cases.push_back(std::move(one));
        }
      }
    }
  }
  return sweep;
}

/// Cases of one input stand together, so that it is made once.
void sort_by_input(std::vector<benchmark_case>& cases) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < cases.size(); ++i) first.emplace(cases[i].workload_key, i);
  std::ranges::stable_sort(cases, {},
                           [&](const benchmark_case& one) { return first.at(one.workload_key); });
}

void print_rows(const table_command& given, const std::vector<paper_row>& rows) {
  if (given.json) return write_result(paper_json(rows).dump(2) + "\n");
  const auto table = paper_table(rows);
  if (given.markdown) return write_result(table.markdown());
  if (given.csv) return write_result(table.csv());
  write_result(table.for_terminal(result_style()));
  write_result(legend_of(rows));
}

/// Exit status: as of `run`.
int measure_and_print(const table_command& given, const published_list& published) {
  auto sweep = sweep_for(published, given.family);
  sort_by_input(sweep.cases);
  if (given.measuring.dry_run) {
    for (const auto& one : sweep.cases) print_result("{}\n", one.key);
    print_status("{}\n", cost_text(sweep.cases, given.measuring.options()));
    return 0;
  }
  auto device = sweep::boards_named(given.measuring.sweep.device, nullptr, 1, false);
  measured_sweep measured(given.measuring, *device, sweep, 0);
  measured.measure(sweep.cases);
  const std::vector runs{read_run(measured.path(), open_line::skip)};
  print_rows(given, paper_rows(published, given.family, runs));
  print_status("next: {} table {} {}\n", command_line().front(), given.family,
               measured.path().string());
  return measured.exit_status();
}

int run_table(const table_command& given) {
  const auto published = published_tables(embedded_text("published.json"));
  check_family(published, given.family);
  given.measuring.check();
  const bool measures = given.runs.empty() && !device::is_emulation();
  if (measures || given.measuring.dry_run) return measure_and_print(given, published);
  std::vector<recorded_run> runs;
  for (const auto& path : given.runs) runs.push_back(read_run(path));
  print_rows(given, paper_rows(published, given.family, runs));
  if (runs.empty())
    print_status("no GPU times here: name runs, such as results/h200/{}\n", given.family);
  return 0;
}

std::string first_family() { return families().empty() ? "FAMILY" : families().front().id; }

void add_table(CLI::App& command) {
  auto given = std::make_shared<table_command>();
  command.add_option("FAMILY", given->family, "Of which the numbers are")->required();
  command
      .add_option("RUN", given->runs,
                  "Folders of runs; without one the GPU measures what the table takes")
      ->type_name("DIR...");
  run_flags& measuring = given->measuring;
  measuring.processes = table_processes;
  measuring.budget_s = table_budget_s;
  begin_group(command, "Measuring");
  add_device_name(command, measuring.sweep.device);
  add_run_folder(command, measuring.out, "Folder of the run that is made");
  add_seconds(command, "--budget", "Time that sampling a case may take in all its processes",
              [&measuring](double seconds) { measuring.budget_s = seconds; })
      ->default_str("3s");
  command.add_flag("--dry-run", measuring.dry_run, "Name the cases that it would measure, and end");
  begin_group(command, "Output");
  auto* markdown = command.add_flag("--markdown", given->markdown, "As a table of Markdown");
  auto* csv = command.add_flag("--csv", given->csv, "As CSV")->excludes(markdown);
  command
      .add_flag("--json", given->json, "As JSON, numbers in seconds, items a second or as factors")
      ->excludes(markdown)
      ->excludes(csv);
  command.add_flag("-q,--quiet", measuring.quiet, "Print the table alone");
  add_example(command, first_family() + " results/h200/" + first_family());
  command.callback([given] {
    const int status = run_table(*given);
    if (status != 0) throw exit_status{status};
  });
}

const bool has_table = register_command(
    {.id = "table",
     .help = "A paper's numbers beside the measured ones: of the runs named, or measured now",
     .chapter = "Read",
     .place = 70,
     .add = add_table});

}  // namespace
}  // namespace retime::bench
