// The requests that `run`, `verify` and `ab` make of a worker.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "harness/support/host_turns.h"
#include "harness/worker/serve.h"
#include "harness/worker/worker.h"

namespace retime {

/// What a worker has of its host.
struct host_share {
  std::function<int()> cores{};                 ///< see run_options; empty: all
  std::function<void(host_use)> begin{};        ///< empty: it is alone, and takes no turns
  std::function<void(host_use)> begin_ahead{};  ///< the same for inputs of cases to come

  void use(host_use next) const {
    if (begin) begin(next);
  }
  int cores_now() const { return cores ? cores() : 0; }
};

/// One case in this process.
struct run_request {
  nlohmann::json what;  ///< the case, as case_json.h writes it
  bool timed = true, traced = true;
  std::string save;  ///< folder for final arrays; empty: none
  double precision = 0.01, budget_s = 10, longest_repeated = 5;
  bool short_input = false;  ///< see run_options
  nlohmann::json next;       ///< the case of run_options; null: none
  std::string cache = "warm";
  std::string method;                         ///< empty: the one that suits the case
  int runs = 1;                               ///< see run_options
  std::optional<std::uint64_t> thread_order;  ///< seed of the order of threads; emulation only
};
nlohmann::json to_json(const run_request& wanted);

///   {"do": "run", ...}            -> {"input_ms"} once the inputs are made, {"record"}
///   {"do": "cases", "filter", "profile", "axes", "seed"}
///                                 -> {"cases": [{"case", "blank": record of nothing yet}]}
answers run_requests(request_line& requests, std::uint64_t seed, const host_share& host);

/// The record of a case whose worker did not live to report it. `blank`: as "cases" gives it.
nlohmann::json record_of_failure(nlohmann::json blank, const worker_reply::failure& failed);

}  // namespace retime
