// z = a x + y: the problem, its reference, two kernels, and what of them may be tuned.
#include "variants/form.h"
#include "variants/kit/largest_difference.h"
#include "variants/kit/one_launch.h"

using numbers = std::vector<float>;
struct saxpy {
  static constexpr const char* family = "saxpy";
  using answer = numbers;
  float a;
  numbers x, y;
};

saxpy make(const retime::point& where) {  // the same input on every machine
  const auto n = static_cast<std::size_t>(where.integer("n"));
  saxpy input{2.5F, numbers(n), numbers(n, 1)};
  for (std::size_t i = 0; i < n; ++i) input.x[i] = static_cast<float>(i % 1000);
  return input;
}

numbers reference(const saxpy& input) {  // the plain loop that each kernel must equal
  numbers z = input.y;
  for (std::size_t i = 0; i < z.size(); ++i) z[i] += input.a * input.x[i];
  return z;
}

retime::work work(const saxpy& input, const retime::point&) {  // the roofline divides by the bytes
  const auto n = static_cast<double>(input.x.size());
  return {.bytes = 12 * n, .flops = 2 * n, .items = n, .item = "element"};
}

using in = device::span<const float>;
using out = device::span<float>;

__global__ void one_item(out z, float a, in x, in y, unsigned) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < z.size()) z[i] = a * x[i] + y[i];
}

__global__ void several_items(out z, float a, in x, in y, unsigned items) {
  unsigned i = blockIdx.x * blockDim.x * items + threadIdx.x;
  for (unsigned k = 0; k < items && i < z.size(); ++k, i += blockDim.x) z[i] = a * x[i] + y[i];
}

template <auto Kernel>  // binds the launch: what it binds is both launched and recorded
auto prepare(const saxpy& input, const retime::point& where) {
  const auto block = static_cast<unsigned>(where.integer("block"));
  const auto items = static_cast<unsigned>(where.has("items") ? where.integer("items") : 1);
  const auto n = static_cast<unsigned>(input.x.size());
  return retime::launch_once<float>("saxpy", Kernel, {(n - 1) / (block * items) + 1, block}, n,
                                    input.a, input.x, input.y, items);
}

const auto block = retime::tuning("block", {64, 128, 256, 512, 1024}, 256);
const auto items = retime::tuning("items", {1, 2, 4, 8}, 4);

REGISTER_FAMILY(saxpy, {.id = "saxpy",
                        .title = "z = a x + y",
                        .axes = {{.name = "n", .help = "numbers", .default_value = 1 << 24}},
                        .size_axis = "n",
                        .make = make,
                        .reference = reference,
                        .compare = retime::largest_difference(1e-3)});
REGISTER_VARIANT(saxpy,
                 {.id = "one_item", .axes = {block}, .work = work, .prepare = prepare<one_item>});
REGISTER_VARIANT(saxpy, {.id = "several_items",
                         .base = "one_item",
                         .axes = {block, items},
                         .work = work,
                         .prepare = prepare<several_items>});
