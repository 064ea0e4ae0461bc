#include "kernels/apsp/k4_packed_arcs.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {in_place_variant({.id = "k4_packed_arcs",
                                             .paper = {"leist_2009", "Kernel 4"},
                                             .base = "k3_shared_counter",
                                             .work = work_of,
                                             .prepare = prepare_in_place<k4_search>})});

}  // namespace apsp
