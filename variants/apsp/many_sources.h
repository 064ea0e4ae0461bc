// The searches from many sources in one launch, each at the values of its tuning axes.
#pragma once

#include <memory>

#include "kernels/apsp/problem.h"
#include "variants/apsp/axes.h"
#include "variants/runner.h"

namespace apsp {

using runner = std::unique_ptr<retime::runner<distances>>;

runner search_by_source(const problem&, const retime::point& tuning);  ///< source_per_block
runner search_by_batch(const problem&, const retime::point& tuning);   ///< batch_per_block
runner search_by_tile(const problem&, const retime::point& tuning);    ///< bit_parallel

/// Vertices of which a block's shared memory holds the state: a word of 32 bits each beside the
/// lists (of 16 bits, twice as many), and 3 bits each.
inline constexpr vertex most_in_words = 49'000, most_in_bits = 500'000;

/// The graph read once, and every distance written once.
retime::work many_sources_work(const problem&, const retime::point&);

}  // namespace apsp
