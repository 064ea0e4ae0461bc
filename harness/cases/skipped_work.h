// Whether timed runs did less than a run from the initial state: run() is to do the same amount of
// work from whatever state the last call left, and only an answer after reset() is known to be
// right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/device/access_count.h"
#include "variants/registry.h"

namespace retime::cases {

/// Times of single runs that were waited for, by the host's clock.
struct run_times {
  std::vector<double> from_reset_ns, repeated_ns;
};

/// By what a run writes and reads in emulation, whose times say nothing.
std::optional<std::string> skipped_work(const device::access_count& from_reset,
                                        const device::access_count& repeated);

/// By time: the fastest run from the initial state takes more than four times as long as half of
/// the repeated ones, and 5 us more. Where that is so at first sight, it is looked into: both kinds
/// take turns from a cold_start, until it is so no longer or 25 rounds agree.
std::optional<std::string> skipped_work(erased_runner& runner, processor where, run_times seen);

}  // namespace retime::cases
