#include "kernels/apsp/k4_packed_arcs.cuh"
#include "variants/apsp/bfs_runner.cuh"

namespace retime {

REGISTER_VARIANT(apsp::problem, {
                                    .id = "k4_packed_arcs",
                                    .paper = {"leist_2009", "Kernel 4"},
                                    .printed = bfs_printed(),
                                    .base = "k3_shared_counter",
                                    .axes = bfs_axes(),
                                    .invalid = bfs_invalid,
                                    .memory_bytes = bfs_memory_bytes,
                                    .work = apsp_work,
                                    .prepare = prepare_bfs<apsp::k4_search>,
                                });

}  // namespace retime
