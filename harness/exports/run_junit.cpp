// JUnit XML: incorrect is a failure; a run-time or compile error or time-out an error; what cannot
// run is skipped.
#include "harness/exports/formats.h"
#include "harness/text/junit.h"

namespace retime::exports {
namespace {

junit_outcome junit_outcome_of(status outcome) {
  switch (outcome) {
    case status::correct:
      return junit_outcome::passed;
    case status::incorrect:
      return junit_outcome::failure;
    case status::constraint:
    case status::out_of_memory:
      return junit_outcome::skipped;
    default:
      return junit_outcome::error;
  }
}

exported junit(const recorded_run& run, const std::string&) {
  std::vector<junit_case> cases;
  for (const auto& record : run.cases) {
    junit_case out{.name = record.key,
                   .classname = "retime." + record.family,
                   .outcome = junit_outcome_of(record.outcome),
                   .message = outcome_and_reason(record)};
    if (const auto* times = record.measured()) out.time_s = times->stats.median_ns * 1e-9;
    cases.push_back(std::move(out));
  }
  return junit_document("retime", cases);
}

const bool has_junit = register_export({.id = "junit", .of_run = junit});

}  // namespace

}  // namespace retime::exports
