// Indices of a 3-D grid, argument conversion, vectors, streams, events, buffers.
#include <algorithm>
#include <array>
#include <utility>

#include "kernels/device/device.h"
#include "tests/device_check/check.h"

namespace {

__global__ void number_threads(device::span<unsigned> out, unsigned offset) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[block * threads + thread] = offset + 1000 * block + thread;
}

/// Every vector type, by loads and stores of one instruction.
__global__ void use_vectors(device::span<uint4> values) {
  const uint4 in = __ldg(&values[0]);
  const int2 a = make_int2(1, static_cast<int>(in.y));
  const int4 b = make_int4(3, 4, 5, static_cast<int>(in.w));
  const uint2 c = make_uint2(in.x, 7);
  const float2 d = make_float2(8, static_cast<float>(in.z));
  const float4 e = make_float4(9, 10, 11, 12);
  values[1] = make_uint4(static_cast<unsigned>(a.y), static_cast<unsigned>(b.w), c.x,
                         static_cast<unsigned>(d.y + e.z));
}

/// Two streams that copy, compute and copy back beside each other.
void check_streams(device_check::report& results) {
  constexpr std::size_t size = 60;
  std::array<device::stream, 2> queues;
  std::array<device::pinned<unsigned>, 2> host{device::pinned<unsigned>(size),
                                               device::pinned<unsigned>(size)};
  std::array<device::buffer<unsigned>, 2> on_device;
  for (unsigned i = 0; i < 2; ++i) {
    on_device[i] = device::buffer<unsigned>(size);
    std::fill(host[i].view().begin(), host[i].view().end(), 0U);
    on_device[i].upload(host[i].view(), queues[i]);
    device::launch(queues[i], number_threads, {.grid = 1, .block = {5, 4, 3}}, on_device[i].view(),
                   100 * i);
    host[i].copy_from(on_device[i], queues[i]);
  }
  for (unsigned i = 0; i < 2; ++i) {
    queues[i].synchronize();
    results.equal("last of stream " + std::to_string(i), host[i].view()[size - 1], 100 * i + 59);
  }
}

void check_parts(device_check::report& results) {
  const device::buffer<int> all(std::vector{1, 2, 3, 4, 5});
  std::vector<int> part(2);
  all.download_part(3, part);
  results.equal("a part", part, {4, 5});
  for (const std::size_t first : {4, 6}) {
    bool refused = false;
    try {
      all.download_part(first, part);
    } catch (const device::error&) {
      refused = true;
    }
    results.equal("no part beyond the end, from " + std::to_string(first), refused, true);
  }
}

}  // namespace

void device_check::check_launch(report& results) {
  device::stream queue;
  const device::launch_shape shape{.grid = {3, 2, 2}, .block = {5, 4, 3}};
  device::buffer<unsigned> out(12 * 60);
  out.poison();
  results.equal("poison", out.to_host().front(), ~0U);
  device::event begin, end;
  begin.record(queue);
  device::launch(queue, number_threads, shape, out.view(), 7);
  end.record(queue);
  end.synchronize();
  std::vector<unsigned> expected;
  for (unsigned block = 0; block < 12; ++block)
    for (unsigned thread = 0; thread < 60; ++thread) expected.push_back(7 + 1000 * block + thread);
  results.equal("thread numbers", out.to_host(), expected);
  results.equal("time is positive", device::elapsed_ns(begin, end) > 0, true);

  const std::vector<uint4> values{{1, 2, 3, 4}, {}};
  device::buffer<uint4> vectors(values);
  device::launch(queue, use_vectors, {}, vectors.view());
  const uint4 last = vectors.to_host()[1];
  results.equal("vectors", std::vector{last.x, last.y, last.z, last.w}, {2, 4, 1, 14});

  device::buffer<unsigned> copy(out.size());
  copy.copy_from(out, queue);
  results.equal("copy", copy.to_host(), expected);
  device::pinned<unsigned> there(out.size()), back(out.size());
  std::fill(there.view().begin(), there.view().end(), 5U);
  there.view()[5] = 55;
  copy.upload(there.view(), queue);
  copy.download(back.view(), queue);
  queue.synchronize();
  results.equal("there and back in the stream's order", back.view()[5], 55U);
  check_streams(results);
  check_parts(results);
  auto moved = std::move(copy);
  results.equal("a buffer moves", moved.to_host()[5], 55U);
  results.equal("and leaves nothing behind", copy.size(), std::size_t{0});
  copy = std::move(moved);
  copy.fill_bytes(0x11, queue);
  results.equal("fill", copy.to_host().back(), 0x11111111U);
}
