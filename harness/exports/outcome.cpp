#include "harness/exports/outcome.h"

#include <fmt/format.h>

namespace retime::exports {

std::string outcome_of(const recorded_case& one) {
  const auto word = to_text(one.outcome);
  if (one.outcome != status::correct)
    return one.reason.empty() ? word : fmt::format("{}: {}", word, one.reason);
  if (one.times && one.emulated) return "emulated: its time is not a measurement";
  return one.times ? word : one.reason.empty() ? "not timed" : one.reason;
}

}  // namespace retime::exports
