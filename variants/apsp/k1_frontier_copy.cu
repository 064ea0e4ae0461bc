#include "kernels/apsp/k1_frontier_copy.cuh"
#include "variants/apsp/bfs_runner.cuh"

namespace retime {

REGISTER_VARIANT(apsp::problem, {
                                    .id = "k1_frontier_copy",
                                    .paper = {"leist_2009", "Kernel 1"},
                                    .printed = bfs_printed(),
                                    .axes = bfs_axes(),
                                    .invalid = bfs_invalid,
                                    .memory_bytes = bfs_memory_bytes,
                                    .work = apsp_work,
                                    .prepare = prepare_bfs<apsp::k1_search>,
                                });

}  // namespace retime
