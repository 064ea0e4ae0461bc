#include "kernels/apsp/k7_thread_counter.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {.id = "k7_thread_counter",
                           .paper = {"leist_2009", "Kernel 7"},
                           .printed = printed_search(),
                           .base = "k5_sorted_degree",
                           .axes = search_axes(),
                           .invalid = invalid_search,
                           .memory_bytes = search_memory_bytes,
                           .work = work_of,
                           .prepare = prepare_search<k7_search>});

}  // namespace apsp
