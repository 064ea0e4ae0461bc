// cuRAND's words in kernels are those of the plain generators.
#include <cstdint>

#include "kernels/device/device.h"
#include "kernels/device/random.h"
#include "kernels/support/philox.h"
#include "kernels/support/xorwow.h"
#include "tests/device_check/check.h"

namespace {

constexpr unsigned words = 100, offset = 4 * 7;

__global__ void draw_xorwow(device::span<const std::uint64_t> seeds, device::span<unsigned> out) {
  device::xorwow random(seeds[threadIdx.x]);
  for (unsigned i = 0; i < words; ++i) out[threadIdx.x * words + i] = random.next();
}

__global__ void draw_philox(device::span<const std::uint64_t> seeds, device::span<unsigned> out) {
  device::philox random(seeds[threadIdx.x], threadIdx.x, offset);
  for (unsigned i = 0; i < words; ++i) out[threadIdx.x * words + i] = random.next();
}

}  // namespace

void device_check::check_random(report& results) {
  const std::vector<std::uint64_t> seeds{
      0, 1, 42, 0xffffffff, 0x123456789abcdef0, ~std::uint64_t{0}};
  const auto threads = static_cast<unsigned>(seeds.size());
  std::vector<unsigned> xorwow, philox;
  for (unsigned thread = 0; thread < threads; ++thread) {
    retime::xorwow random(seeds[thread]);
    for (unsigned i = 0; i < words; ++i) {
      xorwow.push_back(random.next());
      philox.push_back(
          retime::philox4x32<10>({{(offset + i) / 4, 0, thread, 0}}, seeds[thread]).word[i % 4]);
    }
  }
  device::stream queue;
  const device::buffer<std::uint64_t> in(seeds);
  device::buffer<unsigned> out(xorwow.size());
  device::launch(queue, draw_xorwow, {.grid = 1, .block = threads}, in.view(), out.view());
  results.equal("XORWOW", out.to_host(), xorwow);
  device::launch(queue, draw_philox, {.grid = 1, .block = threads}, in.view(), out.view());
  results.equal("Philox", out.to_host(), philox);
}
