// Where --save puts the arrays of a case.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/registry/sweep.h"

namespace retime::cases {

/// Writes DIR/<family>/<variant>/<axis=value>/.../<name>.npy; returns the paths. A '/' inside a
/// value becomes '_'; of a value beyond 200 bytes the end is kept.
std::vector<std::string> save_arrays(const std::filesystem::path& folder,
                                     const benchmark_case& benchmark,
                                     const std::vector<saved_array>& arrays);

}  // namespace retime::cases
