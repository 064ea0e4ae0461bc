// Searches from a tile of sources at a time, 1024 or more: a vertex has a row of bits, one a
// source, and a warp takes a vertex, so that each arc is read once for all of them. Of a tile it
// equals
//   for (level = 1; anything new; ++level)
//     for (v of all vertices)
//       new[v] = (or of the rows that were new at the neighbours of v) & ~seen[v]
// The rows of a tile stay in the L2 cache from level to level, and the levels follow each other
// without the host. A distance is written once, at the tile's end: until then bit b of it is a bit
// in the b-th plane of rows. Rows that nothing can be added to are passed over, and so are
// neighbours that have nothing new; a row ends at the first neighbours that complete it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "kernels/apsp/stored_columns.cuh"
#include "kernels/device/device.h"
#include "kernels/device/resident.h"

namespace apsp {

/// What `bit_parallel` reads and what it keeps of the tiles that are searched at once. Of each tile
/// there are `vertices` rows, of a row 32 lane_words.
template <int Words>
struct tile_arrays {
  device::span<const int> first;  ///< vertices + 1: where the list of arcs to each vertex begins
  device::span<const int> tails;  ///< the other end of these arcs, those of highest degree first
  device::span<const int> order;  ///< vertices, those of highest degree first
  device::span<const int> sources;
  device::span<lane_words<Words>> seen, frontier, planes;  ///< frontier: two of each tile
  device::span<unsigned> is_new, is_complete;  ///< a flag a row; is_new: two of each tile
  device::span<unsigned> barriers, progress;   ///< of each tile two words and three
  unsigned tiles_at_once, hubs;
  int plane_count;
};

/// A tile's part of these arrays, as the blocks see it that search it.
template <int Words, class Output>
class tile_search {
 public:
  using part = lane_words<Words>;

  __device__ tile_search(const tile_arrays<Words>& arrays, const Output& output)
      : arrays_(arrays),
        output_(output),
        vertices_(static_cast<unsigned>(arrays.order.size())),
        blocks_(gridDim.x / arrays.tiles_at_once),
        place_(blockIdx.x / blocks_),
        block_(blockIdx.x % blocks_),
        warps_(blocks_ * (blockDim.x / 32)),
        warp_(threadIdx.x / 32 * blocks_ + block_) {}

  /// The tile of sources first, first + 1, ...
  __device__ void search(std::size_t first, unsigned& round,
                         device::shared_array<unsigned, 32 * Words>& of_block,
                         device::shared_array<unsigned, 1>& pairs) {
    const auto count =
        static_cast<unsigned>(min(std::size_t{part::row_bits}, arrays_.sources.size() - first));
    full_ = part::first(count);
    for (unsigned i = warp_; i < count; i += warps_) begin_at(arrays_.sources[first + i], i);
    if (block_ == 0 && threadIdx.x == 0) output_.count(0, count);
    meet();
    unsigned level = 1;
    for (;; ++level) {
      ++round;
      level_ = level;
      bool any = false;
      for (unsigned i = block_; i < arrays_.hubs; i += blocks_)
        any |= visit_by_block(arrays_.order[i], of_block);
      for (unsigned i = arrays_.hubs + warp_; i < vertices_; i += warps_)
        any |= visit(arrays_.order[i]);
      count_pairs(pairs);
      any = __syncthreads_or(any);
      if (threadIdx.x == 0) {
        if (any) *progress(round) = 1;
        if (block_ == 0) *progress(round + 1) = 0;
      }
      meet();
      if (device::read_published(progress(round)) == 0) break;
    }
    end(first, level);
    meet();
  }

