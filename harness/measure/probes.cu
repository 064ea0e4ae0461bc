#include <algorithm>

#include "harness/measure/probes.cuh"

namespace retime::probes {
namespace {

constexpr unsigned threads = 256;

__global__ void empty_kernel() {}

__global__ void spin_kernel(long long cycles) {
#if defined(RETIME_DEVICE_CUDA)
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
#else
  (void)cycles;
#endif
}

__global__ void two_clocks_kernel(long long cycles, device::span<long long> spent) {
#if defined(RETIME_DEVICE_CUDA)
  const auto nanoseconds = [] {
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return static_cast<long long>(now);
  };
  const long long begin_ns = nanoseconds();
  const long long begin = clock64();
  long long now = begin;
  while (now - begin < cycles) now = clock64();
  spent[0] = now - begin;
  spent[1] = nanoseconds() - begin_ns;
#else
  spent[0] = cycles;
  spent[1] = 0;
#endif
}

// The sum is stored only if it is a number that zeroed lines never give: the loads stay, the store
// never happens.
__global__ void read_kernel(device::span<const float4> lines, device::span<float> sink,
                            int passes) {
  float sum = 0;
  const std::size_t part = (lines.size() + gridDim.x - 1) / gridDim.x;
  for (int pass = 0; pass < passes; ++pass) {
    const std::size_t begin = (blockIdx.x + std::size_t{37} * pass) % gridDim.x * part;
    const std::size_t end = begin + part < lines.size() ? begin + part : lines.size();
#pragma unroll 4
    for (std::size_t i = begin + threadIdx.x; i < end; i += blockDim.x) {
      const float4 line = lines[i];
      sum += line.x + line.y + line.z + line.w;
    }
  }
  if (sum == 1.0f) sink[0] = sum;
}

unsigned blocks() {
  return static_cast<unsigned>(std::max(1, device::current().multiprocessors)) * 8;
}

std::size_t lines_in(std::size_t bytes) { return std::max<std::size_t>(1, bytes / sizeof(float4)); }

/// A buffer of zeros.
device::buffer<float4> zeroed(std::size_t bytes) {
  device::buffer<float4> lines(lines_in(bytes));
  device::stream queue;
  lines.fill_bytes(0, queue);
  queue.synchronize();
  return lines;
}

}  // namespace

void empty(device::stream& queue) {
  device::launch(queue, empty_kernel, {.grid = {1}, .block = {32}});
}

void spin(device::stream& queue, long long cycles) {
  device::launch(queue, spin_kernel, {.grid = {1}, .block = {1}}, cycles);
}

two_clocks spin_and_read(device::stream& queue, long long cycles) {
  device::buffer<long long> spent(2);
  device::launch(queue, two_clocks_kernel, {.grid = {1}, .block = {1}}, cycles, spent.view());
  queue.synchronize();
  const auto read = spent.to_host();
  return {read[0], read[1]};
}

l2_flush::l2_flush() : lines_(zeroed(3 * device::current().l2_bytes)), sink_(1) {}

void l2_flush::operator()(device::stream& queue) {
  static const unsigned grid = blocks();
  device::launch(queue, read_kernel, {.grid = {grid}, .block = {threads}}, lines_.view(),
                 sink_.view(), 1);
}

memory_copy::memory_copy(std::size_t bytes) : from_(zeroed(bytes)), to_(lines_in(bytes)) {}

void memory_copy::operator()(device::stream& queue) { to_.copy_from(from_, queue); }

repeated_read::repeated_read(std::size_t bytes, int passes)
    : lines_(zeroed(bytes)), sink_(1), passes_(passes) {}

void repeated_read::operator()(device::stream& queue) {
  static const unsigned grid = blocks();
  device::launch(queue, read_kernel, {.grid = {grid}, .block = {threads}}, lines_.view(),
                 sink_.view(), passes_);
}

}  // namespace retime::probes
