// The process that touches the device for a tuner: what goes wrong in it, up to a hang, ends it and
// nothing else.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/measure/measurement.h"
#include "harness/registry/sweep.h"

namespace retime::tune {

struct worker_options {
  cache_state cache = cache_state::warm;
  std::uint64_t seed = 1;
};

/// Answers requests on standard input until there are no more:
///   at first, unasked                -> {"header": header.json's content}
///   {"do": "evaluate", "case", "fresh_seed", "elimination_threshold_ns"}
///                                    -> {"input_ms"} once the inputs are made, {"record",
///                                       "validation_ms", "framework_ms", "alive"}
///   {"do": "finals", "cases", "fresh_seed", "rounds", "seed"}
///                                    -> {"input_ms"}, {"records"} in the order given, {"alive"}
///   {"do": "confirm", "case", "fresh_seed", "precision", "budget_s"}
///                                    -> as evaluate
/// A request that fails as a whole is answered by {"error"}, the user's wrong input by
/// {"bad_input"}. fresh_seed may be null. `alive` is false if the device needs a new process.
void serve(const worker_options& options);

/// A case in a request.
nlohmann::json to_json(const benchmark_case& what);
/// Throws std::runtime_error if this program has no such variant.
benchmark_case case_from(const nlohmann::json& request);

}  // namespace retime::tune
