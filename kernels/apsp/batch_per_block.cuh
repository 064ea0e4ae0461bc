// A block searches from a batch of sources at a time. Which of them have reached a vertex is a bit
// each of a word in shared memory, so that a step along an arc serves all of them (Then et al.
// 2014). Of a batch it equals
//   for (level = 1; anything new; ++level)
//     new[w] = (or of what was new at the neighbours of w) & ~seen[w]; these distances are level
// A level pushes what is new, which stands in a list while that is short, or pulls: each vertex
// takes what its neighbours have seen. The batches are of sources that lie near to each other,
// whose searches meet the same vertices at almost the same levels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "kernels/apsp/batch_state.cuh"
#include "kernels/apsp/distances_of_levels.cuh"
#include "kernels/apsp/eights.cuh"
#include "kernels/apsp/search_output.cuh"
#include "kernels/device/device.h"

namespace apsp {

/// What an entry's sources find at eight neighbours: nothing, as a rule, so that the eight looks,
/// and after them the marks, do not wait for each other.
template <class Id, class State>
__device__ __forceinline__ unsigned find(const eight_ids<Id>& eight, unsigned by, const State& own,
                                         unsigned (&reaching)[8]) {
  unsigned count = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j) reaching[j] = by & ~own.seen[eight.ids[j]];
#pragma unroll
  for (int j = 0; j < 8; ++j)
    if (reaching[j] != 0) reaching[j] = own.seen.set(eight.ids[j], reaching[j]);
#pragma unroll
  for (int j = 0; j < 8; ++j) count += reaching[j] != 0 ? 1 : 0;
  return count;
}

/// From what is listed to its neighbours. `Lanes` threads share a vertex' neighbours; every lane of
/// a warp goes through the loops as often, as they append together.
template <int Lanes, class Id, class State>
__device__ __forceinline__ void push(const lists_in_eights<Id>& lists, State& own, unsigned length,
                                     unsigned level) {
  const auto current = own.list(level - 1), next = own.list(level);
  const auto kept = own.levels.of(level);
  if (own.levels.are_kept) {
    for (unsigned v = threadIdx.x; v < kept.size(); v += blockDim.x) kept[v] = 0;
    __syncthreads();
  }
  unsigned pairs = 0;
  for (unsigned i = threadIdx.x / Lanes; i - threadIdx.x % 32 / Lanes < length;
       i += blockDim.x / Lanes) {
    int a = 0, end = 0;
    unsigned by = 0;
    if (i < length) {
      const reached entry = current[i];
      by = entry.by;
      a = lists.first[entry.v] + static_cast<int>(threadIdx.x % Lanes);
      end = lists.first[entry.v + 1];
    }
    for (; __any_sync(~0U, a < end); a += Lanes) {
      eight_ids<Id> eight{};
      if (a < end) eight = lists.eights[a];
      unsigned reaching[8];
      const unsigned count = find(eight, a < end ? by : 0, own, reaching);
      if (!__any_sync(~0U, count != 0)) continue;
      unsigned place = append(own.lengths, level % 3, count);
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        if (reaching[j] == 0) continue;
        const unsigned w = eight.ids[j];
        if (place < most_reached) next[place++] = {w, reaching[j]};
        pairs += __popc(reaching[j]);
        if (own.levels.are_kept) atomicOr(&kept[w], reaching[j]);
        if (own.stores_at_once())
          for (unsigned left = reaching[j]; left != 0; left &= left - 1)
            own.output.store(own.rows[__ffs(static_cast<int>(left)) - 1], w, level);
      }
    }
  }
  own.count(level, pairs);
}

/// What is new of each vertex goes to device memory first: what its neighbours have seen must be
/// that of the level before. Nothing is new of the vertices that fill the level up to its pitch.
template <int Lanes, class Id, class State>
__device__ __forceinline__ void pull(const lists_in_eights<Id>& lists, const State& own,
                                     unsigned full, unsigned level) {
  const auto new_sources = own.levels.of(level);
  const unsigned vertices = lists.vertices();
  for (unsigned v = threadIdx.x / Lanes; v - threadIdx.x % 32 / Lanes < vertices;
       v += blockDim.x / Lanes) {
    const unsigned before = v < vertices ? own.seen[v] : full;
    unsigned after = before;
    if (before != full) {
      const int end = lists.first[v + 1];
      for (int a = lists.first[v] + static_cast<int>(threadIdx.x % Lanes); a < end && after != full;
           a += Lanes) {
        const eight_ids<Id> eight = lists.eights[a];
#pragma unroll
        for (int i = 0; i < 8; ++i) after |= own.seen[eight.ids[i]];
      }
    }
    for (int distance = Lanes / 2; distance > 0; distance /= 2)
      after |= __shfl_xor_sync(~0U, after, distance);
    if (v < new_sources.size() && threadIdx.x % Lanes == 0) new_sources[v] = after & ~before;
  }
}

