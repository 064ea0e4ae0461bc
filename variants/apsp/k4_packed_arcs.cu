#include "kernels/apsp/k4_packed_arcs.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {.id = "k4_packed_arcs",
                           .paper = {"leist_2009", "Kernel 4"},
                           .printed = printed_search(),
                           .base = "k3_shared_counter",
                           .axes = search_axes(),
                           .invalid = invalid_search,
                           .memory_bytes = search_memory_bytes,
                           .work = work_of,
                           .prepare = prepare_search<k4_search>});

}  // namespace apsp
