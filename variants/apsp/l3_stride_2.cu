#include "kernels/apsp/l3_thread_pairs.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {search_variant({.id = "l3_stride_2",
                                           .paper = {"leist_2009", "Listing 3, stride 2"},
                                           .base = "k3_shared_counter",
                                           .work = work_of,
                                           .prepare = prepare_search<l3_stride_2_search>})});

}  // namespace apsp