/// After a pull: what is new is seen, and listed while there is room.
template <class State>
__device__ __forceinline__ void end_pull(State& own, unsigned vertices, unsigned level) {
  const auto new_sources = own.levels.of(level);
  unsigned pairs = 0;
  bool is_room = true;
  for (unsigned v = threadIdx.x; v - threadIdx.x % 32 < vertices; v += blockDim.x) {
    const unsigned reaching = v < vertices ? new_sources[v] : 0;
    if (reaching != 0) own.seen.set(v, reaching);
    pairs += __popc(reaching);
    if (is_room && __any_sync(~0U, reaching != 0)) {
      const unsigned place = append_one(own.lengths, level % 3, reaching != 0);
      if (reaching != 0 && place < most_reached) own.list(level)[place] = {v, reaching};
      is_room = __all_sync(~0U, place < most_reached);
    }
    if (own.stores_at_once()) {
      for (unsigned left = __reduce_or_sync(~0U, reaching); left != 0; left &= left - 1) {
        const int source = __ffs(static_cast<int>(left)) - 1;
        if ((reaching >> source & 1) != 0) own.output.store(own.rows[source], v, level);
      }
    }
  }
  own.count(level, pairs);
}

/// What batch_per_block searches: batch after batch of `sources`, whose rows of the output are in
/// `rows`; `next[0]` is the first that no block has taken, 0 at first. Each block has `levels_kept`
/// words a vertex of `levels`, or one if that is 0.
struct batches {
  device::span<const int> sources, rows;
  device::span<unsigned> next, levels;
  unsigned levels_kept;
};

/// `out` and `in` are the neighbours that a vertex has arcs to and from. A level pulls if the list
/// of what is new has more than 1 / `pull_from` of the vertices, or more than it has room for.
template <class Id, class Output, int Sources, int Lanes>
static __global__ void __launch_bounds__(1024)
    batch_per_block(lists_in_eights<Id> out, lists_in_eights<Id> in, batches all, Output output,
                    unsigned pull_from) {
  const unsigned vertices = out.vertices(), pitch = (vertices + 3) / 4 * 4;
  const unsigned words = seen_words<Sources>::count(vertices);
  const std::size_t own_words = std::size_t{pitch} * max(1U, all.levels_kept);
  __shared__ device::shared_array<unsigned, 1> own_batch;
  __shared__ lengths_of_levels lengths, pairs;
  __shared__ device::shared_array<unsigned, 32> rows;
  batch_state<Sources, Output> own{
      {device::dynamic_shared<unsigned>(words, 2 * sizeof(reached) * most_reached)},
      device::dynamic_shared<reached>(2 * most_reached),
      lengths,
      pairs,
      rows,
      {all.levels.subspan(blockIdx.x * own_words, own_words), pitch, all.levels_kept != 0},
      output};
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) {
      own_batch[0] = atomicAdd(&all.next[0], 1U);
      lengths[1] = 0;
      pairs[1] = 0;
    }
    for (unsigned w = threadIdx.x; w < words; w += blockDim.x) own.seen.words[w] = 0;
    __syncthreads();
    const std::size_t first = std::size_t{own_batch[0]} * Sources;
    if (first >= all.sources.size()) return;
    const auto count = static_cast<unsigned>(min(std::size_t{Sources}, all.sources.size() - first));
    if (threadIdx.x < count) {
      const unsigned source = all.sources[first + threadIdx.x], bit = 1U << threadIdx.x;
      rows[threadIdx.x] = all.rows[first + threadIdx.x];
      own.seen.set(source, bit);
      own.list(0)[threadIdx.x] = {source, bit};
      if (own.stores_at_once()) output.store(rows[threadIdx.x], source, 0);
    }
    if (threadIdx.x == 0) output.count(0, count);
    __syncthreads();

    const unsigned full = ~0U >> (32 - count);
    unsigned length = count, left = count * (vertices - 1), level = 0;
    for (unsigned new_pairs = count; new_pairs != 0 && left != 0; left -= new_pairs) {
      ++level;
      if (threadIdx.x == 0) {
        lengths[(level + 1) % 3] = 0;
        pairs[(level + 1) % 3] = 0;
      }
      if (length > most_reached || std::uint64_t{length} * pull_from > vertices) {
        pull<Lanes>(in, own, full, level);
        __syncthreads();
        end_pull(own, vertices, level);
      } else {
        push<Lanes>(out, own, length, level);
      }
      __syncthreads();
      length = lengths[level % 3];
      new_pairs = pairs[level % 3];
      if (threadIdx.x == 0) output.count(level, new_pairs);
    }
    if constexpr (std::is_same_v<Output, rows_view<std::uint8_t>>)
      if (own.levels.are_kept) store_distances(own, vertices, count, level);
    if (own.stores_at_once() && left != 0) {
      for (unsigned v = threadIdx.x; v < vertices; v += blockDim.x)
        for (unsigned none = full & ~own.seen[v]; none != 0; none &= none - 1)
          output.store_no_path(rows[__ffs(static_cast<int>(none)) - 1], v);
    }
  }
}

