#include "harness/measure/device_monitor.h"

#include <dlfcn.h>

#include <array>
#include <utility>

#include "kernels/device/properties.h"

namespace retime {
namespace {

// The few declarations of nvml.h in use; its ABI is stable.
using nvml_device = void*;
constexpr int nvml_success = 0;
enum : int { clock_sm = 1, clock_memory = 2, temperature_gpu = 0 };

/// NVML's functions, null where the library or one of them is missing.
class nvml {
 public:
  nvml() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) return;
    const auto init = find<int()>("nvmlInit_v2");
    if (init == nullptr || init() != nvml_success) return;
    handle_by_uuid = find<int(const char*, nvml_device*)>("nvmlDeviceGetHandleByUUID");
    clock = find<int(nvml_device, int, unsigned*)>("nvmlDeviceGetClockInfo");
    temperature = find<int(nvml_device, int, unsigned*)>("nvmlDeviceGetTemperature");
    power = find<int(nvml_device, unsigned*)>("nvmlDeviceGetPowerUsage");
    reasons = find<reason_query>("nvmlDeviceGetCurrentClocksEventReasons");
    if (reasons == nullptr)
      reasons = find<reason_query>("nvmlDeviceGetCurrentClocksThrottleReasons");
  }

  using reason_query = int(nvml_device, unsigned long long*);
  int (*handle_by_uuid)(const char*, nvml_device*) = nullptr;
  int (*clock)(nvml_device, int, unsigned*) = nullptr;
  int (*temperature)(nvml_device, int, unsigned*) = nullptr;
  int (*power)(nvml_device, unsigned*) = nullptr;
  reason_query* reasons = nullptr;

 private:
  template <class Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(library_, name));
  }

  void* library_;  // never closed: the driver's threads live in it
};

/// `query`'s answer times `scale`, or nothing.
template <class Query, class... Arguments>
std::optional<double> ask(Query query, double scale, Arguments... arguments) {
  unsigned value = 0;
  if (query == nullptr || query(arguments..., &value) != nvml_success) return std::nullopt;
  return scale * value;
}

nvml_device find_device(const nvml& library) {
  nvml_device device = nullptr;
  if (library.handle_by_uuid == nullptr || ::device::count() == 0) return nullptr;
  const std::string uuid = ::device::current().uuid;
  if (library.handle_by_uuid(uuid.c_str(), &device) != nvml_success) return nullptr;
  return device;
}

}  // namespace

device_state read_device_state() {
  static const nvml library;
  static const nvml_device device = find_device(library);
  if (device == nullptr) return {};
  device_state state;
  state.sm_clock_mhz = ask(library.clock, 1, device, clock_sm);
  state.memory_clock_mhz = ask(library.clock, 1, device, clock_memory);
  state.temperature_c = ask(library.temperature, 1, device, temperature_gpu);
  state.power_w = ask(library.power, 1e-3, device);
  unsigned long long bits = 0;
  if (library.reasons != nullptr && library.reasons(device, &bits) == nvml_success)
    state.throttle_reasons = throttle_reasons(bits);
  return state;
}

std::vector<std::string> throttle_reasons(unsigned long long bits) {
  // Idling (1), clocks set by the user (2) and by a display (0x100) are not among them.
  constexpr std::array<std::pair<unsigned long long, const char*>, 6> named{
      {{0x4, "sw_power_cap"},
       {0x8, "hw_slowdown"},
       {0x10, "sync_boost"},
       {0x20, "sw_thermal_slowdown"},
       {0x40, "hw_thermal_slowdown"},
       {0x80, "hw_power_brake_slowdown"}}};
  std::vector<std::string> found;
  for (const auto& [bit, name] : named)
    if ((bits & bit) != 0) found.emplace_back(name);
  return found;
}

}  // namespace retime
