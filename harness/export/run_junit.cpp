#include "harness/export/formats.h"
#include "harness/support/junit.h"

namespace retime::formats {
namespace {

junit_outcome outcome_of(const std::string& status) {
  if (status == "correct") return junit_outcome::passed;
  if (status == "incorrect") return junit_outcome::failure;
  if (status == "constraint" || status == "out_of_memory") return junit_outcome::skipped;
  return junit_outcome::error;
}

}  // namespace

std::string junit(const exported_run& run) {
  std::vector<junit_case> cases;
  for (const auto& one : run.cases) {
    junit_case out{.name = one.key,
                   .classname = "retime." + one.family,
                   .outcome = outcome_of(one.status),
                   .message = one.outcome()};
    if (one.times) out.time_s = one.times->median_ns * 1e-9;
    cases.push_back(std::move(out));
  }
  return junit_document("retime", cases);
}

}  // namespace retime::formats
