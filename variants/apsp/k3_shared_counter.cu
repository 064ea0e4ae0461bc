#include "kernels/apsp/k3_shared_counter.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {in_place_variant({.id = "k3_shared_counter",
                                             .paper = {"leist_2009", "Kernel 3"},
                                             .base = "k2_global_counter",
                                             .work = work_of,
                                             .prepare = prepare_in_place<k3_search>})});

}  // namespace apsp
