// The process that touches the device for a tuner: what goes wrong in it, up to a hang, ends it and
// nothing else.
#pragma once

#include <string>

#include "harness/measure/measurement.h"

namespace retime::tune {

struct worker_options {
  cache_state cache = cache_state::warm;
  std::uint64_t seed = 1;
};

/// Answers requests on standard input until there are no more:
///   at first, unasked                -> {"header": header.json's content}
///   {"do": "evaluate", "case", "fresh_seed", "reach_ns"}
///                                    -> {"input_ms"} once the inputs are made, {"record",
///                                       "validation_ms", "framework_ms", "alive"}
///   {"do": "finals", "cases", "fresh_seed", "rounds", "seed"}
///                                    -> {"input_ms"}, {"records"} in the order given, {"alive"}
///   {"do": "confirm", "case", "fresh_seed", "precision", "budget_s"}
///                                    -> as evaluate
/// A request that fails as a whole is answered by {"error"}, the user's wrong input by
/// {"bad_input"}. fresh_seed may be null. `alive` is false if the device needs a new process.
void serve(const worker_options& options);

}  // namespace retime::tune
