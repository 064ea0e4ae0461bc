#include "kernels/apsp/k5_sorted_degree.cuh"
#include "variants/apsp/bfs_runner.cuh"

namespace retime {

REGISTER_VARIANT(apsp::problem, {
                                    .id = "k5_sorted_degree",
                                    .paper = {"leist_2009", "Kernel 5"},
                                    .printed = bfs_printed(),
                                    .base = "k4_packed_arcs",
                                    .axes = bfs_axes(),
                                    .invalid = bfs_invalid,
                                    .memory_bytes = bfs_memory_bytes,
                                    .work = apsp_work,
                                    .prepare = prepare_bfs<apsp::k5_search>,
                                });

}  // namespace retime
