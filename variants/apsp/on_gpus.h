// A search from many sources, shared out over several GPUs.
#pragma once

#include <functional>

#include "variants/apsp/many_sources.h"

namespace apsp {

/// Each GPU has the graph, and searches from a share of the sources: whole groups of
/// `sources_together`, by the runner that search(problem of those sources) gives. Rows of distances
/// stay where they were found; numbers of pairs are summed on the first GPU within the run.
std::unique_ptr<retime::runner<distances>> search_on_gpus(
    const problem&, int gpus, std::int64_t sources_together,
    const std::function<sources_runner(const problem&)>& search);

}  // namespace apsp
