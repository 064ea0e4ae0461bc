// The state of the device, as NVML tells it. NVML comes with the driver and is loaded at run time.
#pragma once

#include "harness/measure/measurement.h"
#include "harness/measure/nvml.h"

namespace retime {

/// The selected device's clocks, temperature, power and reasons to be slow, now. Empty where there
/// is no NVML, no such device, or no permission; what single queries refuse is absent. Takes some
/// tenths of a millisecond.
device_state read_device_state();
device_state read_device_state(const nvml_functions& known, void* device);

/// Names of the bits of nvmlDeviceGetCurrentClocksEventReasons that mean a device slower than it
/// was asked to be.
std::vector<std::string> throttle_reasons(unsigned long long bits);

}  // namespace retime
