// `chosen`, for what is made of it.
#pragma once

#include "variants/replications/axes.h"

namespace replications {

retime::variant_form<problem> chosen_form();

}  // namespace replications
