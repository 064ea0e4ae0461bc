// A block searches from one source after another, each search from its first level to its last
// within the block: which vertices are visited is a bit each in shared memory. Of a source it
// equals
//   for (level = 1; frontier not empty; ++level)
//     next = neighbours of the frontier that are not visited; their distance is level
// A level pushes, from the frontier to its neighbours, or pulls, where the frontier is large: each
// vertex not visited yet looks for a neighbour that is (Beamer, Asanovic and Patterson 2012).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/apsp/append.cuh"
#include "kernels/apsp/search_output.cuh"
#include "kernels/device/device.h"

namespace apsp {

/// Vertex v is bit v / words of word v % words: neighbouring words hold neighbouring vertices, so
/// that a warp whose lanes have a word each writes neighbouring distances, and the busiest vertices
/// of a graph that grew lie in different words. Its code is 32 times the word plus the bit.
struct bit_places {
  unsigned words;

  explicit bit_places(vertex vertices) : words((static_cast<unsigned>(vertices) + 31) / 32) {}
  std::uint32_t code_of(vertex v) const {
    return static_cast<unsigned>(v) % words * 32 + static_cast<unsigned>(v) / words;
  }
};

/// Lists of neighbours, as codes.
template <class Code>
struct coded_lists {
  device::span<const int> first;  ///< vertices + 1: where each vertex' list begins
  device::span<const Code> codes;
};

/// The bits of a search, in the block's shared memory.
struct search_bits {
  unsigned words;
  device::span<unsigned> visited, frontier, next;

  static constexpr std::size_t bytes(unsigned words) { return 3 * sizeof(unsigned) * words; }
  __device__ explicit search_bits(unsigned count)
      : words(count),
        visited(device::dynamic_shared<unsigned>(count)),
        frontier(device::dynamic_shared<unsigned>(count, sizeof(unsigned) * count)),
        next(device::dynamic_shared<unsigned>(count, 2 * sizeof(unsigned) * count)) {}

