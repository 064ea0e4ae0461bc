// Variants of the tests' family whose kernels hold a mistake, all through bare pointers. Most of
// them give the right answer in the natural order of threads, on small problems.
#include <cstddef>

#include "kernels/device/device.h"
#include "tests/harness/toy_family.h"
#include "variants/form.h"

namespace toy {
namespace {

/// What the kernels get: the numbers to double, where to, and more memory for what they need.
struct arrays {
  const double* in;
  double* out;
  int* count;       ///< 0
  double* scratch;  ///< as many as numbers, nobody's
  int n;
};

__device__ int thread_number() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

__global__ void writes_one_beyond(arrays of) {
  const int i = thread_number();
  if (i <= of.n) of.out[i] = i < of.n ? 2 * of.in[i] : 0;
}
__global__ void reads_far_beyond(arrays of) {
  const int i = thread_number();
  if (i < of.n) of.out[i] = of.in[i + 2048] > 1e300 ? 0 : 2 * of.in[i];
}
__global__ void writes_far_before(arrays of) {
  const int i = thread_number();
  if (i < of.n) of.out[i] = 2 * of.in[i];
  if (i == 7) of.out[i - 1500] = 1;
}
__global__ void lacks_a_barrier(arrays of) {
  double* const tile = device::dynamic_shared<double>(32).data();
  const int i = thread_number();
  tile[threadIdx.x] = i < of.n ? of.in[i] : 0;
  const double left = tile[threadIdx.x / 2];
  if (i < of.n) of.out[i] = left > 1e300 ? 0 : 2 * of.in[i];
}
__global__ void lacks_a_barrier_between_warps(arrays of) {
  __shared__ device::shared_array<double, 64> tile;
  const int i = thread_number();
  tile[threadIdx.x] = i < of.n ? 2 * of.in[i] : 0;
  __syncwarp();
  const double other = tile[threadIdx.x / 2];
  if (i < of.n) of.out[i] = other < 0 ? 0 : 2 * of.in[i];
}
__global__ void counts_without_atomics(arrays of) {
  const int i = thread_number();
  if (i >= of.n) return;
  of.count[0] = of.count[0] + 1;
  of.out[i] = 2 * of.in[i];
}
__global__ void counts_blocks_without_atomics(arrays of) {
  const int i = thread_number();
  if (threadIdx.x == 0) ++*of.count;
  if (i < of.n) of.out[i] = 2 * of.in[i];
}
__global__ void reads_what_nobody_wrote(arrays of) {
  const int i = thread_number();
  if (i < of.n) of.out[i] = of.scratch[i] == 5 ? 0 : 2 * of.in[i];
}
__global__ void overflows_at_large_sizes(arrays of) {
  const int i = thread_number();
  const int row = i * of.n;
  if (i < of.n) of.out[row / of.n] = 2 * of.in[i];
}
__global__ void leaves_a_local_array(arrays of) {
  const int i = thread_number();
  double factors[3] = {2, 2, 2};
  factors[threadIdx.x % 3] = of.n < 0 ? 1 : 2;
  if (i < of.n) of.out[i] = factors[i == 3 ? 3 : 0] * of.in[i];
}
__global__ void is_wrong_in_the_last_block(arrays of) {
  const int i = thread_number();
  const bool is_last = blockIdx.x == gridDim.x - 1 && threadIdx.x == 0;
  if (i < of.n) of.out[i] = (is_last ? 3 : 2) * of.in[i];
}
__global__ void is_right(arrays of) {
  const int i = thread_number();
  if (i < of.n) of.out[i] = 2 * of.in[i];
  if (i < of.n) atomicAdd(of.count, 1);
}

class bare final : public retime::runner<toy::answer> {
 public:
  using kernel = void (*)(arrays);

  bare(const problem& asked, kernel with, unsigned block)
      : in_(asked.numbers), out_(in_.size()), scratch_(in_.size()), count_(1), with_(with) {
    shape_ = {.grid = dim3((static_cast<unsigned>(in_.size()) + block - 1) / block),
              .block = dim3(block),
              .shared_bytes = 32 * sizeof(double)};
  }
  void reset() override { out_.poison(); }
  void run(device::stream& queue) override {
    count_.fill_bytes(0, queue);
    device::launch(queue, with_, shape_,
                   arrays{std::as_const(in_).data(), out_.data(), count_.data(), scratch_.data(),
                          static_cast<int>(in_.size())});
  }
  toy::answer answer() override { return {out_.to_host()}; }

 private:
  device::buffer<double> in_, out_, scratch_;
  device::buffer<int> count_;
  kernel with_;
  device::launch_shape shape_;
};

bool add(const std::string& id, bare::kernel with, unsigned block = 32) {
  retime::variant_form<problem> form;
  form.id = "bare_" + id;
  form.work = [](const problem& asked, const retime::point&) {
    return retime::work{.bytes = 16 * static_cast<double>(asked.numbers.size())};
  };
  form.prepare = [=](const problem& asked, const retime::point&) {
    return std::make_unique<bare>(asked, with, block);
  };
  return retime::add(retime::erase(std::move(form)), __FILE__);
}

[[maybe_unused]] const bool added[] = {
    add("writes_one_beyond", writes_one_beyond),
    add("reads_far_beyond", reads_far_beyond),
    add("writes_far_before", writes_far_before),
    add("lacks_a_barrier", lacks_a_barrier),
    add("lacks_a_barrier_between_warps", lacks_a_barrier_between_warps, 64),
    add("counts_without_atomics", counts_without_atomics),
    add("counts_blocks_without_atomics", counts_blocks_without_atomics),
    add("reads_what_nobody_wrote", reads_what_nobody_wrote),
    add("overflows_at_large_sizes", overflows_at_large_sizes),
    add("leaves_a_local_array", leaves_a_local_array),
    add("is_wrong_in_the_last_block", is_wrong_in_the_last_block),
    add("without_a_mistake", is_right),
};

}  // namespace
}  // namespace toy
