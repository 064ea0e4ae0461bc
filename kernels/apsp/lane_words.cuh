// Rows of bits that the lanes of a warp share: 32 * Words words, of which each lane has Words
// neighbouring ones, so that it loads and stores them in one access.
#pragma once

#include "kernels/device/device.h"

namespace apsp {

template <int Words>
struct alignas(4 * Words) lane_words {
  static constexpr unsigned row_bits = 32 * 32 * Words;
  unsigned words[Words];

  /// The first `count` bits of the row.
  static __device__ __forceinline__ lane_words first(unsigned count) {
    lane_words made;
#pragma unroll
    for (int j = 0; j < Words; ++j) {
      const unsigned begin = 32 * (threadIdx.x % 32 * Words + j);
      made.words[j] = count <= begin ? 0 : count >= begin + 32 ? ~0U : (1U << (count - begin)) - 1;
    }
    return made;
  }
  static __device__ __forceinline__ lane_words single(unsigned bit) {
    lane_words made;
#pragma unroll
    for (int j = 0; j < Words; ++j)
      made.words[j] = bit / 32 == threadIdx.x % 32 * Words + j ? 1U << bit % 32 : 0;
    return made;
  }

  __device__ __forceinline__ void add(const lane_words& other) {
#pragma unroll
    for (int j = 0; j < Words; ++j) words[j] |= other.words[j];
  }
  __device__ __forceinline__ lane_words without(const lane_words& other) const {
    lane_words left;
#pragma unroll
    for (int j = 0; j < Words; ++j) left.words[j] = words[j] & ~other.words[j];
    return left;
  }
  __device__ __forceinline__ bool is_empty() const {
    unsigned any = 0;
#pragma unroll
    for (int j = 0; j < Words; ++j) any |= words[j];
    return any == 0;
  }
  __device__ __forceinline__ unsigned count() const {
    unsigned bits = 0;
#pragma unroll
    for (int j = 0; j < Words; ++j) bits += __popc(words[j]);
    return bits;
  }
};

}  // namespace apsp
