// From recorded runs by python -m plots.families.replications.choice: the fastest by number of
// replications.
#pragma once

#include "variants/replications/chosen.h"

namespace replications {

// clang-format off
inline constexpr fastest fastest_by_replications[]{
    {"mm1", 1, "in_block", "block", 512},
    {"mm1", 340, "in_block", "block", 128},
    {"mm1", 18000, "tlp", "block", 32},
    {"pi", 1, "in_block", "block", 128},
    {"walk", 1, "in_block", "block", 128},
    {"walk", 250, "in_block", "block", 32},
    {"walk", 110000, "tlp", "block", 32},
};
// clang-format on

}  // namespace replications
