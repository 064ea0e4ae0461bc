#include "kernels/apsp/k1_frontier_copy.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {in_place_variant({.id = "k1_frontier_copy",
                                             .paper = {"leist_2009", "Kernel 1"},
                                             .work = work_of,
                                             .prepare = prepare_in_place<k1_search>})});

}  // namespace apsp
