#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "harness/exports/commands/export_spaces.h"
#include "harness/files/write_file.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/text/output.h"
#include "kernels/support/bad_input.h"

namespace retime::exports {
namespace {

namespace fs = std::filesystem;

std::string format_names() { return forms<export_form>::ids("|"); }

/// A run's cases. What lies beside the text lies beside --out; standard output has no beside.
void export_run(const export_request& request, const export_form& form) {
  const auto run = load_run(request.run, request.filter);
  const auto without = static_cast<std::size_t>(
      std::ranges::count_if(run.cases, [](const auto& any_case) { return !any_case.measured(); }));
  if (form.leaves_out_untimed && without == run.cases.size()) {
    throw bad_input(
        fmt::format("{}: no case has a measured time, so there is nothing for {}; the first: {}",
                    request.run, form.id, outcome_and_reason(run.cases.front())));
  }
  const fs::path out = request.out;
  const auto files = form.of_run(run, out.filename().string());
  write_export(request, files.text);
  for (const auto& file : files.beside) {
    const fs::path path = out.parent_path() / file.name;
    fs::create_directories(path.parent_path());
    write_text(path, file.bytes, "--out");
  }
  if (form.leaves_out_untimed && without > 0)
    print_status("{} of {} cases have no measured time and are left out\n", without,
                 run.cases.size());
}

void run(const export_request& request) {
  const auto* form = forms<export_form>::find(request.format);
  if (form == nullptr)
    throw bad_input(fmt::format("--to '{}': one of {}", request.format, format_names()));
  check_flags(request, *form);
  if (form->of_problem) return export_described_spaces(request, *form);
  if (request.run.empty()) throw bad_input("export: name the run directory");
  if (form->of_space) return export_recorded_spaces(request, *form);
  export_run(request, *form);
}

void add_export(CLI::App& command) {
  auto request = std::make_shared<export_request>();
  command.add_option("RUN", request->run, "Run directory; t1 needs none")->type_name("RUN");
  begin_group(command, "Output");
  command.add_option("--to", request->format, "The format")->required()->type_name(format_names());
  add_out(command, request->out, "FILE", "File to write; standard output unless named");
  command.add_flag("--all", request->all,
                   "t4, t1, kernel-tuner-cache: a file for each tuning space, in the folder --out");
  begin_group(command, "Cases");
  add_filter(command, request->filter);
  command
      .add_option("-a,--axis", request->axes, "t1: values of an axis, NAME=V,V; may be repeated")
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false);
  add_example(command, "runs/new --to csv -o new.csv");
  command.callback([request] { run(*request); });
}

const bool has_export = register_command({.id = "export",
                                          .help = "Write a run in another tool's format",
                                          .chapter = "Read",
                                          .place = 80,
                                          .add = add_export});

}  // namespace
}  // namespace retime::exports
