// The requests that `run`, `verify` and `ab` make of a worker.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/cases/worker/worker.h"

namespace retime::cases {

/// One case in this process.
struct run_request {
  nlohmann::json benchmark;  ///< the case, as to_json() writes it
  bool timed = true, traced = true;
  std::string save;  ///< folder for final arrays; empty: none
  double precision = 0.01, budget_s = 10, longest_repeated = 5;
  bool short_input = false;  ///< see input_options
  nlohmann::json next;       ///< the case of run_options; null: none
  std::string cache = "warm";
  std::string method;                         ///< empty: the one that suits the case
  std::string stop = default_stopping_rule;   ///< id of a stopping rule
  int runs = 1;                               ///< see input_options
  std::optional<std::uint64_t> thread_order;  ///< seed of the order of threads; emulation only
};
nlohmann::json to_json(const run_request& request);

/// What a worker answers:
///   {"do": "run", ...}            -> {"input_ms"} once the inputs are made, {"record"}
///   {"do": "cases", "filter", "profile", "axes", "seed"}
///                                 -> {"cases": [{"case", "blank": record of nothing yet}]}
///
/// The record of a case whose worker did not live to report it.
recorded_case record_of_failure(recorded_case blank, const worker_reply::failure& failed);

}  // namespace retime::cases
