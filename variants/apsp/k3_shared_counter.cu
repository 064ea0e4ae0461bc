#include "kernels/apsp/k3_shared_counter.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {.id = "k3_shared_counter",
                           .paper = {"leist_2009", "Kernel 3"},
                           .printed = printed_search(),
                           .base = "k2_global_counter",
                           .axes = search_axes(),
                           .invalid = invalid_search,
                           .memory_bytes = search_memory_bytes,
                           .work = work_of,
                           .prepare = prepare_search<k3_search>});

}  // namespace apsp
