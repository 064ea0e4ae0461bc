#include <fmt/format.h>

#include <filesystem>

#include "harness/exports/commands/export_spaces.h"
#include "harness/exports/formats.h"
#include "harness/files/write_file.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/text/output.h"
#include "kernels/support/bad_input.h"

namespace retime::exports {
namespace {

namespace fs = std::filesystem;

constexpr const char* format_names =
    "csv|google-benchmark|nvbench|github-action-benchmark|bencher|junit|t4|t1|kernel-tuner-cache";

/// Google Benchmark and the dashboards have no word for a case without a time.
void write_timed(const export_request& given, const recorded_run& run, const json& document) {
  const auto without = count_without_time(run);
  if (without == run.cases.size()) {
    throw bad_input(
        fmt::format("{}: no case has a measured time, so there is nothing for {}; the first: {}",
                    given.run, given.format, outcome_of(run.cases.front())));
  }
  write_export(given, document);
  if (without > 0)
    print_status("{} of {} cases have no measured time and are left out\n", without,
                 run.cases.size());
}

/// Sample files lie beside the JSON file, in <name>-bin; standard output has no beside.
void write_nvbench(const export_request& given, const recorded_run& run) {
  const fs::path out = given.out;
  const auto files = nvbench(run, out.filename().string());
  write_export(given, files.root);
  for (const auto& file : files.samples) {
    const fs::path path = out.parent_path() / file.name;
    fs::create_directories(path.parent_path());
    const auto* bytes = reinterpret_cast<const char*>(file.seconds.data());
    write_text(path, std::string(bytes, file.seconds.size() * sizeof(float)), "--out");
  }
}

void run(const export_request& given) {
  const std::string& to = given.format;
  check_flags(given);
  if (to == "t1") return export_described_spaces(given);
  if (given.run.empty()) throw bad_input("export: name the run directory");
  if (to == "t4" || to == "kernel-tuner-cache") return export_recorded_spaces(given);
  const auto loaded = load_run(given.run, given.filter);
  if (to == "csv") {
    // The filter may leave out what speed-ups divide by.
    write_export(given, csv(loaded, speed_ups(load_run(given.run))));
  } else if (to == "google-benchmark") {
    write_timed(given, loaded, google_benchmark(loaded));
  } else if (to == "github-action-benchmark") {
    write_timed(given, loaded, github_action_benchmark(loaded));
  } else if (to == "bencher") {
    write_timed(given, loaded, bencher(loaded));
  } else if (to == "nvbench") {
    write_nvbench(given, loaded);
  } else if (to == "junit") {
    write_export(given, junit(loaded));
  } else {
    throw bad_input(fmt::format("--to '{}': one of {}", to, format_names));
  }
}

void add_export(CLI::App& command) {
  auto given = std::make_shared<export_request>();
  command.add_option("RUN", given->run, "Run directory; t1 needs none")->type_name("RUN");
  begin_group(command, "Output");
  command.add_option("--to", given->format, "The format")->required()->type_name(format_names);
  add_out(command, given->out, "FILE", "File to write; standard output unless named");
  command.add_flag("--all", given->all,
                   "t4, t1, kernel-tuner-cache: a file for each tuning space, in the folder --out");
  begin_group(command, "Cases");
  add_filter(command, given->filter);
  command.add_option("-a,--axis", given->axes, "t1: values of an axis, NAME=V,V; may be repeated")
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false);
  add_example(command, "runs/new --to csv -o new.csv");
  command.callback([given] { run(*given); });
}

const bool has_export = register_command({.id = "export",
                                          .help = "Write a run in another tool's format",
                                          .chapter = "Read",
                                          .place = 80,
                                          .add = add_export});

}  // namespace
}  // namespace retime::exports
