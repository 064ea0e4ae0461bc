#include "kernels/apsp/k3_shared_counter.cuh"
#include "variants/apsp/bfs_runner.cuh"

namespace retime {

REGISTER_VARIANT(apsp::problem, {
                                    .id = "k3_shared_counter",
                                    .paper = {"leist_2009", "Kernel 3"},
                                    .printed = bfs_printed(),
                                    .base = "k2_global_counter",
                                    .axes = bfs_axes(),
                                    .invalid = bfs_invalid,
                                    .memory_bytes = bfs_memory_bytes,
                                    .work = apsp_work,
                                    .prepare = prepare_bfs<apsp::k3_search>,
                                });

}  // namespace retime
