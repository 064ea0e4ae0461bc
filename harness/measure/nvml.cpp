#include "harness/measure/nvml.h"

#include <dlfcn.h>

namespace retime {
namespace {

/// The library stays open: the driver's threads live in it.
template <class Function>
void find(void* library, const char* name, Function*& found) {
  found = reinterpret_cast<Function*>(dlsym(library, name));
}

nvml_functions load() {
  nvml_functions found;
  void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return found;
  int (*init)() = nullptr;
  find(library, "nvmlInit_v2", init);
  if (init == nullptr || init() != 0) return found;
  find(library, "nvmlDeviceGetHandleByUUID", found.handle_by_uuid);
  find(library, "nvmlDeviceGetClockInfo", found.clock);
  find(library, "nvmlDeviceGetTemperature", found.temperature);
  find(library, "nvmlDeviceGetPowerUsage", found.power);
  find(library, "nvmlDeviceGetTotalEnergyConsumption", found.energy);
  find(library, "nvmlDeviceSetGpuLockedClocks", found.lock_clocks);
  find(library, "nvmlDeviceResetGpuLockedClocks", found.unlock_clocks);
  find(library, "nvmlDeviceGetMaxClockInfo", found.most_clock);
  find(library, "nvmlDeviceGetCurrentClocksEventReasons", found.reasons);
  if (found.reasons == nullptr)
    find(library, "nvmlDeviceGetCurrentClocksThrottleReasons", found.reasons);
  return found;
}

}  // namespace

const nvml_functions& nvml() {
  static const nvml_functions known = load();
  return known;
}

void* nvml_device(const nvml_functions& known, const std::string& uuid) {
  void* device = nullptr;
  if (known.handle_by_uuid == nullptr || known.handle_by_uuid(uuid.c_str(), &device) != 0)
    return nullptr;
  return device;
}

}  // namespace retime
