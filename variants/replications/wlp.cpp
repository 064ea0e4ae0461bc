// Warp-level parallelism: a replication a warp, of which one thread works.
#include "variants/replications/axes.h"

namespace replications {

REGISTER_VARIANT(problem, {.id = "wlp",
                           .paper = {"passerat_2011", "WLP"},
                           .printed = {{"warps_per_block", 1}, {"warp_index", "computed"}},
                           .base = "cpu_serial",
                           .axes = {retime::tuning("warps_per_block", {1, 2, 4, 8, 16, 32}),
                                    retime::tuning("warp_index", {"computed", "launch"})},
                           .invalid =
                               [](const retime::point& point) {
                                 return retime::outside(point, "warps_per_block", {1, 32});
                               },
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = prepare_launch<&erased_model::wlp>});

}  // namespace replications