  __device__ __forceinline__ bool is_visited(unsigned code) const {
    return (visited[code / 32] >> code % 32 & 1) != 0;
  }
};

/// Lane `threadIdx.x % Lanes` of a group looks at its share of the neighbours of `v`.
template <int Lanes, class Code>
__device__ __forceinline__ void push_from(unsigned v, const coded_lists<Code>& lists,
                                          const search_bits& bits) {
  const int end = lists.first[v + 1];
  for (int a = lists.first[v] + static_cast<int>(threadIdx.x % Lanes); a < end; a += Lanes) {
    const unsigned code = lists.codes[a];
    if (!bits.is_visited(code)) atomicOr(&bits.next[code / 32], 1U << code % 32);
  }
}

/// Pushes from a frontier that is not listed: a warp takes 32 words, and its groups of lanes a
/// vertex each.
template <int Lanes, class Code>
__device__ __forceinline__ void push_words(const coded_lists<Code>& lists,
                                           const search_bits& bits) {
  const unsigned lane = threadIdx.x % 32, group = lane / Lanes;
  const auto without_lowest = [](unsigned word, unsigned count) {
    for (unsigned i = 0; i < count; ++i) word &= word - 1;
    return word;
  };
  for (unsigned w = threadIdx.x; w - lane < bits.words; w += blockDim.x) {
    const unsigned mine = w < bits.words ? bits.frontier[w] : 0;
    for (unsigned filled = __ballot_sync(~0U, mine != 0); filled != 0; filled &= filled - 1) {
      const int owner = __ffs(static_cast<int>(filled)) - 1;
      unsigned left = without_lowest(__shfl_sync(~0U, mine, owner), group);
      for (; left != 0; left = without_lowest(left, 32 / Lanes)) {
        const unsigned bit = __ffs(static_cast<int>(left)) - 1;
        push_from<Lanes>(bit * bits.words + w - lane + owner, lists, bits);
      }
    }
  }
}

/// A vertex not visited looks for a neighbour that is, at the one of highest degree first, which is
/// likeliest to be. A warp takes 32 words and goes through their bits, so that its lanes have
/// neighbouring vertices.
template <class Code>
__device__ __forceinline__ void pull(const coded_lists<Code>& lists,
                                     device::span<const Code> busiest, const search_bits& bits) {
  const auto vertices = static_cast<unsigned>(busiest.size());
  const unsigned lane = threadIdx.x % 32;
  for (unsigned w = threadIdx.x; w - lane < bits.words; w += blockDim.x) {
    const unsigned open = w < bits.words ? ~bits.visited[w] : 0;
    unsigned reached_bits = 0;
    for (unsigned left = __reduce_or_sync(~0U, open); left != 0; left &= left - 1) {
      const unsigned bit = __ffs(static_cast<int>(left)) - 1, v = bit * bits.words + w;
      if ((open >> bit & 1) == 0 || v >= vertices) continue;
      bool is_found = bits.is_visited(busiest[v]);
      const int end = is_found ? 0 : lists.first[v + 1];
      for (int a = is_found ? 0 : lists.first[v] + 1; a < end && !is_found; ++a)
        is_found = bits.is_visited(lists.codes[a]);
      if (is_found) reached_bits |= 1U << bit;
    }
    if (w < bits.words) bits.next[w] = reached_bits;
  }
}

inline constexpr unsigned most_listed = 1024;  ///< vertices of a frontier that stand in a list

/// What was found becomes the frontier, in bits and, where few are, listed; their distances are
/// stored. Adds their number to lengths[level % 3].
template <class Output>
__device__ __forceinline__ void end_level(const search_bits& bits,
                                          device::shared_array<unsigned, most_listed>& list,
                                          lengths_of_levels& lengths, unsigned row, unsigned level,
                                          const Output& output) {
  for (unsigned w = threadIdx.x; w - threadIdx.x % 32 < bits.words; w += blockDim.x) {
    const unsigned mine = w < bits.words ? bits.next[w] : 0;
    if (w < bits.words) {
      bits.frontier[w] = mine;
      bits.visited[w] |= mine;
      bits.next[w] = 0;
    }
    if (!__any_sync(~0U, mine != 0)) continue;
    unsigned place = append(lengths, level % 3, __popc(mine));
    for (unsigned left = mine; left != 0 && place < most_listed; left &= left - 1)
      list[place++] = (__ffs(static_cast<int>(left)) - 1) * bits.words + w;
    if constexpr (Output::has_rows) {
      for (unsigned left = __reduce_or_sync(~0U, mine); left != 0; left &= left - 1) {
        const unsigned bit = __ffs(static_cast<int>(left)) - 1;
        if ((mine >> bit & 1) != 0) output.store(row, bit * bits.words + w, level);
      }
    }
  }
}

/// `next_source[0]` is the first that no block has taken, 0 at first. `out` and `in` are the
/// neighbours that a vertex has arcs to and from, those of highest degree first; `busiest` is the
/// first of `in`, the vertex itself if there is none. A level pulls if the frontier has more than 1
/// / `pull_from` of the vertices not visited; 0: never.
template <class Code, class Output, int Lanes>
static __global__ void __launch_bounds__(1024)
    source_per_block(coded_lists<Code> out, coded_lists<Code> in, device::span<const Code> busiest,
                     device::span<const int> sources, device::span<unsigned> next_source,
                     Output output, unsigned pull_from) {
  const auto vertices = static_cast<unsigned>(busiest.size());
  const search_bits bits((vertices + 31) / 32);
  __shared__ device::shared_array<unsigned, 1> own_row;
  __shared__ lengths_of_levels lengths;
  __shared__ device::shared_array<unsigned, most_listed> list;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) {
      own_row[0] = atomicAdd(&next_source[0], 1U);
      lengths[1] = 0;
    }
    for (unsigned w = threadIdx.x; w < bits.words; w += blockDim.x)
      bits.visited[w] = bits.frontier[w] = bits.next[w] = 0;
    __syncthreads();
    const unsigned row = own_row[0];
    if (row >= sources.size()) return;
    if (threadIdx.x == 0) {
      const unsigned source = sources[row], word = source % bits.words;
      bits.visited[word] = bits.frontier[word] = 1U << source / bits.words;
      list[0] = source;
      output.store(row, source, 0);
      output.count(0, 1);
    }
    __syncthreads();