/// The host's side: one launch.
template <class Id, class Output, int Sources, int Lanes>
class batch_per_block_search {
 public:
  struct launch_plan {
    int block, pull_from;
  };

  batch_per_block_search(const problem& problem, const launch_plan& plan)
      : pull_from_(static_cast<unsigned>(plan.pull_from)),
        out_(problem.network),
        next_batch_(1),
        output_(problem) {
    if (problem.network.directed) in_.emplace(reversed(problem.network));
    const std::vector<int> order = near_each_other(problem);
    rows_ = device::buffer<int>(order);
    std::vector<int> sources;
    for (const int row : order) sources.push_back(problem.sources[row]);
    sources_ = device::buffer<int>(sources);

    const auto vertices = static_cast<unsigned>(problem.network.vertices());
    shape_.block = dim3(static_cast<unsigned>(plan.block));
    shape_.shared_bytes = 2 * sizeof(reached) * most_reached +
                          sizeof(unsigned) * seen_words<Sources>::count(vertices);
    device::max_shared(kernel, shape_.shared_bytes);
    shape_.grid = dim3(static_cast<unsigned>(std::min<std::size_t>(
        (problem.sources.size() + Sources - 1) / Sources, device::most_resident(kernel, shape_))));
    // The last level is the one at which nothing is found.
    const auto levels = static_cast<unsigned>(longest_distance(problem.network)) + 1;
    if (std::is_same_v<Output, stored_rows<std::uint8_t>> && levels <= most_kept_levels)
      levels_kept_ = levels;
    levels_ = device::buffer<unsigned>(std::size_t{shape_.grid.x} * std::max(1U, levels_kept_) *
                                       ((vertices + 3) / 4 * 4));
  }

  void run(device::stream& queue) {
    next_batch_.fill_bytes(0, queue);
    output_.begin(queue);
    const auto& in = in_ ? *in_ : out_;
    device::launch(
        queue, kernel, shape_, out_.lists(), in.lists(),
        batches{sources_.view(), rows_.view(), next_batch_.view(), levels_.view(), levels_kept_},
        output_.view(), pull_from_);
  }

  Output& output() { return output_; }
  std::size_t graph_bytes() const { return out_.bytes() + (in_ ? in_->bytes() : 0); }
  device::launch_report describe() const {
    return device::describe("batch_per_block", kernel, shape_);
  }

 private:
  static constexpr auto kernel =
      apsp::batch_per_block<Id, typename Output::view_type, Sources, Lanes>;

  /// The rows of the output in the order of the batches.
  static std::vector<int> near_each_other(const problem& problem) {
    std::vector<int> place(problem.network.vertices(), 0), order(problem.sources.size());
    const std::vector<vertex> clustered = in_clusters(problem.network, Sources);
    for (std::size_t i = 0; i < clustered.size(); ++i) place[clustered[i]] = static_cast<int>(i);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](int row) { return place[problem.sources[row]]; });
    return order;
  }

  unsigned pull_from_, levels_kept_ = 0;
  network_in_eights<Id> out_;
  std::optional<network_in_eights<Id>> in_;  ///< of a directed graph, whose arcs to a vertex differ
  device::buffer<int> sources_, rows_;
  device::buffer<unsigned> next_batch_, levels_;
  Output output_;
  device::launch_shape shape_;
};

}  // namespace apsp
