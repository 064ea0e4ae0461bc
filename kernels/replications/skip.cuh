// A thread's place in a stream of random words that the threads of some blocks share.
#pragma once

#include "kernels/device/device.h"
#include "kernels/replications/device_generators.cuh"
#include "kernels/replications/skip.h"

namespace replications {

/// Which stream, and which of the blocks that share it this is.
struct stream_place {
  std::size_t streams, stream;
  int block;
};

/// A number of taus88 times a matrix given by rows, of which each lane reads one: the lanes of a
/// warp, all of whom must come, work it out together.
__device__ __forceinline__ word times_rows(device::span<const word> rows, word number) {
  const word row = rows[threadIdx.x % warpSize];
  return __ballot_sync(~0u, __popc(row & number) & 1);
}

__device__ inline void skip_to_part(taus88& random, device::span<const word> table,
                                    const stream_parts& parts, int block) {
  const int lane = static_cast<int>(threadIdx.x % warpSize);
  const std::size_t warp = threadIdx.x / warpSize, warps = (parts.threads + 31) / 32;
  const auto rows = [&](std::size_t place, int number) {
    return table.subspan((warpSize + place) * taus88_skip_words + number * 32, 32);
  };
  for (int number = 0; number < taus88::words; ++number) {
    word moved = times_rows(rows(warps + block, number), random.state[number]);
    moved = times_rows(rows(warp, number), moved);
    word product = 0;
    for (int column = 0; column < 32; ++column)
      if (moved >> column & 1) product ^= table[(number * 32 + column) * 32 + lane];
    random.state[number] = product;
  }
}

__device__ inline void skip_to_part(mwc64x& random, device::span<const word> table,
                                    const stream_parts& parts, int block) {
  const auto factor = [&](std::size_t place) { return both(&table[2 * place]); };
  retime::mwc64x::skip(random.state, factor(parts.threads + block));
  retime::mwc64x::skip(random.state, factor(threadIdx.x));
}

/// The generator at the first word of this thread's part.
template <class Generator>
__device__ Generator enter_stream(device::span<const word> keys, device::span<const word> table,
                                  const stream_parts& parts, const stream_place& place) {
  const auto key = key_of<Generator>(keys, place.streams, place.stream);
  if constexpr (Generator::kind == generator_kind::philox) {
    const auto part = std::uint64_t(place.block) * parts.threads + threadIdx.x;
    return Generator(key, part * parts.words);
  } else {
    Generator random(key);
    skip_to_part(random, table, parts, place.block);
    return random;
  }
}

}  // namespace replications
