// The functions of NVML in use. It comes with the driver and is loaded at run time.
#pragma once

#include <string>

namespace retime {

/// Null where the library or one of them is missing. All return 0 if they did what was asked.
struct nvml_functions {
  int (*handle_by_uuid)(const char* uuid, void** device) = nullptr;
  int (*clock)(void* device, int kind, unsigned* mhz) = nullptr;
  int (*temperature)(void* device, int kind, unsigned* celsius) = nullptr;
  int (*power)(void* device, unsigned* milliwatts) = nullptr;
  int (*energy)(void* device, unsigned long long* millijoules) = nullptr;  ///< since it was loaded
  int (*lock_clocks)(void* device, unsigned least_mhz, unsigned most_mhz) = nullptr;
  int (*unlock_clocks)(void* device) = nullptr;
  int (*most_clock)(void* device, int kind, unsigned* mhz) = nullptr;
  int (*reasons)(void* device, unsigned long long* bits) = nullptr;
};

/// Loads them on the first call.
const nvml_functions& nvml();

/// Null if NVML knows no such device.
void* nvml_device(const nvml_functions& functions, const std::string& uuid);

}  // namespace retime
