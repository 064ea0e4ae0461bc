#include "harness/record/process_record.h"

#include <nlohmann/json.hpp>

#include "harness/files/json_input.h"
#include "harness/record/recorded_run.h"

namespace retime {

using nlohmann::json;
using namespace fields;

void require_process_record(const json& record) {
  const recorded_case one = case_of(record);
  if (one.outcome != status::correct || !one.times)
    throw bad_input("not of a correct case that was timed");
  if (one.times->samples_ns.empty()) throw bad_input("/samples_ns is empty");
  for (const double sample_ns : one.times->samples_ns) time(sample_ns, "an entry of /samples_ns");
  if (array_at(record, "/measurement/processes").size() != 1)
    throw bad_input("/measurement/processes: one process is wanted");
  for (const char* place : {"/measurement/blocks", "/measurement/states"})
    array(present_at(record, place), place);
  at<std::string>(record, "/reason");
  expect(timing_method_from(at<std::string>(record, "/measurement/method")).has_value(),
         value_at(record, "/measurement/method"), "/measurement/method", "a way of measuring");
  for (const char* place : {"/measurement/wall_s", "/measurement/resolution_ns",
                            "/measurement/precision", "/statistics/n_effective"})
    duration(present_at(record, place), place);
  for (const char* place :
       {"/measurement/resolution_limited", "/measurement/throttled", "/statistics/bimodal"})
    at<bool>(record, place);
  at<std::uint64_t>(record, "/measurement/throttled_samples");
  if (!value_at(record, "/measurement/energy").is_null()) {
    for (const char* place : {"/measurement/energy/power_w", "/measurement/energy/busy"})
      at<double>(record, place);
    time_at(record, "/measurement/energy/window_s");
  }
  object(present_at(record, "/verify_after"), "/verify_after");
  if (!value_at(record, "/verify_after").contains("value"))
    throw bad_input("/verify_after/value is missing");
  if (record.contains("roofline") && record["roofline"].is_null()) return;
  at<double>(record, "/work/bytes");
  time_at(record, "/roofline/ceiling_bytes_per_s");
}

}  // namespace retime
