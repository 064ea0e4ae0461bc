#include "harness/measure/select_device.h"

#include <fmt/format.h>

#include <charconv>

#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime {

void select_device(const std::string& name) {
  if (name == "auto") {
    if (device::is_emulation()) return;
    if (device::count() == 0)
      throw bad_input("--device auto: the driver finds no GPU; retime-emulated needs none");
    return device::select(0);
  }
  int index = -1;
  if (name.starts_with("cuda:")) {
    const auto [end, error] = std::from_chars(name.data() + 5, name.data() + name.size(), index);
    if (error != std::errc{} || end != name.data() + name.size()) index = -1;
  }
  if (index < 0)
    throw bad_input(
        fmt::format("--device '{}': auto or cuda:N; run and verify know all too", name));
  if (device::is_emulation()) {
    throw bad_input(
        fmt::format("--device {}: this program has no GPU, only the emulation (auto)", name));
  }
  if (index >= device::count()) {
    throw bad_input(fmt::format("--device {}: the driver finds {} GPUs, counted from 0", name,
                                device::count()));
  }
  device::select(index);
}

}  // namespace retime
