// The part of the phases that needs a device queue.
#pragma once

#include <optional>
#include <string>

#include "kernels/device/access_count.h"
#include "variants/registry.h"

namespace retime::cases {

/// One run() and the wait for its work. Counting makes the emulation slower.
struct waited_run {
  double time_ns = 0;                              ///< by the host's clock
  std::optional<device::access_count> accesses{};  ///< if counted; nothing on a GPU
};

struct single_run {
  erased answer;
  double transfer_in_ns = 0, transfer_out_ns = 0;  ///< reset() and answer(), host time
  waited_run run;
};

/// reset(), run(), answer(), and the work waited for.
single_run run_once(erased_runner& runner, bool counts_accesses = false);
/// run() from the state that the last call left.
waited_run run_again(erased_runner& runner, bool counts_accesses = false);
/// reset(); run() and the wait for its work, alone in what a profiler sees, in a range of that
/// name; answer().
erased profiled_run(erased_runner& runner, const std::string& name);
/// reset(), trace().
std::map<std::string, series> trace_once(erased_runner& runner);

}  // namespace retime::cases
