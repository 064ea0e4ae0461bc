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
#include "kernels/carpet/part_of_tile.cuh"
#include "kernels/carpet/passes.h"
#include "kernels/device/errors.h"

namespace carpet {

/// Sites of a thread that are compiled.
inline constexpr std::array sites_of_thread{1, 2, 4, 6, 8, 12, 16};
/// Slots are numbered in bytes, with 16 bits.
template <class Real>
inline constexpr int last_slot_of_all = 65536 / static_cast<int>(sizeof(Real)) - 1;

/// A tile a block.
template <class Real, int Sites>
__global__ void __launch_bounds__(most_threads_of_tile(Sites))
    compact_tiles(device::span<const Real> old, device::span<Real> next, device_tiles all,
                  int steps) {
  __shared__ device::shared_array<int, most_steps_of_pass> last_slots;
  const auto number = static_cast<int>(blockIdx.x);
  device::trigger_dependent_launch();
  const tile_memory<Real, Sites> memory(last_slots);
  part_of_tile<Real, Sites> part(all, all.tiles[number], memory.both);
  device::grid_dependency_wait();  // what was read until here never changes
  steps_of_tile(part, memory, all, number, steps, old, next);
}

/// The tiles that are awake, of those that share the block's number modulo the blocks: those that
/// have held anything but 0, and those beside one that has. `awake_next` tells the next pass.
template <class Real, int Sites>
__global__ void __launch_bounds__(most_threads_of_tile(Sites))
    compact_tiles_awake(device::span<const Real> old, device::span<Real> next, device_tiles all,
                        device::span<const unsigned> awake, device::span<unsigned> awake_next,
                        int tiles, int steps) {
  __shared__ device::shared_array<int, 1024> list;
  __shared__ device::shared_array<int, 1> count;
  __shared__ device::shared_array<int, most_steps_of_pass> last_slots;
  const unsigned thread = threadIdx.x;
  device::trigger_dependent_launch();
  if (thread == 0) count[0] = 0;
  __syncthreads();
  device::grid_dependency_wait();
  // A thread looks for each of them.
  const auto tile = static_cast<int>(blockIdx.x + thread * gridDim.x);
  if (tile < tiles && awake[tile] != 0) list[atomicAdd(&count[0], 1)] = tile;
  __syncthreads();

  const tile_memory<Real, Sites> memory(last_slots);
  for (int i = 0; i < count[0]; ++i) {
    const int number = list[i];
    part_of_tile<Real, Sites> part(all, all.tiles[number], memory.both);
    const bool some = steps_of_tile(part, memory, all, number, steps, old, next);
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
  bool skips_zeros;
};

template <class Real>
class compact_tiles_walk : public device_walk<Real, site_tiles> {
  using base = device_walk<Real, site_tiles>;

 public:
  /// @throws device::does_not_fit: a tile has too many sites for such a block.
  compact_tiles_walk(const problem& problem, const tile_options& tiles, const walk_options& options)
      : compact_tiles_walk(problem, site_tiles(problem, tiles.side), tiles, options) {}

  void reset() {
    base::reset();
    for (auto& flags : awake_) flags.upload(awake_at_first_);
  }

  void advance(device::stream& queue, int first, int last) {
    if (first == 1 && tile_options_.skips_zeros) start(queue);
    int turn = first;  // passes_of() lets arrays change places at passes as at steps
    int done = first - 1;
    for (const int steps : passes_of(last - done, tile_options_.steps_per_pass)) {
      done += steps;
      pass(queue, this->layout_.tiles_within(done), turn++, steps);
    }
  }

  /// The last pass, the largest.
  device::launch_report report() const {
    const auto shape = shape_of(this->layout_.tiles_within(this->problem_.steps));
    return with_sites([&]<int Sites>() {
      return tile_options_.skips_zeros
                 ? device::describe("compact_tiles_awake", compact_tiles_awake<Real, Sites>, shape)
                 : device::describe("compact_tiles", compact_tiles<Real, Sites>, shape);
    });
  }

 private:
  compact_tiles_walk(const problem& problem, const site_tiles& numbering, const tile_options& tiles,
                     const walk_options& options)
      : compact_tiles_walk(
            problem, numbering,
            tile_links(problem, numbering, tiles.steps_per_pass, last_slot_of_all<Real>), tiles,
            options) {}

  compact_tiles_walk(const problem& problem, const site_tiles& numbering, tile_links linked,
                     const tile_options& tiles, const walk_options& options)
      : base(problem, numbering, options, std::vector<Real>(numbering.sites())),
        tile_options_(tiles),
        most_sites_(linked.most_sites),
        awake_at_first_(linked.tiles.size()),
        tiles_(linked.tiles),
        last_slots_(linked.last_slots),
        around_(linked.around),
        links_(for_device(std::move(linked.links))) {
    for (int i = 0; i < numbering.tiles_within(problem.first_step - 1); ++i) {
      awake_at_first_[i] = 1;
      for (const auto beside : linked.tiles[i].beside) awake_at_first_[beside] = 1;
    }
    for (auto& flags : awake_) flags = device::buffer<unsigned>(awake_at_first_.size());
    with_sites([&]<int Sites>() {
      device::max_shared(compact_tiles<Real, Sites>, shared_bytes());
      device::max_shared(compact_tiles_awake<Real, Sites>, shared_bytes());
    });
  }

  static std::vector<site_links> for_device(std::vector<site_links> links) {
    std::ranges::transform(links, links.begin(), in_bytes<Real>);
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
      if (tile_options_.skips_zeros) {
        device::launch(queue, compact_tiles_awake<Real, Sites>, shape_of(tiles), this->old_at(turn),
                       this->new_at(turn), on_device(),
                       std::as_const(awake_[(turn - 1) % 2]).view(), awake_[turn % 2].view(), tiles,
                       steps);
      } else {
        device::launch(queue, compact_tiles<Real, Sites>, shape_of(tiles), this->old_at(turn),
                       this->new_at(turn), on_device(), steps);
      }
    });
  }

