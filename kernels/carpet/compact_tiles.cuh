// Several steps in one pass over the accessible sites alone: a block takes a tile of them into its
// memory, with the sites around it, and keeps it there for `steps` steps. The loop:
//
//   for t = 1 .. steps:
//     for i = the tile's sites, and those around it:
//       sum = 0
//       for j in neighbours[i] (-x, +x, -y, +y):
//         if j is a site: sum += p[t-1][j], n++
//       p[t][i] = (sum + (4 - n) * p[t-1][i]) / 4
//
// A step of variant C moves 24 bytes a site, 16 of them indices. Here p is read and written once in
// all the steps; who is whose neighbour takes 8 bytes, as slots of the block's memory are small
// numbers, and lies in registers during the pass. And where few sites are accessible, few lie
// around a tile: an iterator of the sparsest carpets has one way out on each side.
//
// Far from the start p is 0, since single precision has no numbers as small as it would be. There
// a step has nothing to do: with `awake`, a tile is left alone until it, or a tile beside it, has
// held anything else.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "kernels/carpet/device_walk.cuh"
#include "kernels/carpet/passes.h"
#include "kernels/carpet/tile_links.h"
#include "kernels/carpet/update.h"
#include "kernels/device/errors.h"

namespace carpet {

/// Sites of a thread that are compiled, and the threads that a block of them may have: their links,
/// p and 4 - n take four registers each.
inline constexpr std::array sites_of_thread{1, 2, 4, 6, 8, 12, 16};
constexpr int most_threads_of_tile(int sites) { return sites <= 8 ? 1024 : 512; }
/// Slots are numbered in bytes, with 16 bits.
template <class Real>
inline constexpr int most_slots_of_tile = 65536 / static_cast<int>(sizeof(Real));

/// The sites of tiles as a device has them, tile_links; links in bytes.
struct device_tiles {
  device::span<const linked_tile> tiles;
  device::span<const std::int32_t> last_slot, around;
  device::span<const site_links> links;
  int farthest;  ///< that last_slot knows
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
      : first_(tile.first), own_(tile.sites), last_slot_(tile.slots) {
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
__device__ __forceinline__ bool several_steps_of(part_of_tile<Real, Sites>& part,
                                                 const tile_memory<Real>& memory,
                                                 const device_tiles& all, int number, int steps,
                                                 device::span<const Real> old,
                                                 device::span<Real> next) {
  const auto last_slot = all.last_slot.subspan(number * (all.farthest + 1), steps);
  part.load(old, memory.after(0));
  int last = last_slot[steps - 1];
  for (int t = 0; t < steps; ++t) {
    __syncthreads();
    const int last_of_next = last_slot[max(steps - 2 - t, 0)];
    part.step(memory.after(t), memory.after(t + 1), last);
    last = last_of_next;
  }
  return part.store(next);
}

/// A tile a block.
template <class Real, int Sites>
__global__ void __launch_bounds__(most_threads_of_tile(Sites))
    compact_tiles(device::span<const Real> old, device::span<Real> next, device_tiles all,
                  int slots, int steps) {
  const auto number = static_cast<int>(blockIdx.x);
  device::trigger_dependent_launch();
  part_of_tile<Real, Sites> part(all, all.tiles[number]);
  const tile_memory<Real> memory(slots);
  device::grid_dependency_wait();  // what was read until here never changes
  several_steps_of(part, memory, all, number, steps, old, next);
}

/// The tiles that are awake, of those that share the block's number modulo the blocks: those that
/// have held anything but 0, and those beside one that has. `awake_next` tells the next pass.
template <class Real, int Sites>
__global__ void __launch_bounds__(most_threads_of_tile(Sites))
    compact_tiles_awake(device::span<const Real> old, device::span<Real> next, device_tiles all,
                        device::span<const unsigned> awake, device::span<unsigned> awake_next,
                        int tiles, int slots, int steps) {
  __shared__ device::shared_array<int, 1024> list;
  __shared__ device::shared_array<int, 1> count;
  const unsigned thread = threadIdx.x;
  device::trigger_dependent_launch();
  if (thread == 0) count[0] = 0;
  __syncthreads();
  device::grid_dependency_wait();
  // A thread looks for each of them.
  const auto tile = static_cast<int>(blockIdx.x + thread * gridDim.x);
  if (tile < tiles && awake[tile] != 0) list[atomicAdd(&count[0], 1)] = tile;
  __syncthreads();

  const tile_memory<Real> memory(slots);
  for (int i = 0; i < count[0]; ++i) {
    const int number = list[i];
    part_of_tile<Real, Sites> part(all, all.tiles[number]);
    const bool some = several_steps_of(part, memory, all, number, steps, old, next);
    if (__syncthreads_or(some) != 0 && thread < 8) awake_next[all.tiles[number].beside[thread]] = 1;
    if (thread == 0) awake_next[number] = 1;
  }
}

/// Eq. (2), where p is 0, and what is awake then. Nine threads.
template <class Real>
__global__ void put_walker(device::span<Real> p, device::span<unsigned> awake, device_tiles all,
                           int site, int tile) {
  const unsigned thread = threadIdx.x;
  if (thread == 0) p[site] = 1;
  awake[thread < 8 ? all.tiles[tile].beside[thread] : tile] = 1;
}

/// How a compact_tiles_walk is computed.
struct tile_options {
  int side, steps_per_pass;
  unsigned block;
  bool skips_zeros, programmatic_launch;
};

template <class Real>
class compact_tiles_walk : public device_walk<Real, site_tiles> {
  using base = device_walk<Real, site_tiles>;

 public:
  /// @throws device::does_not_fit: a tile has too many sites for such a block.
  compact_tiles_walk(const problem& walk, const tile_options& how)
      : compact_tiles_walk(walk, site_tiles(walk, how.side), how) {}

  void reset() {
    base::reset();
    for (auto& flags : awake_) flags.upload(awake_at_first_);
  }

  void advance(device::stream& queue, int first, int last) {
    if (first == 1 && tile_how_.skips_zeros) start(queue);
    int turn = first;  // passes_of() lets arrays change places at passes as at steps
    int done = first - 1;
    for (const int steps : passes_of(last - done, tile_how_.steps_per_pass)) {
      done += steps;
      pass(queue, this->layout_.tiles_within(done), turn++, steps);
    }
  }

  /// Of the last pass, the largest.
  device::launch_report report() const {
    const auto shape = shape_of(this->layout_.tiles_within(this->of_.steps));
    return with_sites([&]<int Sites>() {
      return tile_how_.skips_zeros
                 ? device::describe("compact_tiles_awake", compact_tiles_awake<Real, Sites>, shape)
                 : device::describe("compact_tiles", compact_tiles<Real, Sites>, shape);
    });
  }

 private:
  compact_tiles_walk(const problem& walk, const site_tiles& numbering, const tile_options& how)
      : compact_tiles_walk(
            walk, numbering,
            tile_links(walk, numbering, how.steps_per_pass, most_slots_of_tile<Real>), how) {}

  compact_tiles_walk(const problem& walk, const site_tiles& numbering, tile_links linked,
                     const tile_options& how)
      : base(walk, numbering, {}, std::vector<Real>(numbering.sites())),
        tile_how_(how),
        most_sites_(linked.slots - 1),
        awake_at_first_(linked.tiles.size()),
        tiles_(linked.tiles),
        last_slot_(linked.last_slot),
        around_(linked.around),
        links_(in_bytes(std::move(linked.links))) {
    for (int i = 0; i < numbering.tiles_within(walk.first_step - 1); ++i) {
      awake_at_first_[i] = 1;
      for (const auto beside : linked.tiles[i].beside) awake_at_first_[beside] = 1;
    }
    for (auto& flags : awake_) flags = device::buffer<unsigned>(awake_at_first_.size());
    with_sites([&]<int Sites>() {
      device::max_shared(compact_tiles<Real, Sites>, shared_bytes());
      device::max_shared(compact_tiles_awake<Real, Sites>, shared_bytes());
    });
  }

  static std::vector<site_links> in_bytes(std::vector<site_links> links) {
    for (auto& [left, right, above, below] : links)
      for (auto* slot : {&left, &right, &above, &below}) *slot *= sizeof(Real);
    return links;
  }

  /// What a run that skips zeros has to do depends on p, so each begins with that of the first.
  void start(device::stream& queue) {
    this->clear(queue);
    for (auto& flags : awake_) flags.fill_bytes(0, queue);
    device::launch(queue, put_walker<Real>, {.block = dim3(9)}, this->new_at(0), awake_[0].view(),
                   on_device(), static_cast<int>(this->layout_.at(0, 0)),
                   this->layout_.tile_of(0, 0));
  }

  void pass(device::stream& queue, int tiles, int turn, int steps) {
    with_sites([&]<int Sites>() {
      if (tile_how_.skips_zeros) {
        device::launch(queue, compact_tiles_awake<Real, Sites>, shape_of(tiles), this->old_at(turn),
                       this->new_at(turn), on_device(),
                       std::as_const(awake_[(turn - 1) % 2]).view(), awake_[turn % 2].view(), tiles,
                       slots(), steps);
      } else {
        device::launch(queue, compact_tiles<Real, Sites>, shape_of(tiles), this->old_at(turn),
                       this->new_at(turn), on_device(), slots(), steps);
      }
    });
  }

  device_tiles on_device() const {
    return {tiles_.view(), last_slot_.view(), around_.view(), links_.view(),
            tile_how_.steps_per_pass};
  }
  /// Of all sites that the block's threads can have, as none looks whether there are so many.
  int slots() const {
    const int sites = with_sites([&]<int Sites>() { return Sites; });
    return 1 + sites * static_cast<int>(tile_how_.block);
  }
  std::size_t shared_bytes() const { return 2 * sizeof(Real) * slots(); }

  /// Where zeros are skipped, no more blocks than are worth it: most tiles are asleep, and a thread
  /// finds that out where it took a block.
  device::launch_shape shape_of(int tiles) const {
    constexpr int worth_it = 2048;
    const int block = static_cast<int>(tile_how_.block), least = (tiles + block - 1) / block;
    const int blocks = tile_how_.skips_zeros ? std::min(tiles, std::max(worth_it, least)) : tiles;
    return {.grid = dim3(blocks),
            .block = dim3(tile_how_.block),
            .shared_bytes = shared_bytes(),
            .programmatic_launch = tile_how_.programmatic_launch};
  }

  /// use.operator()<N>() for the fewest sites a thread that hold a tile.
  template <std::size_t Next = 0, class Use>
  auto with_sites(Use use) const {
    constexpr int sites = sites_of_thread[Next];
    const int block = static_cast<int>(tile_how_.block);
    if (most_sites_ <= sites * block && block <= most_threads_of_tile(sites))
      return use.template operator()<sites>();
    if constexpr (Next + 1 < sites_of_thread.size()) return with_sites<Next + 1>(use);
    throw device::does_not_fit("tile_side=" + std::to_string(tile_how_.side) +
                               ": a tile has up to " + std::to_string(most_sites_) +
                               " sites with those around it, too many for " +
                               std::to_string(block) + " threads; take smaller tiles");
  }

  tile_options tile_how_;
  int most_sites_;  ///< of a tile and around it
  std::vector<unsigned> awake_at_first_;
  device::buffer<linked_tile> tiles_;
  device::buffer<std::int32_t> last_slot_, around_;
  device::buffer<site_links> links_;
  device::buffer<unsigned> awake_[2];
};

}  // namespace carpet
