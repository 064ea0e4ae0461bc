// A family for the tests alone: doubles n numbers. One variant is right; each other one goes wrong
// in its own way.
#include <algorithm>

#include "kernels/device/device.h"
#include "tests/harness/toy_family.h"
#include "variants/form.h"

namespace toy {
namespace {

__global__ void twice(device::span<const double> in, device::span<double> out, double factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < in.size()) out[i] = factor * in[i];
}

__global__ void twice_beyond_the_end(device::span<const double> in, device::span<double> out,
                                     double factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = factor * in[i];
}

/// Right on what a case of the family is.
__global__ void twice_above_0(device::span<const double> in, device::span<double> out,
                              double factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < in.size() && in[i] > 0) out[i] = factor * in[i];
}

class doubling final : public retime::runner<toy::answer> {
 public:
  using kernel = void (*)(device::span<const double>, device::span<double>, double);

  doubling(const problem& asked, unsigned block, kernel with, std::vector<double> factors)
      : in_(asked.numbers.size()),
        out_(asked.numbers.size()),
        with_(with),
        factors_(std::move(factors)) {
    in_.upload(asked.numbers);
    shape_ = {dim3((static_cast<unsigned>(asked.numbers.size()) + block - 1) / block), dim3(block),
              0};
  }
  void reset() override { out_.poison(); }
  void run(device::stream& queue) override {
    const double factor = factors_[std::min(runs_++, factors_.size() - 1)];
    device::launch(queue, with_, shape_, std::as_const(in_).view(), out_.view(), factor);
  }
  toy::answer answer() override { return {out_.to_host()}; }
  std::optional<retime::launch_report> launch() const override {
    return device::describe("twice", with_, shape_);
  }

 private:
  device::buffer<double> in_, out_;
  kernel with_;
  std::vector<double> factors_;  // of the first run, the second, ...; the last one stays
  device::launch_shape shape_;
  std::size_t runs_ = 0;
};

auto prepare_with(doubling::kernel with, std::vector<double> factors) {
  return [with, factors](const problem& asked, const retime::point& values) {
    return std::make_unique<doubling>(asked, static_cast<unsigned>(values.integer("block")), with,
                                      factors);
  };
}

retime::work work_of(const problem& asked, const retime::point&) {
  const auto n = static_cast<double>(asked.numbers.size());
  return {.bytes = 16 * n, .flops = n, .items = n, .item = "number"};
}

std::optional<std::string> block_beyond_limit(const retime::point& values) {
  if (values.integer("block") <= 1024) return std::nullopt;
  return "block=" + std::to_string(values.integer("block")) + " exceeds 1024 threads";
}

}  // namespace

REGISTER_FAMILY(
    problem,
    {.id = "toy",
     .title = "doubles n numbers",
     .axes = {{.name = "n",
               .help = "numbers",
               .default_value = std::int64_t{100},
               .smoke = {10},
               .quick = {10, 1000},
               .check = retime::at_least(1),
               .always_in_key = true},
              {.name = "scale", .help = "largest number", .default_value = 1.0}},
     .size_axis = "n",
     .make =
         [](const retime::point& values) {
           return problem(values.integer("n"), values.real("scale"));
         },
     .reference =
         [](const problem& asked) {
           answer doubled{asked.numbers};
           for (double& x : doubled.numbers) x *= 2;
           return doubled;
         },
     .compare =
         [](const problem&, const answer& got, const answer& expected) {
           const bool equal = got.numbers == expected.numbers;
           return retime::verification{"numbers that differ", equal ? 0.0 : 1.0, 0.0};
         },
     .probes = [](const problem& asked) -> std::vector<retime::probe<problem>> {
       const auto n = static_cast<std::int64_t>(asked.numbers.size());
       return {{"on numbers below 0", problem(n, -1)}, {"on large numbers", problem(n, 1e9)}};
     },
     .observe =
         [](const problem&, const answer& got) {
           return retime::observables{{{"first", got.numbers.front()}}, {}};
         },
     .arrays =
         [](const problem&, const answer& got) {
           return std::vector<retime::saved_array>{{"numbers", {got.numbers.size()}, got.numbers}};
         }});

REGISTER_VARIANT(problem,
                 {.id = "right",
                  .axes = {retime::tuning("block", {32, 64, 2048})},
                  .invalid = block_beyond_limit,
                  .memory_bytes = [](const retime::point& values) { return 16 * values.real("n"); },
                  .work = work_of,
                  .prepare = prepare_with(twice, {2})});

REGISTER_VARIANT(problem, {.id = "wrong",
                           .base = "right",
                           .axes = {retime::tuning("block", {32})},
                           .work = work_of,
                           .prepare = prepare_with(twice, {3})});

REGISTER_VARIANT(problem, {.id = "wrong_below_0",
                           .base = "right",
                           .axes = {retime::tuning("block", {32})},
                           .work = work_of,
                           .prepare = prepare_with(twice_above_0, {2})});

REGISTER_VARIANT(problem, {.id = "wrong_later",
                           .base = "right",
                           .axes = {retime::tuning("block", {32})},
                           .work = work_of,
                           .prepare = prepare_with(twice, {2, 3})});

REGISTER_VARIANT(problem, {.id = "out_of_bounds",
                           .base = "right",
                           .axes = {retime::tuning("block", {32})},
                           .work = work_of,
                           .prepare = prepare_with(twice_beyond_the_end, {2})});

}  // namespace toy
