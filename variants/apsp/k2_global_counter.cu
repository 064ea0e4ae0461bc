#include "kernels/apsp/k2_global_counter.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {in_place_variant({.id = "k2_global_counter",
                                             .paper = {"leist_2009", "Kernel 2"},
                                             .base = "k1_frontier_copy",
                                             .work = work_of,
                                             .prepare = prepare_in_place<k2_search>})});

}  // namespace apsp
