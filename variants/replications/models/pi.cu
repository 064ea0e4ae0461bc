#include "kernels/replications/pi.h"
#include "variants/replications/models.cuh"

namespace replications {

REGISTER_MODEL(pi, {.id = "pi",
                    .item = "point",
                    .axes = {{.name = "draws",
                              .help = "points of a replication (model pi)",
                              .default_value = 10000000,
                              .smoke = {20000},
                              .check = retime::between(1, 2e9)}},
                    .parameters =
                        [](const retime::point& point) {
                          return pi::parameters{static_cast<int>(point.integer("draws"))};
                        },
                    .most = [](const pi::parameters&) { return 4.0; }});

}  // namespace replications
