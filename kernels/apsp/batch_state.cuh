// What a block knows of the searches from a batch of sources.
#pragma once

#include "kernels/apsp/append.cuh"
#include "kernels/apsp/search_output.cuh"
#include "kernels/device/device.h"

namespace apsp {

/// What a batch's searches have newly reached: these sources this vertex.
struct reached {
  unsigned v, by;
};
inline constexpr unsigned most_reached = 2048;  ///< entries that a list has room for

/// `Sources` bits a vertex, 32 or 16, in the block's shared memory.
template <int Sources>
struct seen_words {
  static constexpr unsigned per_word = 32 / Sources, all = ~0U >> (32 - Sources);
  device::span<unsigned> words;

  static constexpr unsigned count(unsigned vertices) {
    return (vertices + per_word - 1) / per_word;
  }
  __device__ __forceinline__ unsigned operator[](unsigned v) const {
    if constexpr (per_word == 1) return words[v];
    return words[v / per_word] >> shift(v) & all;
  }
  /// Sets the bits `by` and returns those that were not set before.
  __device__ __forceinline__ unsigned set(unsigned v, unsigned by) const {
    return by & ~(atomicOr(&words[v / per_word], by << shift(v)) >> shift(v));
  }

 private:
  static __device__ __forceinline__ unsigned shift(unsigned v) { return v % per_word * Sources; }
};

/// The levels of a batch, level 1 first: a word a vertex with the sources that reach it there, in
/// device memory. If there are only few they are all kept, and the distances follow from them at
/// the end; else each is stored as soon as it is known, and a place serves all levels.
struct words_of_levels {
  device::span<unsigned> words;
  unsigned pitch;  ///< words of a level, a multiple of 4
  bool are_kept;

  __device__ __forceinline__ device::span<unsigned> of(unsigned level) const {
    return words.subspan(std::size_t{are_kept ? level - 1 : 0} * pitch, pitch);
  }
};

template <int Sources, class Output>
struct batch_state {
  seen_words<Sources> seen;
  device::span<reached> lists;               ///< two, of what is new at this level and at the next
  lengths_of_levels& lengths;                ///< of the lists
  lengths_of_levels& pairs;                  ///< of a source and a vertex, that they stand for
  device::shared_array<unsigned, 32>& rows;  ///< of the output, one a source
  words_of_levels levels;
  Output output;

  __device__ __forceinline__ device::span<reached> list(unsigned level) const {
    return lists.subspan(level % 2 * most_reached, most_reached);
  }
  __device__ __forceinline__ bool stores_at_once() const {
    return Output::has_rows && !levels.are_kept;
  }
  /// Called by all lanes of a warp, each with its own number.
  __device__ __forceinline__ void count(unsigned level, unsigned new_pairs) const {
    new_pairs = __reduce_add_sync(~0U, new_pairs);
    if (threadIdx.x % 32 == 0 && new_pairs != 0) atomicAdd(&pairs[level % 3], new_pairs);
  }
};

}  // namespace apsp
