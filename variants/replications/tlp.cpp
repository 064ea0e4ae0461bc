// Thread-level parallelism: a replication a thread.
#include "variants/replications/axes.h"

namespace replications {

REGISTER_VARIANT(problem, {.id = "tlp",
                           .paper = {"passerat_2011", "TLP"},
                           .base = "wlp",
                           .axes = {retime::tuning("block", {32, 64, 128, 256, 512, 1024})},
                           .invalid =
                               [](const retime::point& point) {
                                 return retime::outside(point, "block", {32, 1024, retime::warp});
                               },
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = prepare_launch<&erased_model::tlp>});

}  // namespace replications
