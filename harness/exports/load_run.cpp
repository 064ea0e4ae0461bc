#include <fmt/format.h>

#include <algorithm>

#include "harness/exports/formats.h"
#include "harness/text/filter.h"
#include "kernels/support/bad_input.h"

namespace retime::exports {

recorded_run load_run(const std::filesystem::path& directory, const std::string& filter) {
  const key_filter wanted(filter);
  recorded_run run = read_run(directory);
  std::erase_if(run.cases, [&](const auto& record) { return !wanted.matches(record.key); });
  for (const auto& record : run.cases) {
    if (record.times && record.times->samples_ns.empty())
      throw bad_input(fmt::format("{}: case {}: its samples are left out, and an export needs them",
                                  directory.string(), record.key));
  }
  if (!run.cases.empty()) return run;
  const auto records = (directory / "records.jsonl").string();
  throw bad_input(filter.empty()
                      ? fmt::format("{}: holds no records", records)
                      : fmt::format("--filter '{}': no record of {} matches", filter, records));
}

}  // namespace retime::exports
