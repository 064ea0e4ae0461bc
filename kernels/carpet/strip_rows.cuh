// What a lane does with a row of its sites: it is fetched, weighted, and taken a step further.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/carpet/strips.h"
#include "kernels/carpet/tile.cuh"
#include "kernels/carpet/update.h"
#include "kernels/device/async_copy.h"
#include "kernels/device/device.h"

namespace carpet {

/// The bytes of stays_of() of Sites neighbours, the first in the lowest bits.
template <int Sites>
using packed_stays =
    std::conditional_t<Sites == 4, std::uint32_t,
                       std::conditional_t<Sites == 2, std::uint16_t, std::uint8_t>>;

/// What Eq. (1) takes from the carpet, for the sites of a lane: the factors of updated_by_share().
/// Made once a row, used at every step.
template <class Real, int Sites>
struct site_weights {
  Real stays[Sites] = {}, share[Sites] = {};
};

template <class Real, int Sites>
__device__ __forceinline__ site_weights<Real, Sites> weights_of(packed_stays<Sites> packed) {
  site_weights<Real, Sites> weights;
#pragma unroll
  for (int v = 0; v < Sites; ++v) {
    const unsigned stays = packed >> 8 * v & 0xffU;
    weights.stays[v] = static_cast<Real>(stays);
    weights.share[v] = stays < inaccessible ? Real{0.25} : Real{0};
  }
  return weights;
}

/// The last two rows of p after some step, of a lane's sites.
template <class Real, int Sites>
class stage {
 public:
  /// Takes the next row of that p. Gives the row above it one step later, with that row's weights.
  __device__ __forceinline__ tile_row<Real, Sites> next(const tile_row<Real, Sites>& below,
                                                        const site_weights<Real, Sites>& weights) {
    const Real left = __shfl_up_sync(~0U, here_.p[Sites - 1], 1);
    const Real right = __shfl_down_sync(~0U, here_.p[0], 1);
    tile_row<Real, Sites> later;
#pragma unroll
    for (int v = 0; v < Sites; ++v) {
      const Real sum = (v > 0 ? here_.p[v - 1] : left) + (v < Sites - 1 ? here_.p[v + 1] : right) +
                       above_.p[v] + below.p[v];
      later.p[v] = updated_by_share(sum, weights.stays[v], here_.p[v], weights.share[v]);
    }
    above_ = here_;
    here_ = below;
    return later;
  }

 private:
  tile_row<Real, Sites> above_ = {}, here_ = {};
};

/// The rows of P_old and of stays_of() under a lane, one after the other, fetched rows_ahead - 1
/// rows before they are used. A lane reads what it copied itself, so no barrier is needed.
template <class Real, int Sites>
class incoming_rows {
 public:
  /// `first`: index of the lane's first site in row 0.
  __device__ __forceinline__ incoming_rows(device::span<const Real> old,
                                           device::span<const unsigned char> all_stays, int first,
                                           int pitch)
      : old_(old), all_stays_(all_stays), first_(first), pitch_(pitch) {}

  /// Row 0 is there.
  __device__ __forceinline__ void begin() {
#pragma unroll
    for (int i = 0; i < rows_ahead - 1; ++i) fetch(i, i);
    take(0, 0);
  }

  /// Row i is there. `slot`, known when the loop is unrolled, is i % rows_ahead.
  __device__ __forceinline__ void go_on(int i, int slot) {
    constexpr int farthest = rows_ahead - 2;
    fetch(i + farthest, (slot + farthest) % rows_ahead);
    take(i, slot);
  }

  tile_row<Real, Sites> p;
  packed_stays<Sites> stays;

 private:
  /// Copies have 4 bytes at least: fewer are loaded, a row before they are used.
  static constexpr bool copies_stays = sizeof(packed_stays<Sites>) >= 4;

  static __device__ __forceinline__ auto& ring_of_p() {
    __shared__ device::shared_array<tile_row<Real, Sites>, rows_ahead, 32> ring;
    return ring;
  }
  static __device__ __forceinline__ auto& ring_of_stays() {
    __shared__ device::shared_array<packed_stays<Sites>, rows_ahead, 32> ring;
    return ring;
  }

  __device__ __forceinline__ void fetch(int i, int slot) {
    const int first = first_ + i * pitch_;
    device::copy_async(
        &ring_of_p()(slot, threadIdx.x),
        reinterpret_cast<const tile_row<Real, Sites>*>(&old_.subspan(first, Sites)[0]));
    if constexpr (copies_stays)
      device::copy_async(&ring_of_stays()(slot, threadIdx.x), stays_at(first));
    device::commit_copies();
  }

  __device__ __forceinline__ void take(int i, int slot) {
    device::wait_for_copies<rows_ahead - 2>();
    p = ring_of_p()(slot, threadIdx.x);
    if constexpr (copies_stays)
      stays = ring_of_stays()(slot, threadIdx.x);
    else
      stays = *stays_at(first_ + i * pitch_);
  }

  __device__ __forceinline__ const packed_stays<Sites>* stays_at(int first) const {
    return reinterpret_cast<const packed_stays<Sites>*>(&all_stays_.subspan(first, Sites)[0]);
  }

  device::span<const Real> old_;
  device::span<const unsigned char> all_stays_;
  int first_, pitch_;
};

}  // namespace carpet
