// Kernels with a fault each, which the emulation has to name.
#include "variants/form.h"
#include "variants/kit/largest_difference.h"
#include "variants/kit/one_launch.h"

using numbers = std::vector<float>;
struct copied {
  static constexpr const char* family = "planted";
  using answer = numbers;
  numbers x;
};

using in = device::span<const float>;
using out = device::span<float>;

__global__ void none(out y, in x) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < y.size()) y[i] = x[i];
}

__global__ void beyond(out y, in x) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* bare = &x[0];
  if (i < y.size()) y[i] = bare[i] + 0 * bare[i + 1];
}

__global__ void overflow(out y, in x) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int large = 2147483647;
  large += static_cast<int>(blockDim.x);
  if (i < y.size()) y[i] = x[i] + (large == 7 ? 1.0F : 0.0F);
}

__global__ void unwritten(out y, in x) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* bare = &y[0];
  if (i < y.size()) y[i] = x[i] + 0 * bare[y.size() - 1 - i];
}

template <auto Kernel>
auto prepare(const copied& input, const retime::point&) {
  const auto n = static_cast<unsigned>(input.x.size());
  return retime::launch_once<float>("planted", Kernel, {(n - 1) / 64 + 1, 64}, n, input.x);
}

retime::work work(const copied& input, const retime::point&) {
  return {.bytes = 8 * static_cast<double>(input.x.size())};
}

REGISTER_FAMILY(copied, {.id = "planted",
                         .title = "y = x",
                         .axes = {{.name = "n", .help = "numbers", .default_value = 256}},
                         .size_axis = "n",
                         .make =
                             [](const retime::point& at) {
                               return copied{numbers(static_cast<std::size_t>(at.integer("n")), 3)};
                             },
                         .reference = [](const copied& input) { return input.x; },
                         .compare = retime::largest_difference(1e-6)});
REGISTER_VARIANT(copied, {.id = "none", .work = work, .prepare = prepare<none>});
REGISTER_VARIANT(copied, {.id = "beyond", .work = work, .prepare = prepare<beyond>});
REGISTER_VARIANT(copied, {.id = "overflow", .work = work, .prepare = prepare<overflow>});
REGISTER_VARIANT(copied, {.id = "unwritten", .work = work, .prepare = prepare<unwritten>});
