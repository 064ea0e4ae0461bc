#include "harness/gate/commands/report_files.h"

#include <nlohmann/json.hpp>

#include "harness/files/write_file.h"
#include "harness/flags/common_flags.h"
#include "harness/gate/report.h"
#include "harness/text/output.h"

namespace retime::gate {

void report_files::add_to(CLI::App& command) {
  begin_group(command, "Output");
  command.add_flag("--verbose", verbose_, "Name all cases that only BASE or only NEW has");
  command.add_option("--markdown", markdown_, "Write Markdown, for a pull request")
      ->type_name("FILE");
  command.add_option("--junit", junit_, "Write JUnit XML")->type_name("FILE");
  command.add_option("--json", json_, "Write JSON")->type_name("FILE");
}

void report_files::check() const {
  check_writable(markdown_, "--markdown");
  check_writable(junit_, "--junit");
  check_writable(json_, "--json");
}

void report_files::write(const comparison& result) const {
  if (!markdown_.empty()) write_text(markdown_, markdown(result, verbose_), "--markdown");
  if (!junit_.empty()) write_text(junit_, junit(result), "--junit");
  if (!json_.empty()) write_text(json_, to_json(result).dump(1) + "\n", "--json");
}

void report_files::print(const comparison& result) const {
  write_result(table(result, result_style(), verbose_));
}

}  // namespace retime::gate
