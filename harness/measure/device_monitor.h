// The state of the device, as NVML tells it, and the energy that a case takes. NVML comes with the
// driver and is loaded at run time.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/measure/measurement.h"
#include "harness/measure/nvml.h"

namespace retime {

/// The selected device's clocks, temperature, power and reasons to be slow, now. Empty where there
/// is no NVML, no such device, or no permission; what single queries refuse is absent. Takes some
/// tenths of a millisecond.
device_state read_device_state();
device_state read_device_state(const nvml_functions& functions, void* device);

/// Names of the bits of nvmlDeviceGetCurrentClocksEventReasons that mean a device slower than it
/// was asked to be.
std::vector<std::string> throttle_reasons(unsigned long long bits);

/// What the case used in the blocks, by the counter of all that the device has used.
///
/// The counter moves on every 20 to 100 ms, and the blocks' readings, some 20 ms apart, tell when.
/// So the window begins and ends with a reading that differs from the one before it: either end is
/// late by the time between two readings, or two moves, whichever is less. Nothing where it is
/// shorter than half a second, where there is no counter, or where the case ran for less than four
/// fifths of `sampling_s`, in which all blocks were taken: the rest may need another power.
/// `running_s`: the time of all runs in them.
std::optional<energy_use> energy_used(std::span<const sample_block> blocks, double running_s,
                                      double sampling_s);

}  // namespace retime