    unsigned reached = 1;
    for (unsigned level = 1, frontier = 1; frontier != 0 && reached < vertices; ++level) {
      if (std::uint64_t{frontier} * pull_from > vertices - reached) {
        pull(in, busiest, bits);
      } else if (frontier > most_listed) {
        push_words<Lanes>(out, bits);
      } else {
        for (unsigned i = threadIdx.x / Lanes; i < frontier; i += blockDim.x / Lanes)
          push_from<Lanes>(list[i], out, bits);
      }
      __syncthreads();
      if (threadIdx.x == 0) lengths[(level + 1) % 3] = 0;
      end_level(bits, list, lengths, row, level, output);
      __syncthreads();
      frontier = lengths[level % 3];
      reached += frontier;
      if (threadIdx.x == 0) output.count(level, frontier);
    }
    if (Output::has_rows && reached < vertices) {
      for (unsigned v = threadIdx.x; v < vertices; v += blockDim.x)
        if ((bits.visited[v % bits.words] >> v / bits.words & 1) == 0) output.store_no_path(row, v);
    }
  }
}

/// A graph's lists as codes, and the first of each.
template <class Code>
class coded_network {
 public:
  explicit coded_network(const graph& network) : first_(network.offsets) {
    const bit_places places(network.vertices());
    std::vector<Code> codes, busiest;
    for (vertex v = 0; v < network.vertices(); ++v) {
      const auto list = network.neighbours(v);
      for (const vertex w : list) codes.push_back(static_cast<Code>(places.code_of(w)));
      busiest.push_back(static_cast<Code>(places.code_of(list.empty() ? v : list.front())));
    }
    codes_ = device::buffer<Code>(codes);
    busiest_ = device::buffer<Code>(busiest);
  }

  coded_lists<Code> lists() const { return {first_.view(), codes_.view()}; }
  device::span<const Code> busiest() const { return busiest_.view(); }
  std::size_t bytes() const { return first_.bytes() + codes_.bytes() + busiest_.bytes(); }

 private:
  device::buffer<int> first_;
  device::buffer<Code> codes_, busiest_;
};

/// The host's side: one launch.
template <class Code, class Output, int Lanes>
class source_per_block_search {
 public:
  struct launch_plan {
    int block, pull_from;
  };

  source_per_block_search(const problem& problem, const launch_plan& plan)
      : pull_from_(static_cast<unsigned>(plan.pull_from)),
        out_(busiest_first(problem.network)),
        sources_(problem.sources),
        next_source_(1),
        output_(problem) {
    if (problem.network.directed) in_.emplace(busiest_first(reversed(problem.network)));
    shape_.block = dim3(static_cast<unsigned>(plan.block));
    shape_.shared_bytes = search_bits::bytes(bit_places(problem.network.vertices()).words);
    device::max_shared(kernel, shape_.shared_bytes);
    shape_.grid = dim3(static_cast<unsigned>(
        std::min<std::size_t>(problem.sources.size(), device::most_resident(kernel, shape_))));
  }

  void run(device::stream& queue) {
    next_source_.fill_bytes(0, queue);
    output_.begin(queue);
    const auto& in = in_ ? *in_ : out_;
    device::launch(queue, kernel, shape_, out_.lists(), in.lists(), in.busiest(), sources_.view(),
                   next_source_.view(), output_.view(), pull_from_);
  }

  Output& output() { return output_; }
  std::size_t graph_bytes() const { return out_.bytes() + (in_ ? in_->bytes() : 0); }
  device::launch_report describe() const {
    return device::describe("source_per_block", kernel, shape_);
  }

 private:
  static constexpr auto kernel = apsp::source_per_block<Code, typename Output::view_type, Lanes>;

  unsigned pull_from_;
  coded_network<Code> out_;
  std::optional<coded_network<Code>> in_;  ///< of a directed graph, whose arcs to a vertex differ
  device::buffer<int> sources_;
  device::buffer<unsigned> next_source_;
  Output output_;
  device::launch_shape shape_;
};

}  // namespace apsp
