#include "harness/exports/formats.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/text/filter.h"
#include "kernels/support/bad_input.h"

namespace retime::exports {

std::string outcome_of(const recorded_case& record) {
  const auto word = to_text(record.outcome);
  if (record.outcome != status::correct)
    return record.reason.empty() ? word : fmt::format("{}: {}", word, record.reason);
  if (record.times && record.emulated) return "emulated: its time is not a measurement";
  return record.times ? word : record.reason.empty() ? "not timed" : record.reason;
}

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
