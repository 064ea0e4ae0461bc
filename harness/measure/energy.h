// The energy that a case takes, by the counter of all that the device has used.
#pragma once

#include <optional>
#include <span>

#include "harness/measure/measurement.h"

namespace retime {

/// The counter moves on every 20 to 100 ms, and the blocks' readings, some 20 ms apart, tell when.
/// So the window begins and ends with a reading that differs from the one before it: either end is
/// late by the time between two readings, or two moves, whichever is less. Nothing where it is
/// shorter than half a second, where there is no counter, or where the case ran for less than four
/// fifths of `sampling_s`, in which all blocks were taken: the rest may need another power.
/// `running_s`: the time of all runs in them.
std::optional<energy_use> energy_used(std::span<const sample_block> blocks, double running_s,
                                      double sampling_s);

}  // namespace retime
