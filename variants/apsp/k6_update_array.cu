#include "kernels/apsp/k6_update_array.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {search_variant({.id = "k6_update_array",
                                           .paper = {"leist_2009", "Kernel 6"},
                                           .base = "k5_sorted_degree",
                                           .work = work_of,
                                           .prepare = prepare_search<k6_search>})});

}  // namespace apsp
