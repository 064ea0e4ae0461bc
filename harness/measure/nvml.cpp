#include "harness/measure/nvml.h"

#include <dlfcn.h>

namespace retime {
namespace {

/// The library stays open: the driver's threads live in it.
template <class Function>
void find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
}

nvml_functions load() {
  nvml_functions functions;
  void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return functions;
  int (*init)() = nullptr;
  find(library, "nvmlInit_v2", init);
  if (init == nullptr || init() != 0) return functions;
  find(library, "nvmlDeviceGetHandleByUUID", functions.handle_by_uuid);
  find(library, "nvmlDeviceGetClockInfo", functions.clock);
  find(library, "nvmlDeviceGetTemperature", functions.temperature);
  find(library, "nvmlDeviceGetPowerUsage", functions.power);
  find(library, "nvmlDeviceGetTotalEnergyConsumption", functions.energy);
  find(library, "nvmlDeviceSetGpuLockedClocks", functions.lock_clocks);
  find(library, "nvmlDeviceResetGpuLockedClocks", functions.unlock_clocks);
  find(library, "nvmlDeviceGetMaxClockInfo", functions.most_clock);
  find(library, "nvmlDeviceGetCurrentClocksEventReasons", functions.reasons);
  if (functions.reasons == nullptr)
    find(library, "nvmlDeviceGetCurrentClocksThrottleReasons", functions.reasons);
  return functions;
}

}  // namespace

const nvml_functions& nvml() {
  static const nvml_functions loaded = load();
  return loaded;
}

void* nvml_device(const nvml_functions& functions, const std::string& uuid) {
  void* device = nullptr;
  if (functions.handle_by_uuid == nullptr || functions.handle_by_uuid(uuid.c_str(), &device) != 0)
    return nullptr;
  return device;
}

}  // namespace retime
