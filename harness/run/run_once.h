// The part of the phases that needs a device queue.
#pragma once

#include "variants/registry.h"

namespace retime {

struct single_run {
  erased answer;
  double transfer_in_ns = 0, transfer_out_ns = 0;  ///< reset() and answer(), host time
};

/// reset(), run(), answer(), and the work waited for.
single_run run_once(erased_runner& runner);
/// reset(), trace().
std::map<std::string, series> trace_once(erased_runner& runner);

}  // namespace retime
