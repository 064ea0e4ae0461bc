// The part of the phases that needs a device queue.
#pragma once

#include <optional>

#include "kernels/device/access_count.h"
#include "variants/registry.h"

namespace retime {

struct single_run {
  erased answer;
  double transfer_in_ns = 0, transfer_out_ns = 0;  ///< reset() and answer(), host time
  std::optional<device::access_count> accesses{};  ///< in run(), if counted; nothing on a GPU
};

/// reset(), run(), answer(), and the work waited for. Counting makes the emulation slower.
single_run run_once(erased_runner& runner, bool counts_accesses = false);
/// reset(), trace().
std::map<std::string, series> trace_once(erased_runner& runner);

}  // namespace retime