 private:
  __device__ void meet() { device::meet(&arrays_.barriers[2 * place_], blocks_); }
  /// Whether a round has found anything; of three rounds, since one block may be at the next while
  /// another still looks at the last.
  __device__ unsigned* progress(unsigned round) const {
    return &arrays_.progress[3 * place_ + round % 3];
  }
  __device__ std::size_t row(unsigned v) const {
    return (std::size_t{place_} * vertices_ + v) * 32 + threadIdx.x % 32;
  }
  __device__ std::size_t frontier_row(unsigned level, unsigned v) const {
    return row(v) + (std::size_t{arrays_.tiles_at_once} * (level % 2)) * vertices_ * 32;
  }
  __device__ std::size_t plane_row(int plane, unsigned v) const {
    return row(v) + std::size_t{arrays_.tiles_at_once} * plane * vertices_ * 32;
  }
  __device__ unsigned* is_new(unsigned level, unsigned v) const {
    return &arrays_.is_new[(std::size_t{arrays_.tiles_at_once} * (level % 2) + place_) * vertices_ +
                           v];
  }
  __device__ unsigned* is_complete(unsigned v) const {
    return &arrays_.is_complete[std::size_t{place_} * vertices_ + v];
  }

  /// Source `i` of the tile, by one warp.
  __device__ void begin_at(unsigned source, unsigned i) {
    const part bit = part::single(i);
    arrays_.seen[row(source)] = bit;
    arrays_.frontier[frontier_row(0, source)] = bit;
    if (threadIdx.x % 32 == 0) *is_new(0, source) = 1;
  }

  /// What is new at the neighbours a, a + stride, ... of 32 arcs each, until it completes `seen`.
  __device__ part gather(int begin, int end, int stride, const part& seen) const {
    part reached{};
    for (int a = begin; a < end; a += stride) {
      const int lane = static_cast<int>(threadIdx.x % 32);
      const int mine = a + lane < end ? arrays_.tails[a + lane] : -1;
      unsigned left =
          __ballot_sync(~0U, mine >= 0 && device::read_published(is_new(level_ - 1, mine)) != 0);
      if (left == 0) continue;
      while (left != 0) {
        part rows[4]{};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const int owner = __ffs(static_cast<int>(left)) - 1;
          const int v = __shfl_sync(~0U, mine, owner < 0 ? 0 : owner);
          if (owner >= 0)
            rows[j] = device::read_published(&arrays_.frontier[frontier_row(level_ - 1, v)]);
          left &= left - 1;
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) reached.add(rows[j]);
      }
      if (__all_sync(~0U, full_.without(seen).without(reached).is_empty())) break;
    }
    return reached;
  }

  /// Called by a warp: stores what is new of a row, and returns whether anything is.
  __device__ bool settle(unsigned v, part seen, const part& reached) {
    const part added = reached.without(seen);
    const bool any = __any_sync(~0U, !added.is_empty());
    if (threadIdx.x % 32 == 0) *is_new(level_, v) = any ? 1 : 0;
    if (!any) return false;
    seen.add(added);
    arrays_.seen[row(v)] = seen;
    arrays_.frontier[frontier_row(level_, v)] = added;
    for (int b = 0; b < arrays_.plane_count; ++b)
      if ((level_ >> b & 1) != 0) add_to_plane(b, v, added);
    if (__all_sync(~0U, full_.without(seen).is_empty()) && threadIdx.x % 32 == 0)
      *is_complete(v) = 1;
    if constexpr (!Output::has_rows) pairs_ += added.count();
    return true;
  }

  __device__ void add_to_plane(int b, unsigned v, const part& added) {
    part plane = device::read_published(&arrays_.planes[plane_row(b, v)]);
    plane.add(added);
    arrays_.planes[plane_row(b, v)] = plane;
  }

  __device__ bool visit(unsigned v) {
    if (device::read_published(is_complete(v)) != 0) {
      if (threadIdx.x % 32 == 0) *is_new(level_, v) = 0;
      return false;
    }
    const part seen = device::read_published(&arrays_.seen[row(v)]);
    return settle(v, seen, gather(arrays_.first[v], arrays_.first[v + 1], 32, seen));
  }

