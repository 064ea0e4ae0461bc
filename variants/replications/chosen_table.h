// From recorded runs by python -m plots.families.replications.choice: the fastest by number of
// replications.
#pragma once

#include <cstdint>
#include <string_view>

namespace replications {

struct fastest {
  std::string_view model;
  std::int64_t from_replications;
  std::string_view variant, axis;  // a tuning axis of the variant; others have their defaults
  std::int64_t value;
};

// clang-format off
inline constexpr fastest fastest_by_replications[]{
    {"mm1", 1, "in_block", "block", 512},
    {"mm1", 160, "in_block", "block", 256},
    {"mm1", 710, "in_block", "block", 128},
    {"mm1", 7800, "in_block", "block", 32},
    {"mm1", 19000, "tlp", "block", 32},
    {"pi", 1, "in_block", "block", 128},
    {"walk", 1, "in_block", "block", 128},
    {"walk", 450, "in_block", "block", 32},
    {"walk", 71000, "tlp", "block", 256},
};
// clang-format on

}  // namespace replications
