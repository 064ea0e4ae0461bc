#include "kernels/apsp/k1_frontier_copy.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {.id = "k1_frontier_copy",
                           .paper = {"leist_2009", "Kernel 1"},
                           .printed = printed_search(),
                           .axes = search_axes(),
                           .invalid = invalid_search,
                           .memory_bytes = search_memory_bytes,
                           .work = work_of,
                           .prepare = prepare_search<k1_search>});

}  // namespace apsp