  /// Each warp of the block takes a share of a long list.
  __device__ bool visit_by_block(unsigned v, device::shared_array<unsigned, 32 * Words>& of_block) {
    if (device::read_published(is_complete(v)) != 0) {
      if (threadIdx.x == 0) *is_new(level_, v) = 0;
      return false;
    }
    __syncthreads();
    if (threadIdx.x < 32)
#pragma unroll
      for (int j = 0; j < Words; ++j) of_block[threadIdx.x * Words + j] = 0;
    __syncthreads();
    const part seen = device::read_published(&arrays_.seen[row(v)]);
    const int warp = static_cast<int>(threadIdx.x / 32), stride = static_cast<int>(blockDim.x);
    part reached = gather(arrays_.first[v] + 32 * warp, arrays_.first[v + 1], stride, seen);
#pragma unroll
    for (int j = 0; j < Words; ++j)
      if (reached.words[j] != 0)
        atomicOr(&of_block[threadIdx.x % 32 * Words + j], reached.words[j]);
    __syncthreads();
    if (threadIdx.x >= 32) return false;
#pragma unroll
    for (int j = 0; j < Words; ++j) reached.words[j] = of_block[threadIdx.x * Words + j];
    return settle(v, seen, reached);
  }

  __device__ void count_pairs(device::shared_array<unsigned, 1>& pairs) {
    if constexpr (!Output::has_rows) {
      if (threadIdx.x == 0) pairs[0] = 0;
      __syncthreads();
      const unsigned counted = __reduce_add_sync(~0U, pairs_);
      if (threadIdx.x % 32 == 0 && counted != 0) atomicAdd(&pairs[0], counted);
      __syncthreads();
      if (threadIdx.x == 0) output_.count(level_, pairs[0]);
      pairs_ = 0;
    }
  }

  /// Stores a tile's distances, which are below `levels`, and makes its rows ready for the next.
  __device__ void end(std::size_t first, unsigned levels) {
    const int planes = min(arrays_.plane_count, 32 - __clz(static_cast<int>(levels)));
    for (unsigned v = warp_; v < vertices_; v += warps_) {
      if constexpr (Output::has_rows) {
        const part seen = device::read_published(&arrays_.seen[row(v)]);
#pragma unroll
        for (int j = 0; j < Words; ++j)
          output_.store(v, first + 32 * (threadIdx.x % 32 * Words + j), seen.words[j], planes,
                        [&](int b) {
                          return device::read_published(&arrays_.planes[plane_row(b, v)]).words[j];
                        });
      }
      for (int b = 0; b < planes; ++b) arrays_.planes[plane_row(b, v)] = {};
      arrays_.seen[row(v)] = {};
      if (threadIdx.x % 32 == 0) {
        *is_new(0, v) = *is_new(1, v) = 0;
        *is_complete(v) = 0;
      }
    }
  }

  const tile_arrays<Words>& arrays_;
  const Output& output_;
  const unsigned vertices_, blocks_, place_, block_, warps_, warp_;
  part full_{};
  unsigned level_ = 0, pairs_ = 0;
};

/// All blocks run at once; `tiles_at_once` groups of them each search tile after tile. The arrays
/// are zero at first, and zero again at the end.
template <int Words, class Output>
static __global__ void __launch_bounds__(1024)
    bit_parallel(tile_arrays<Words> arrays, Output output) {
  __shared__ device::shared_array<unsigned, 32 * Words> of_block;
  __shared__ device::shared_array<unsigned, 1> pairs;
  tile_search<Words, Output> search(arrays, output);
  constexpr std::size_t tile = lane_words<Words>::row_bits;
  unsigned round = 0;
  for (std::size_t first = blockIdx.x / (gridDim.x / arrays.tiles_at_once) * tile;
       first < arrays.sources.size(); first += arrays.tiles_at_once * tile)
    search.search(first, round, of_block, pairs);
}

/// The host's side: one launch.
template <int Words, class Output>
class bit_parallel_search {
 public:
  struct launch_plan {
    int block, tiles_at_once;
  };

  bit_parallel_search(const problem& problem, const launch_plan& plan)
      : bit_parallel_search(problem, plan, busiest_first(reversed(problem.network))) {}

