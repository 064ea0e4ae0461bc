// What a thread has of a tile of accessible sites, and the steps that a block takes it: for
// compact_tiles.cuh, where the loop stands.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/carpet/tile_links.h"
#include "kernels/carpet/update.h"
#include "kernels/device/device.h"

namespace carpet {

/// The sites of tiles as a device has them, tile_links; links in bytes.
struct device_tiles {
  device::span<const linked_tile> tiles;
  device::span<const std::int32_t> last_slots, around;
  device::span<const site_links> links;
  int farthest;  ///< that last_slots knows
};

/// A thread's sites of a tile, one in as many as the block has threads: p, and what Eq. (1) takes
/// from the carpet. A warp takes them two at a time, up to a slot, so that many loads are on their
/// way at once: what it computes for slots beyond is written to these, and who reads it writes
/// beyond as well.
template <class Real, int Sites>
class part_of_tile {
 public:
  /// What does not change from pass to pass: links, and where p lies.
  __device__ __forceinline__ part_of_tile(const device_tiles& all, const linked_tile& tile)
      : first_(tile.first), own_(tile.sites), last_slot_(tile.last_slot) {
    for_each(
        last_slot_,
        [&](int k) {
          const int slot = min(slot_of(k), last_slot_);
          links_[k] = all.links[tile.links_first + slot - 1];
          number_[k] = first_ + slot - 1;
          if (slot > own_) number_[k] = all.around[tile.around_first + slot - 1 - own_];
        },
        [](int) {});
  }

  __device__ __forceinline__ void load(device::span<const Real> old, device::span<Real> shared) {
    for_each(
        last_slot_, [&](int k) { p_[k] = old[number_[k]]; },
        [&](int k) {
          shared[slot_of(k)] = p_[k];
          const auto [left, right, above, below] = links_[k];
          stays_[k] = static_cast<Real>((left == 0) + (right == 0) + (above == 0) + (below == 0));
        });
  }

  /// A step of the sites up to `last_slot`.
  __device__ __forceinline__ void step(device::span<const Real> old, device::span<Real> next,
                                       int last_slot) {
    Real sum[Sites];
    for_each(
        last_slot,
        [&](int k) {
          sum[k] = old.at_byte(links_[k].left) + old.at_byte(links_[k].right) +
                   old.at_byte(links_[k].above) + old.at_byte(links_[k].below);
        },
        [&](int k) { next[slot_of(k)] = p_[k] = updated(sum[k], stays_[k], p_[k]); });
  }

  /// The tile's own. Gives whether any is not 0.
  __device__ __forceinline__ bool store(device::span<Real> next) const {
    bool some = false;
#pragma unroll
    for (int k = 0; k < Sites; ++k) {
      if (slot_of(k) > own_) continue;
      next[first_ + slot_of(k) - 1] = p_[k];
      some = some || p_[k] != 0;
    }
    return some;
  }

 private:
  static constexpr int at_a_time = Sites % 2 == 0 ? 2 : 1;

  static __device__ __forceinline__ int slot_of(int k) {
    return static_cast<int>(1 + threadIdx.x + k * blockDim.x);
  }

  /// Calls read(k) and then write(k) for some sites, and so on until the warp is beyond
  /// `last_slot`.
  template <class Read, class Write>
  static __device__ __forceinline__ void for_each(int last_slot, Read read, Write write) {
    const int lane = static_cast<int>(threadIdx.x % 32);
#pragma unroll
    for (int first = 0; first < Sites; first += at_a_time) {
      if (slot_of(first) - lane > last_slot) return;
#pragma unroll
      for (int k = first; k < first + at_a_time; ++k) read(k);
#pragma unroll
      for (int k = first; k < first + at_a_time; ++k) write(k);
    }
  }

  int first_, own_, last_slot_;
  site_links links_[Sites]{};
  std::int32_t number_[Sites]{};
  Real p_[Sites]{}, stays_[Sites]{};
};

/// Of a block's dynamic shared memory: P_old and P_new of a tile's slots.
template <class Real>
class tile_memory {
 public:
  __device__ __forceinline__ explicit tile_memory(std::size_t slots)
      : slots_(slots), both_(device::dynamic_shared<Real>(2 * slots)) {
    if (threadIdx.x == 0) both_[0] = both_[slots] = 0;  // of what is not there
  }
  __device__ __forceinline__ device::span<Real> after(int step) const {
    return both_.subspan(step % 2 * slots_, slots_);
  }

 private:
  std::size_t slots_;
  device::span<Real> both_;
};

/// `steps` steps of a tile, of which `number` is the tile_links'. Gives whether any p of the tile
/// is not 0 then.
template <class Real, int Sites>
__device__ __forceinline__ bool steps_of_tile(part_of_tile<Real, Sites>& part,
                                              const tile_memory<Real>& memory,
                                              const device_tiles& all, int number, int steps,
                                              device::span<const Real> old,
                                              device::span<Real> next) {
  const auto last_slot_at = all.last_slots.subspan(number * (all.farthest + 1), steps);
  part.load(old, memory.after(0));
  int last = last_slot_at[steps - 1];
  for (int t = 0; t < steps; ++t) {
    __syncthreads();
    const int last_of_next = last_slot_at[max(steps - 2 - t, 0)];
    part.step(memory.after(t), memory.after(t + 1), last);
    last = last_of_next;
  }
  return part.store(next);
}

}  // namespace carpet
