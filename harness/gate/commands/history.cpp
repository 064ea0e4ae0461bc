#include "harness/gate/history/history.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/files/write_file.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/gate/commands/compare_flags.h"
#include "harness/text/output.h"

namespace retime::gate {
namespace {

struct history_command {
  std::string path, filter, json, markdown;
  std::vector<std::string> append;
  step_options steps;
};

void check(const history_command& flags) {
  check_between("--alpha", flags.steps.alpha, least_alpha, 0.5);
  check_between("--margin", flags.steps.margin, 0, 1);
  check_writable(flags.json, "--json");
  check_writable(flags.markdown, "--markdown");
}

/// Every run is read before the first is appended: a bad one leaves the file as it was.
void append(const history_command& flags) {
  std::vector<history_entry> entries;
  for (const auto& run : flags.append) entries.push_back(entry_of(run));
  for (const auto& entry : entries) {
    const auto done = append_to_history(flags.path, entry);
    if (done.removed_cut)
      print_status("{}: the last line was cut short and is removed; append its run again\n",
                   flags.path);
    print_status("{} {}: {} cases{}\n", entry.utc, entry.git_sha.substr(0, 7), entry.cases.size(),
                 done.is_new ? "" : ", in the history already");
  }
}

void run(const history_command& flags) {
  check(flags);
  append(flags);
  const auto history = read_history(flags.path);
  const auto all = trends(history, flags.filter, flags.steps);
  if (!flags.json.empty()) {
    write_text(flags.json, history_json(all, flags.steps).dump(1) + "\n", "--json");
  }
  if (!flags.markdown.empty()) write_text(flags.markdown, history_markdown(all), "--markdown");
  print_result("{}", history_table(all));
}

void add_history(CLI::App& command) {
  auto flags = std::make_shared<history_command>();
  command
      .add_option("HISTORY", flags->path,
                  "History file (JSON Lines), or a folder of run directories")
      ->type_name("FILE")
      ->required();
  command.add_option("--append", flags->append, "First add these runs to the history file")
      ->type_name("RUN");
  begin_group(command, "Cases");
  add_filter(command, flags->filter);
  begin_group(command, "Deciding");
  command
      .add_option("--alpha", flags->steps.alpha,
                  "Chance that a case without a step ever shows one, looked at after every run")
      ->capture_default_str();
  command
      .add_option("--margin", flags->steps.margin,
                  "Equivalence margin: smaller relative steps are ignored")
      ->capture_default_str();
  begin_group(command, "Output");
  command.add_option("--json", flags->json, "Write series and steps as JSON, for plots.history")
      ->type_name("FILE");
  command.add_option("--markdown", flags->markdown, "Write the table as Markdown")
      ->type_name("FILE");
  add_example(command, "history.jsonl --append runs/new --markdown trend.md");
  command.callback([flags] { run(*flags); });
}

const bool has_history =
    register_command({.id = "history",
                      .help = "Report how each case's time changed over many runs",
                      .chapter = "Read",
                      .place = 100,
                      .add = add_history});

}  // namespace
}  // namespace retime::gate
