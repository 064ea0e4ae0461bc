#include "kernels/apsp/k2_global_counter.cuh"
#include "variants/apsp/bfs_runner.cuh"

namespace retime {

REGISTER_VARIANT(apsp::problem, {
                                    .id = "k2_global_counter",
                                    .paper = {"leist_2009", "Kernel 2"},
                                    .printed = bfs_printed(),
                                    .base = "k1_frontier_copy",
                                    .axes = bfs_axes(),
                                    .invalid = bfs_invalid,
                                    .memory_bytes = bfs_memory_bytes,
                                    .work = apsp_work,
                                    .prepare = prepare_bfs<apsp::k2_search>,
                                });

}  // namespace retime
