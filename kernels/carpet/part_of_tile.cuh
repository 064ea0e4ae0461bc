// What a thread has of a tile of accessible sites, and the steps that a block takes it: for
// compact_tiles.cuh, where the loop stands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/carpet/tile_links.h"
#include "kernels/carpet/update.h"
#include "kernels/device/device.h"
#include "kernels/device/shared_place.h"

namespace carpet {

/// Links as a device takes them: in bytes, of which the two lowest bits are not needed. Those of
/// `left` and `above` together are the neighbours that a site has not, 4 - n of Eq. (1).
template <class Real>
site_links in_bytes(const site_links& slots) {
  static_assert(sizeof(Real) % 4 == 0);
  const auto& [left, right, above, below] = slots;
  const int stays = (left == 0) + (right == 0) + (above == 0) + (below == 0);
  const int with_left = std::min(stays, 3);
  const auto bytes = [](int slot, int rest) {
    return static_cast<std::uint16_t>(slot * static_cast<int>(sizeof(Real)) + rest);
  };
  return {bytes(left, with_left), bytes(right, 0), bytes(above, stays - with_left),
          bytes(below, 0)};
}

/// The sites of tiles as a device has them, tile_links; links as in_bytes() makes them.
struct device_tiles {
  device::span<const linked_tile> tiles;
  device::span<const std::int32_t> last_slots, around;
  device::span<const site_links> links;
  int farthest;  ///< that last_slots knows
};

/// Threads that a block may have whose threads have so many sites each.
constexpr int most_threads_of_tile(int sites) { return sites <= 4 ? 1024 : 512; }
inline constexpr int most_steps_of_pass = 32;  ///< threads of the smallest block

/// What lies in a block's shared memory: P_old and P_new of a tile's slots, which change places at
/// every step, and how far the steps of a pass go. The two arrays begin as far apart as the largest
/// block needs: a distance that the compiler knows takes no instruction.
template <class Real, int Sites>
struct tile_memory {
  static constexpr unsigned apart = 1 + Sites * most_threads_of_tile(Sites);
  static constexpr __host__ __device__ std::size_t elements(unsigned threads) {
    return apart + 1 + Sites * threads;
  }

  device::span<Real> both;
  device::shared_array<int, most_steps_of_pass>& last_slots;

  __device__ __forceinline__ explicit tile_memory(
      device::shared_array<int, most_steps_of_pass>& last)
      : both(device::dynamic_shared<Real>(elements(blockDim.x))), last_slots(last) {
    if (threadIdx.x == 0) both[0] = both[apart] = 0;  // of what is not there
  }
};

/// A thread's sites of a tile, one in as many as the block has threads: p, and what Eq. (1) takes
/// from the carpet. A warp takes them two at a time, up to a slot, so that many loads are on their
/// way at once: what it computes for slots beyond is written to these, and who reads it writes
/// beyond as well.
template <class Real, int Sites>
class part_of_tile {
 public:
  /// What does not change from pass to pass: links, and where p lies.
  __device__ __forceinline__ part_of_tile(const device_tiles& all, const linked_tile& tile,
                                          device::span<Real> memory)
      : first_(tile.first), own_(tile.sites), last_slot_(tile.last_slot) {
    for_each(
        last_slot_,
        [&](int k) {
          const int slot = min(slot_of(k), last_slot_);
          const site_links links = all.links[tile.links_first + slot - 1];
          number_[k] = first_ + slot - 1;
          if (slot > own_) number_[k] = all.around[tile.around_first + slot - 1 - own_];
          left_[k] = {memory, links.left & ~3U};
          right_[k] = {memory, links.right};
          above_[k] = {memory, links.above & ~3U};
          below_[k] = {memory, links.below};
          here_[k] = {memory, static_cast<unsigned>(sizeof(Real)) * slot_of(k)};
          stays_[k] = static_cast<Real>((links.left & 3) + (links.above & 3));
        },
        [](int) {});
  }

  __device__ __forceinline__ void load(device::span<const Real> old) {
    for_each(
        last_slot_, [&](int k) { p_[k] = old[number_[k]]; }, [&](int k) { here_[k][0] = p_[k]; });
  }

  /// A step of the sites up to `last_slot`, from the array that begins `old` elements into the
  /// block's memory to the one that begins at `next`.
  __device__ __forceinline__ void step(unsigned old, unsigned next, int last_slot) {
    Real left[Sites], right[Sites], above[Sites], below[Sites];
    for_each(
        last_slot,
        [&](int k) {
          left[k] = left_[k][old];
          right[k] = right_[k][old];
          above[k] = above_[k][old];
          below[k] = below_[k][old];
        },
        [&](int k) {
          const Real sum = left[k] + right[k] + above[k] + below[k];
          here_[k][next] = p_[k] = updated(sum, stays_[k], p_[k]);
        });
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
  device::shared_place<const Real> left_[Sites], right_[Sites], above_[Sites], below_[Sites];
  device::shared_place<Real> here_[Sites];
  std::int32_t number_[Sites]{};
  Real p_[Sites]{}, stays_[Sites]{};
};

/// `steps` steps of a tile, of which `number` is the tile_links'. Gives whether any p of the tile
/// is not 0 then.
template <class Real, int Sites>
__device__ __forceinline__ bool steps_of_tile(part_of_tile<Real, Sites>& part,
                                              const tile_memory<Real, Sites>& memory,
                                              const device_tiles& all, int number, int steps,
                                              device::span<const Real> old,
                                              device::span<Real> next) {
  const auto last_slot_at = all.last_slots.subspan(number * (all.farthest + 1), steps);
  const auto thread = static_cast<int>(threadIdx.x);
  const int last_slot = thread < steps ? last_slot_at[thread] : 0;
  part.load(old);
  if (thread < steps) memory.last_slots[thread] = last_slot;
#pragma unroll 2  // so that it is known where the arrays begin
  for (int t = 0; t < steps; ++t) {
    __syncthreads();
    const unsigned before = t % 2 == 0 ? 0 : memory.apart, after = memory.apart - before;
    part.step(before, after, memory.last_slots[steps - 1 - t]);
  }
  return part.store(next);
}

}  // namespace carpet
