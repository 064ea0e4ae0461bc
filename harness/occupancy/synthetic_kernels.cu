#include <string>

#include "harness/occupancy/occupancy_check.h"
#include "kernels/device/device.h"

namespace retime {
namespace {

/// Keeps Values numbers alive at once: each step needs all of them.
template <int Values>
__global__ void keep_registers(device::span<float> data, int steps) {
  float kept[Values];
#pragma unroll
  for (int i = 0; i < Values; ++i) kept[i] = data[i * blockDim.x + threadIdx.x];
  for (int step = 0; step < steps; ++step) {
    const float first = kept[0];
#pragma unroll
    for (int i = 0; i + 1 < Values; ++i) kept[i] = kept[i] * kept[i + 1] + first;
  }
#pragma unroll
  for (int i = 0; i < Values; ++i) data[i * blockDim.x + threadIdx.x] = kept[i];
}

template <int Values>
void describe_all(std::vector<device::launch_report>& reports) {
  const auto most = device::current().shared_per_block_optin_bytes;
  const std::string name = "keep_registers<" + std::to_string(Values) + ">";
  device::max_shared(keep_registers<Values>, most);
  const device::launch_report smallest =
      device::describe(name.c_str(), keep_registers<Values>, {.grid = 1, .block = 32});
  for (const std::size_t shared :
       {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{4096}, std::size_t{7300},
        std::size_t{16384}, std::size_t{33000}, std::size_t{49152}, std::size_t{65536}, most / 2,
        most / 2 + 1, most}) {
    for (unsigned block = 32; block <= 1024; block += 32) {
      try {
        reports.push_back(
            device::describe(name.c_str(), keep_registers<Values>, {1, block, shared}));
      } catch (const device::error&) {  // not one block fits
        device::launch_report none = smallest;
        none.block = {block, 1, 1};
        none.shared_bytes = shared;
        none.blocks_per_multiprocessor = 0;
        reports.push_back(none);
      }
    }
  }
}

}  // namespace

std::vector<device::launch_report> synthetic_launches() {
  std::vector<device::launch_report> all;
  describe_all<1>(all);
  describe_all<4>(all);
  describe_all<8>(all);
  describe_all<12>(all);
  describe_all<16>(all);
  describe_all<20>(all);
  describe_all<24>(all);
  describe_all<28>(all);
  describe_all<34>(all);
  describe_all<40>(all);
  describe_all<50>(all);
  describe_all<60>(all);
  return all;
}

}  // namespace retime
