#include "harness/measure/device_monitor.h"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/host/clock.h"
#include "harness/measure/nvml.h"
#include "kernels/device/properties.h"

namespace retime {
namespace {

enum : int { clock_sm = 1, clock_memory = 2, temperature_gpu = 0 };  // of nvml.h

/// `query`'s answer times `scale`, or nothing.
template <class Query, class... Arguments>
std::optional<double> ask(Query query, double scale, Arguments... arguments) {
  unsigned value = 0;
  if (query == nullptr || query(arguments..., &value) != 0) return std::nullopt;
  return scale * value;
}

constexpr double least_window_s = 0.5, least_busy = 0.8;

}  // namespace

device_state read_device_state() {
  static void* const device =
      ::device::count() == 0 ? nullptr : nvml_device(nvml(), ::device::current().uuid);
  return device == nullptr ? device_state{} : read_device_state(nvml(), device);
}

device_state read_device_state(const nvml_functions& functions, void* device) {
  device_state state;
  state.sm_clock_mhz = ask(functions.clock, 1, device, clock_sm);
  state.memory_clock_mhz = ask(functions.clock, 1, device, clock_memory);
  state.temperature_c = ask(functions.temperature, 1, device, temperature_gpu);
  state.power_w = ask(functions.power, 1e-3, device);
  unsigned long long millijoules = 0, bits = 0;
  if (functions.energy != nullptr && functions.energy(device, &millijoules) == 0)
    state.energy_j = 1e-3 * static_cast<double>(millijoules);
  state.read_s = steady_s();
  if (functions.reasons != nullptr && functions.reasons(device, &bits) == 0)
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
  std::vector<std::string> reasons;
  for (const auto& [bit, name] : named)
    if ((bits & bit) != 0) reasons.emplace_back(name);
  return reasons;
}

std::optional<energy_use> energy_used(std::span<const sample_block> blocks, double running_s,
                                      double sampling_s) {
  const device_state *first = nullptr, *last = nullptr;
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    const device_state &before = blocks[i - 1].state, &now = blocks[i].state;
    if (!before.energy_j || !now.energy_j) return std::nullopt;
    if (*now.energy_j < *before.energy_j) return std::nullopt;  // the driver was loaded anew
    if (*now.energy_j == *before.energy_j) continue;
    if (first == nullptr) first = &now;
    last = &now;
  }
  if (last == nullptr) return std::nullopt;
  const energy_use used{
      .power_w = (*last->energy_j - *first->energy_j) / (last->read_s - first->read_s),
      .window_s = last->read_s - first->read_s,
      .busy = std::min(running_s / sampling_s, 1.0)};
  if (used.window_s < least_window_s || used.busy < least_busy) return std::nullopt;
  return used;
}

}  // namespace retime
