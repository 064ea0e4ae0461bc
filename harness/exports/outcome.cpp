#include "harness/exports/outcome.h"

#include <fmt/format.h>

namespace retime::exports {

std::string outcome_of(const recorded_case& record) {
  const auto word = to_text(record.outcome);
  if (record.outcome != status::correct)
    return record.reason.empty() ? word : fmt::format("{}: {}", word, record.reason);
  if (record.times && record.emulated) return "emulated: its time is not a measurement";
  return record.times ? word : record.reason.empty() ? "not timed" : record.reason;
}

}  // namespace retime::exports
