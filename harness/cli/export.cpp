#include <fmt/format.h>

#include <filesystem>

#include "harness/cli/commands.h"
#include "harness/export/formats.h"
#include "harness/support/output.h"
#include "harness/support/write_file.h"
#include "harness/tune/device/t1.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

namespace fs = std::filesystem;

struct export_command {
  std::string run, format, out, filter;
};

void write(const export_command& given, const std::string& text) {
  if (given.out.empty()) {
    write_result(text);
  } else {
    write_text(given.out, text, "--out");
  }
}

void write(const export_command& given, const formats::json& document) {
  write(given, document.dump(1) + "\n");
}

/// Google Benchmark and the dashboards have no word for a case without a time.
void write_timed(const export_command& given, const recorded_run& run,
                 const formats::json& document) {
  const auto without = formats::count_without_time(run);
  if (without == run.cases.size()) {
    throw bad_input(
        fmt::format("{}: no case has a measured time, so there is nothing for {}; the first: {}",
                    given.run, given.format, formats::outcome_of(run.cases.front())));
  }
  write(given, document);
  if (without > 0)
    print_status("{} of {} cases have no measured time and are left out\n", without,
                 run.cases.size());
}

/// Sample files lie beside the JSON file, in <name>-bin; standard output has no beside.
void write_nvbench(const export_command& given, const recorded_run& run) {
  const fs::path out = given.out;
  const auto files = formats::nvbench(run, out.filename().string());
  write(given, files.root);
  for (const auto& file : files.samples) {
    const fs::path path = out.parent_path() / file.name;
    fs::create_directories(path.parent_path());
    const auto* bytes = reinterpret_cast<const char*>(file.seconds.data());
    write_text(path, std::string(bytes, file.seconds.size() * sizeof(float)), "--out");
  }
}

/// The space of one variant: it needs no run. Where a variant's space is the same on every input,
/// any input serves.
void write_t1(const export_command& given) {
  if (!given.run.empty())
    throw bad_input(fmt::format(
        "{}: --to t1 describes a variant, not a run; choose one by --filter alone", given.run));
  sweep_request request;
  request.filter = given.filter;
  const auto problems = tune::problems_of(request);
  const auto document = formats::t1(problems.front());
  for (const auto& other : problems) {
    const auto same = formats::t1(other)["ConfigurationSpace"] == document["ConfigurationSpace"];
    if (other.any().variant != problems.front().any().variant || !same)
      throw bad_input(fmt::format("--to t1: holds one space; choose between {} and {} by --filter",
                                  problems.front().key, other.key));
  }
  write(given, document.dump(1) + "\n");
}

void run(const export_command& given) {
  const std::string& to = given.format;
  check_writable(given.out, "--out");
  if (to == "t1") return write_t1(given);
  if (given.run.empty()) throw bad_input("export: name the run directory");
  const auto loaded = formats::load_run(given.run, given.filter);
  if (to == "google-benchmark") {
    write_timed(given, loaded, formats::google_benchmark(loaded));
  } else if (to == "github-action-benchmark") {
    write_timed(given, loaded, formats::github_action_benchmark(loaded));
  } else if (to == "bencher") {
    write_timed(given, loaded, formats::bencher(loaded));
  } else if (to == "nvbench") {
    write_nvbench(given, loaded);
  } else if (to == "t4") {
    write(given, formats::t4(loaded));
  } else if (to == "junit") {
    write(given, formats::junit(loaded));
  } else {
    throw bad_input(fmt::format(
        "--to '{}': google-benchmark, nvbench, github-action-benchmark, bencher, t4, t1 or junit",
        to));
  }
}

}  // namespace

void add_export(CLI::App& app) {
  auto* command = app.add_subcommand("export", "Write a run in another tool's format");
  auto given = std::make_shared<export_command>();
  command->add_option("RUN", given->run, "Run directory; t1 needs none");
  command
      ->add_option("--to", given->format,
                   "google-benchmark, nvbench, github-action-benchmark, bencher, t4, t1 or junit")
      ->required()
      ->type_name("FORMAT");
  command->add_option("--out", given->out, "File to write; standard output unless named")
      ->type_name("FILE");
  command
      ->add_option("--filter", given->filter, "Only cases whose key this regular expression finds")
      ->type_name("RE");
  command->callback([given] { run(*given); });
}

}  // namespace retime
