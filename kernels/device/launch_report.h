// The kernel launch that dominates a case, as a record stores it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace device {

/// Made by device::describe(); no more than numbers, so that host code can hold it too.
struct launch_report {
  std::string kernel;
  std::string form{};  ///< which of its code paths was chosen; empty if it has one
  std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::size_t shared_bytes = 0;  ///< dynamic; on a GPU the kernel's static arrays too
  // What only a GPU can say; absent in emulation.
  std::optional<int> registers{}, local_bytes{}, blocks_per_multiprocessor{};
  std::optional<double> occupancy{}, waves{};
  std::optional<std::string> limiter{};
};

}  // namespace device
