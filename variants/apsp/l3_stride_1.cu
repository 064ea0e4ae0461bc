#include "kernels/apsp/l3_thread_pairs.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp {

REGISTER_VARIANT(problem, {search_variant({.id = "l3_stride_1",
                                           .paper = {"leist_2009", "Listing 3, stride 1"},
                                           .base = "l3_stride_2",
                                           .work = work_of,
                                           .prepare = prepare_search<l3_stride_1_search>})});

}  // namespace apsp
