#include "kernels/apsp/k2_global_counter.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {.id = "k2_global_counter",
                           .paper = {"leist_2009", "Kernel 2"},
                           .printed = printed_search(),
                           .base = "k1_frontier_copy",
                           .axes = search_axes(),
                           .invalid = invalid_search,
                           .memory_bytes = search_memory_bytes,
                           .work = work_of,
                           .prepare = prepare_search<k2_search>});

}  // namespace apsp
