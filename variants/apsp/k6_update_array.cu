#include "kernels/apsp/k6_update_array.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {.id = "k6_update_array",
                           .paper = {"leist_2009", "Kernel 6"},
                           .printed = printed_search(),
                           .base = "k5_sorted_degree",
                           .axes = search_axes(),
                           .invalid = invalid_search,
                           .memory_bytes = search_memory_bytes,
                           .work = work_of,
                           .prepare = prepare_search<k6_search>});

}  // namespace apsp
