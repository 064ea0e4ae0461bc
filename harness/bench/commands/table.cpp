#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "harness/cases/worker/worker.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/host/exit_status.h"
#include "harness/record/header.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"
#include "variants/registry.h"

namespace retime::bench {
namespace {

namespace fs = std::filesystem;

struct table_command {
  std::string family;
  std::vector<std::string> runs;
  bool markdown = false, csv = false, json = false;

  const char* form() const { return markdown ? "markdown" : csv ? "csv" : json ? "json" : "text"; }
};

/// The folder of the package `plots`: of the sources that hold build/bin, or of what is installed.
/// Throws bad_input where it is neither.
fs::path folder_of_plots(const fs::path& program) {
  const fs::path binaries = program.parent_path();
  for (const char* beside : {"../..", "../share/retime"}) {
    fs::path folder = (binaries / beside).lexically_normal();
    if (fs::exists(folder / "plots/__main__.py")) return folder;
  }
  throw bad_input(fmt::format(
      "table: the report's code, plots/, is not where {} was built or installed; `python "
      "-m plots --table FAMILY RUN` does the same where it is",
      program.string()));
}

/// The report judges what papers print; its numbers are these. Does not return.
[[noreturn]] void run_plots(const table_command& table) {
  const fs::path folder = folder_of_plots(cases::this_program());
  const fs::path own = folder / ".venv/bin/python";
  std::vector<std::string> words = {fs::exists(own) ? own.string() : "python3", "-m", "plots"};
  words.insert(words.end(), table.runs.begin(), table.runs.end());
  words.insert(words.end(), {"--table", table.family, "--as", table.form()});
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const char* others = std::getenv("PYTHONPATH");
  ::setenv("PYTHONPATH", (folder.string() + (others ? std::string(":") + others : "")).c_str(), 1);
  ::execvp(arguments.front(), arguments.data());
  throw bad_input(fmt::format("table: {}: {}", words.front(), std::strerror(errno)));
}

std::string first_family() { return families().empty() ? "FAMILY" : families().front().id; }

void add_table(CLI::App& command) {
  auto table = std::make_shared<table_command>();
  command.add_option("FAMILY", table->family, "Of which the numbers are")->required();
  command.add_option("RUN", table->runs, "Folders of runs, of one GPU")
      ->type_name("DIR...")
      ->required();
  begin_group(command, "Output");
  auto* markdown = command.add_flag("--markdown", table->markdown, "As tables of Markdown");
  auto* csv = command.add_flag("--csv", table->csv, "As CSV")->excludes(markdown);
  command.add_flag("--json", table->json, "As JSON")->excludes(markdown)->excludes(csv);
  add_example(command, first_family() + " results/h200/" + first_family());
  command.callback([table] { run_plots(*table); });
}

const bool has_table =
    register_command({.id = "table",
                      .help = "A paper's numbers beside those of runs, as the report has them",
                      .chapter = "Read",
                      .place = 70,
                      .add = add_table});

}  // namespace
}  // namespace retime::bench
