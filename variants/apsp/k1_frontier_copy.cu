#include "kernels/apsp/k1_frontier_copy.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {search_variant({.id = "k1_frontier_copy",
                                           .paper = {"leist_2009", "Kernel 1"},
                                           .work = work_of,
                                           .prepare = prepare_search<k1_search>})});

}  // namespace apsp
