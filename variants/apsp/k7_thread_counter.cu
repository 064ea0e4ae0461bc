#include "kernels/apsp/k7_thread_counter.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {in_place_variant({.id = "k7_thread_counter",
                                             .paper = {"leist_2009", "Kernel 7"},
                                             .base = "k5_sorted_degree",
                                             .work = work_of,
                                             .prepare = prepare_in_place<k7_search>})});

}  // namespace apsp
