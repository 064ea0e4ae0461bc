// Whether a case fits into memory, from the variant's own estimate, before anything is allocated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/record/record.h"

namespace retime::cases {

/// The largest value of the family's size axis at which the variant's estimate stays within
/// `free_bytes`; nothing where the variant gives no estimate or none fits.
std::optional<std::int64_t> largest_that_fits(const benchmark_case& benchmark, double free_bytes);

/// What the case needs beside what is free now; nothing if its need is negligible.
std::optional<memory_need> memory_of(const benchmark_case& benchmark);

/// Why such a case does not fit, with the largest size that would; nothing if it does.
std::optional<std::string> shortage(const memory_need& memory, const std::string& size_axis);

}  // namespace retime::cases
