// Whether a case fits into memory, from the variant's own estimate, before anything is allocated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/registry/sweep.h"

namespace retime {

/// The largest value of the family's size axis at which the variant's estimate stays within
/// `free_bytes`; nothing where the variant gives no estimate or none fits.
std::optional<std::int64_t> largest_that_fits(const benchmark_case& what, double free_bytes);

/// Why the case does not fit, with the largest size that would; nothing if it does.
std::optional<std::string> does_not_fit(const benchmark_case& what);

}  // namespace retime
