// `chosen`, for what is made of it, and what its table says.
#pragma once

#include <cstdint>
#include <string_view>

#include "variants/replications/axes.h"

namespace replications {

struct fastest {
  std::string_view model;
  std::int64_t from_replications;
  std::string_view variant, axis;  ///< a tuning axis of the variant; others have their defaults
  std::int64_t value;
};

retime::variant_form<problem> chosen_form();

}  // namespace replications
