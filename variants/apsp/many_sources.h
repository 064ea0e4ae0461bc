// The searches from many sources in one launch, each at the values of its tuning axes.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/apsp/problem.h"
#include "variants/apsp/axes.h"
#include "variants/runner.h"

namespace device {
template <class T>
class buffer;
}

namespace apsp {

/// A search as it runs.
struct many_sources : retime::runner<distances> {
  /// Pairs at each distance; null where distances are stored.
  virtual device::buffer<unsigned long long>* pairs_at() = 0;
};
using sources_runner = std::unique_ptr<many_sources>;

sources_runner search_by_source(const problem&, const retime::point& tuning);  ///< source_per_block
sources_runner search_by_batch(const problem&, const retime::point& tuning);   ///< batch_per_block
sources_runner search_by_tile(const problem&, const retime::point& tuning);    ///< bit_parallel

/// One of them, at the values that suit a graph and so many of the problem's sources.
struct chosen_search {
  sources_runner (*search)(const problem&, const retime::point& tuning);
  retime::point tuning;
  std::int64_t sources_together;  ///< that it searches from at a time
};
chosen_search choose_search(const problem&, std::size_t sources);  ///< ours

/// Vertices of which a block's shared memory holds the state: a word of 32 bits each beside the
/// lists (of 16 bits, twice as many), and 3 bits each.
inline constexpr vertex most_in_words = 49'000, most_in_bits = 500'000;

}  // namespace apsp
