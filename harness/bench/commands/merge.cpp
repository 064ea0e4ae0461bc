#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "harness/files/write_file.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/host/exit_status.h"
#include "harness/record/merged_run.h"
#include "harness/text/output.h"
#include "kernels/support/bad_input.h"

namespace retime::bench {
namespace {

namespace fs = std::filesystem;

struct merge_flags {
  std::vector<std::string> runs;
  std::string out;
};

int merge(const merge_flags& flags) {
  if (flags.runs.size() < 2) throw bad_input("merge: name two runs at least");
  check_folder(flags.out, "--out");
  const fs::path out = flags.out;
  if (fs::exists(out) && !fs::is_empty(out))
    throw bad_input(fmt::format("--out {}: is not empty; give another folder", flags.out));
  const std::vector<fs::path> runs(flags.runs.begin(), flags.runs.end());
  const auto merged = merge_runs(runs);
  std::string records;
  for (const auto& line : merged.lines) records += line + "\n";
  fs::create_directories(out);
  write_whole(out / "records.jsonl", records);
  write_whole(out / "header.json", merged.header.dump(2) + "\n");
  print_status("{} cases of {} runs\n", merged.lines.size(), runs.size());
  for (const auto& missing : merged.incomplete) print_status("{}\n", missing);
  print_result("{}\n", flags.out);
  return merged.incomplete.empty() ? 0 : 1;
}

void add_merge(CLI::App& command) {
  auto flags = std::make_shared<merge_flags>();
  command.add_option("RUN", flags->runs, "Run directories, each of a part: run --shard I/N")
      ->required()
      ->type_name("RUN");
  begin_group(command, "Output");
  add_out(command, flags->out, "DIR", "Folder of the whole run")->required();
  add_example(command, "runs/part1 runs/part2 -o runs/whole");
  command.callback([flags] {
    if (const int status = merge(*flags); status != 0) throw exit_status{status};
  });
}

const bool has_merge = register_command({.id = "merge",
                                         .help = "One run of the parts that several jobs recorded",
                                         .chapter = "Read",
                                         .place = 90,
                                         .add = add_merge});

}  // namespace
}  // namespace retime::bench
