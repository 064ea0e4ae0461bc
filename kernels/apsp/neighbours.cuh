// A vertex's list of neighbours in both layouts of Figure 9, read one or several at a time.
#pragma once

#include "kernels/device/device.h"

namespace apsp {

/// Figure 9(e): arcs one by one. Positions begin..end are places in `arcs`.
struct single_list {
  device::span<const int> arcs;
  int begin, end;

  template <int AtOnce>
  __device__ __forceinline__ int first() const {
    return begin;
  }
  /// The neighbours at positions from `i` on; -1 where the list has ended.
  template <int AtOnce>
  __device__ __forceinline__ void fetch(int (&neighbours)[AtOnce], int i) const {
#pragma unroll
    for (int j = 0; j < AtOnce; ++j) neighbours[j] = i + j < end ? arcs[i + j] : -1;
  }
};

/// Word `place` of a group.
__device__ __forceinline__ int word(const int4& group, int place) {
  return place == 0 ? group.x : place == 1 ? group.y : place == 2 ? group.z : group.w;
}

/// Arcs in groups of four words. Positions begin..end count words from the beginning of group
/// `first_group`;
/// a word before `begin` is no neighbour. `group` is the one that holds position `begin`, where
/// that is not its first word.
struct packed_list {
  device::span<const int4> arcs;
  int first_group, begin, end;
  int4 group;

  template <int AtOnce>
  __device__ __forceinline__ int first() const {
    return begin / AtOnce * AtOnce;
  }
  /// The neighbours at positions from `i` on; -1 where there is none.
  template <int AtOnce>
  __device__ __forceinline__ void fetch(int (&neighbours)[AtOnce], int i) {
    if constexpr (AtOnce == 1) {
      if (i % 4 == 0) group = arcs[first_group + i / 4];
      neighbours[0] = word(group, i % 4);
    } else {
      int4 groups[AtOnce / 4]{};
#pragma unroll
      for (int g = 0; g < AtOnce / 4; ++g)
        if (i + 4 * g < end) groups[g] = arcs[first_group + i / 4 + g];
#pragma unroll
      for (int j = 0; j < AtOnce; ++j)
        neighbours[j] = i + j >= begin && i + j < end ? word(groups[j / 4], j % 4) : -1;
    }
  }
};

}  // namespace apsp
