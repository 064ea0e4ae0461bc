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

/// The graph read once, and every distance written once.
retime::work many_sources_work(const problem&, const retime::point&);

}  // namespace apsp
