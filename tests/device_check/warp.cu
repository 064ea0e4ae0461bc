// Shuffles for every width and distance, over full warps and over masks; votes; a warp's own
// barrier.
#include "kernels/device/device.h"
#include "tests/device_check/check.h"

namespace {

constexpr int lanes = 64;  // a block of two warps
enum class kind { index, up, down, exclusive_or };

__global__ void shuffle_all(kind how, int operand, int width, device::span<int> out) {
  const int mine = 100 + static_cast<int>(threadIdx.x);
  int got = 0;
  switch (how) {
    case kind::index:
      got = __shfl_sync(0xffffffffU, mine, operand, width);
      break;
    case kind::up:
      got = __shfl_up_sync(0xffffffffU, mine, operand, width);
      break;
    case kind::down:
      got = __shfl_down_sync(0xffffffffU, mine, operand, width);
      break;
    case kind::exclusive_or:
      got = __shfl_xor_sync(0xffffffffU, mine, operand, width);
      break;
  }
  out[threadIdx.x] = got;
}

/// The lane that answers, from the definitions in the CUDA programming guide.
int source_lane(kind how, int lane, int operand, int width) {
  const int begin = lane / width * width, end = begin + width;
  switch (how) {
    case kind::index:
      return begin + ((operand % width) + width) % width;
    case kind::up:
      return lane - operand < begin ? lane : lane - operand;
    case kind::down:
      return lane + operand >= end ? lane : lane + operand;
    case kind::exclusive_or:
      break;
  }
  return (lane ^ operand) >= end ? lane : lane ^ operand;
}

/// The odd and the even lanes shuffle apart, in a divergent branch, with types of 4 and 8 bytes.
__global__ void shuffle_halves(device::span<double> out) {
  const unsigned lane = threadIdx.x % 32;
  const bool odd = lane % 2 == 1;
  const unsigned mask = odd ? 0xaaaaaaaaU : 0x55555555U;
  const double value = 0.5 + threadIdx.x;
  double got = 0;
  if (odd)
    got = __shfl_sync(mask, value, 31);
  else
    got = static_cast<double>(
        __shfl_sync(mask, static_cast<float>(value), static_cast<int>(lane + 4) % 32));
  out[threadIdx.x] = got;
}

__global__ void sum_warp(device::span<const float> in, device::span<float> out) {
  float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xffffffffU, sum, delta);
  if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}

__global__ void vote(device::span<unsigned> out) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  const unsigned all = 0xffffffffU;
  unsigned got[7] = {};
  got[0] = __ballot_sync(all, lane % 3 == 0);
  got[1] = __any_sync(all, lane == 31) != 0;
  got[2] = __all_sync(all, lane < 31) != 0;
  got[3] = __all_sync(all, lane < 32) != 0;
  // The first ten lanes alone, while the others go past.
  if (lane < 10) got[4] = __ballot_sync(0x3ffU, lane != 4);
  __syncwarp();
  got[6] = __activemask() >> lane & 1U;  // no more than the lane itself is promised
  // Half of the warp has ended.
  if (lane >= 16) return;
  got[5] = __ballot_sync(0xffffU, lane % 2 == 0);
  for (int i = 0; i < 7; ++i) out[static_cast<unsigned>(i) * blockDim.x + threadIdx.x] = got[i];
}

/// Lanes hand on through shared memory, ordered by the warp's barrier alone.
__global__ void rotate(device::span<int> out, int times) {
  __shared__ device::shared_array<int, lanes> slots;
  const unsigned lane = threadIdx.x % 32, first = threadIdx.x - lane;
  int mine = static_cast<int>(threadIdx.x);
  for (int i = 0; i < times; ++i) {
    slots[threadIdx.x] = mine;
    __syncwarp();
    mine = slots[first + (lane + 1) % 32];
    __syncwarp();
  }
  out[threadIdx.x] = mine;
}

}  // namespace

void device_check::check_warp_shuffles(report& results) {
  device::stream queue;
  device::buffer<int> out(lanes);
  for (const kind how : {kind::index, kind::up, kind::down, kind::exclusive_or})
    for (const int width : {2, 4, 8, 16, 32})
      for (const int operand : {0, 1, 2, 3, 5, 8, 15, 16, 21, 31}) {
        device::launch(queue, shuffle_all, {.grid = 1, .block = lanes}, how, operand, width,
                       out.view());
        std::vector<int> expected;
        for (int lane = 0; lane < lanes; ++lane)
          expected.push_back(100 + lane / 32 * 32 + source_lane(how, lane % 32, operand, width));
        results.equal("shuffle kind " + std::to_string(static_cast<int>(how)) + " width " +
                          std::to_string(width) + " operand " + std::to_string(operand),
                      out.to_host(), expected);
      }

  device::buffer<double> halves(lanes);
  device::launch(queue, shuffle_halves, {.grid = 1, .block = lanes}, halves.view());
  std::vector<double> expected;
  for (int thread = 0; thread < lanes; ++thread) {
    const int lane = thread % 32, first = thread - lane;
    expected.push_back(0.5 + first + (lane % 2 == 1 ? 31 : (lane + 4) % 32));
  }
  results.equal("masks of a divergent branch", halves.to_host(), expected);

  std::vector<float> numbers(320);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
  const device::buffer<float> in(numbers);
  device::buffer<float> sums(10);
  device::launch(queue, sum_warp, {.grid = 2, .block = 160}, in.view(), sums.view());
  std::vector<float> expected_sums;
  for (int warp = 0; warp < 10; ++warp)
    expected_sums.push_back(32.0F * 32.0F * static_cast<float>(warp) + 496.0F);
  results.equal("sum of a warp", sums.to_host(), expected_sums);

  device::buffer<int> rotated(lanes);
  device::launch(queue, rotate, {.grid = 1, .block = lanes}, rotated.view(), 5);
  std::vector<int> expected_rotation;
  for (int thread = 0; thread < lanes; ++thread)
    expected_rotation.push_back(thread / 32 * 32 + (thread + 5) % 32);
  results.equal("barrier of a warp", rotated.to_host(), expected_rotation);
}

void device_check::check_warp_votes(report& results) {
  device::stream queue;
  device::buffer<unsigned> out(7 * lanes);
  out.poison();
  device::launch(queue, vote, {.grid = 1, .block = lanes}, out.view());
  unsigned thirds = 0;
  for (unsigned lane = 0; lane < 32; lane += 3) thirds |= 1U << lane;
  std::vector<unsigned> expected(7 * lanes, ~0U);
  for (unsigned thread = 0; thread < lanes; ++thread) {
    if (thread % 32 >= 16) continue;
    const unsigned answers[7] = {thirds, 1, 0, 1, thread % 32 < 10 ? 0x3efU : 0U, 0x5555U, 1};
    for (unsigned i = 0; i < 7; ++i) expected[i * lanes + thread] = answers[i];
  }
  results.equal("votes", out.to_host(), expected);
}
