#include "kernels/apsp/k6_update_array.cuh"
#include "variants/apsp/bfs_runner.cuh"

namespace retime {

REGISTER_VARIANT(apsp::problem, {
                                    .id = "k6_update_array",
                                    .paper = {"leist_2009", "Kernel 6"},
                                    .printed = bfs_printed(),
                                    .base = "k5_sorted_degree",
                                    .axes = bfs_axes(),
                                    .invalid = bfs_invalid,
                                    .memory_bytes = bfs_memory_bytes,
                                    .work = apsp_work,
                                    .prepare = prepare_bfs<apsp::k6_search>,
                                });

}  // namespace retime
