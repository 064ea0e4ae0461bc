// The requests that `tune` makes of a worker.
#pragma once

#include "harness/measure/measurement.h"
#include "harness/worker/run_requests.h"
#include "harness/worker/serve.h"

namespace retime::tune {

///   {"do": "evaluate", "case", "fresh_seed", "elimination_threshold_ns"}
///      -> {"input_ms", "fresh_input_ms"} once the inputs are made, {"record", "validation_ms",
///         "framework_ms"}
///   {"do": "confirm", "case", "fresh_seed", "precision", "budget_s"}   -> as evaluate
///   {"do": "finals", "cases", "fresh_seed", "rounds"}
///      -> {"input_ms", "fresh_input_ms"}, {"records"} in the order given
/// Each has "cache" too; fresh_seed may be null.
answers search_requests(request_line& requests, std::uint64_t seed, const host_share& host);

}  // namespace retime::tune
