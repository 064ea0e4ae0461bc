#include "kernels/apsp/k7_thread_counter.cuh"
#include "variants/apsp/bfs_runner.cuh"

namespace retime {

REGISTER_VARIANT(apsp::problem, {
                                    .id = "k7_thread_counter",
                                    .paper = {"leist_2009", "Kernel 7"},
                                    .printed = bfs_printed(),
                                    .base = "k5_sorted_degree",
                                    .axes = bfs_axes(),
                                    .invalid = bfs_invalid,
                                    .memory_bytes = bfs_memory_bytes,
                                    .work = apsp_work,
                                    .prepare = prepare_bfs<apsp::k7_search>,
                                });

}  // namespace retime