  void run(device::stream& queue) {
    output_.begin(queue);
    progress_.fill_bytes(0, queue);
    device::launch(queue, kernel, shape_, arrays(), output_.view());
  }

  Output& output() { return output_; }
  std::size_t graph_bytes() const { return first_.bytes() + tails_.bytes() + order_.bytes(); }
  device::launch_report describe() const {
    return device::describe("bit_parallel", kernel, shape_);
  }

 private:
  using part = lane_words<Words>;
  static constexpr std::size_t tile = part::row_bits;
  static constexpr auto kernel = apsp::bit_parallel<Words, typename Output::view_type>;
  /// From so many arcs on a block shares a list: one warp would keep the others waiting.
  static constexpr int shared_list = 512;
  static constexpr std::size_t fewest_rows_of_warp = 4;

  /// `in`: the arcs to each vertex.
  bit_parallel_search(const problem& problem, const launch_plan& plan, const graph& in)
      : vertices_(static_cast<std::size_t>(in.vertices())),
        first_(in.offsets),
        tails_(in.targets),
        sources_(problem.sources),
        planes_(Output::planes(problem)),
        output_(problem, tiles_of(problem) * tile) {
    std::vector<int> order(vertices_);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](vertex v) { return in.degree(v); });
    order_ = device::buffer<int>(order);
    hubs_ = static_cast<unsigned>(
        std::ranges::count_if(order, [&](vertex v) { return in.degree(v) >= shared_list; }));

    shape_.block = dim3(static_cast<unsigned>(plan.block));
    shape_.resident = true;
    const auto most = static_cast<std::size_t>(device::most_resident(kernel, shape_));
    at_once_ = std::min({static_cast<std::size_t>(plan.tiles_at_once), tiles_of(problem), most});
    // The more blocks, the longer they take to meet: a warp has some rows at least.
    const std::size_t rows_of_block = shape_.block.x / 32 * fewest_rows_of_warp;
    const std::size_t most_useful = (vertices_ + rows_of_block - 1) / rows_of_block;
    shape_.grid = dim3(static_cast<unsigned>(at_once_ * std::min(most_useful, most / at_once_)));

    const std::size_t rows = at_once_ * vertices_;
    seen_ = zeros<part>(rows * 32);
    frontier_ = zeros<part>(2 * rows * 32);
    bits_of_distances_ = zeros<part>(planes_ * rows * 32);
    is_new_ = zeros<unsigned>(2 * rows);
    is_complete_ = zeros<unsigned>(rows);
    barriers_ = zeros<unsigned>(2 * at_once_);
    progress_ = zeros<unsigned>(3 * at_once_);
  }

  static std::size_t tiles_of(const problem& problem) {
    return (problem.sources.size() + tile - 1) / tile;
  }

  template <class T>
  static device::buffer<T> zeros(std::size_t size) {
    device::buffer<T> made(size);
    device::stream queue;
    made.fill_bytes(0, queue);
    queue.synchronize();
    return made;
  }

  tile_arrays<Words> arrays() {
    return {.first = first_.view(),
            .tails = tails_.view(),
            .order = order_.view(),
            .sources = sources_.view(),
            .seen = seen_.view(),
            .frontier = frontier_.view(),
            .planes = bits_of_distances_.view(),
            .is_new = is_new_.view(),
            .is_complete = is_complete_.view(),
            .barriers = barriers_.view(),
            .progress = progress_.view(),
            .tiles_at_once = static_cast<unsigned>(at_once_),
            .hubs = hubs_,
            .plane_count = planes_};
  }

  std::size_t vertices_;
  device::buffer<int> first_, tails_, order_, sources_;
  int planes_;
  Output output_;
  unsigned hubs_ = 0;
  std::size_t at_once_ = 0;
  device::buffer<part> seen_, frontier_, bits_of_distances_;
  device::buffer<unsigned> is_new_, is_complete_, barriers_, progress_;
  device::launch_shape shape_;
};

}  // namespace apsp
