#include "kernels/apsp/k5_sorted_degree.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {in_place_variant({.id = "k5_sorted_degree",
                                             .paper = {"leist_2009", "Kernel 5"},
                                             .base = "k4_packed_arcs",
                                             .work = work_of,
                                             .prepare = prepare_in_place<k5_search>})});

}  // namespace apsp