  int threads() const { return static_cast<int>(this->options_.block); }

  device_tiles on_device() const {
    return {tiles_.view(), last_slots_.view(), around_.view(), links_.view(),
            tile_options_.steps_per_pass};
  }
  std::size_t shared_bytes() const {
    return sizeof(Real) * with_sites([&]<int Sites>() {
             return tile_memory<Real, Sites>::elements(this->options_.block);
           });
  }

  /// Where zeros are skipped, no more blocks than are worth it: most tiles are asleep, and a thread
  /// finds that out where it took a block.
  device::launch_shape shape_of(int tiles) const {
    constexpr int worth_it = 2048;
    const int block = threads(), least = (tiles + block - 1) / block;
    const int blocks =
        tile_options_.skips_zeros ? std::min(tiles, std::max(worth_it, least)) : tiles;
    return {.grid = dim3(blocks),
            .block = dim3(this->options_.block),
            .shared_bytes = shared_bytes(),
            .programmatic_launch = this->options_.programmatic_launch};
  }

  /// use.operator()<N>() for the fewest sites a thread that hold a tile.
  template <std::size_t Next = 0, class Use>
  auto with_sites(Use use) const {
    constexpr int sites = sites_of_thread[Next];
    const int block = threads();
    if (most_sites_ <= sites * block && block <= most_threads_of_tile(sites))
      return use.template operator()<sites>();
    if constexpr (Next + 1 < sites_of_thread.size()) return with_sites<Next + 1>(use);
    constexpr int most = sites_of_thread.back(), holds_most = most_threads_of_tile(most);
    throw device::does_not_fit(
        "tile_side=" + std::to_string(tile_options_.side) + ": a tile has up to " +
        std::to_string(most_sites_) + " sites with those around it, too many for " +
        std::to_string(block) + " threads; take " +
        (most_sites_ <= most * holds_most ? "block=" + std::to_string(holds_most)
                                          : "smaller tiles"));
  }

  tile_options tile_options_;
  int most_sites_;  ///< of a tile and around it
  std::vector<unsigned> awake_at_first_;
  device::buffer<linked_tile> tiles_;
  device::buffer<std::int32_t> last_slots_, around_;
  device::buffer<site_links> links_;
  device::buffer<unsigned> awake_[2];
};

}  // namespace carpet
