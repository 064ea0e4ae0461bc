#include "kernels/apsp/k5_sorted_degree.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {.id = "k5_sorted_degree",
                           .paper = {"leist_2009", "Kernel 5"},
                           .printed = printed_search(),
                           .base = "k4_packed_arcs",
                           .axes = search_axes(),
                           .invalid = invalid_search,
                           .memory_bytes = search_memory_bytes,
                           .work = work_of,
                           .prepare = prepare_search<k5_search>});

}  // namespace apsp
