// What must be unchanged for an earlier measurement to stand for one made now.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/registry/sweep.h"

namespace retime::tune {

/// Sources, compilers and flags of the variant; toolkit, driver, GPU and its clocks (the CPU for a
/// CPU variant); the input: its axes and what a file that they name holds; how it is measured.
/// `header` is the worker's.
nlohmann::json identity_of(const benchmark_case& what, const nlohmann::json& header,
                           const std::string& cache);

/// 64-bit FNV-1a, in hexadecimal.
std::string hash_of(const std::string& text);

}  // namespace retime::tune
