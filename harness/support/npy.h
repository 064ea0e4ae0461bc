// NumPy's .npy format, version 1.0: what --save writes.
#pragma once

#include <filesystem>

#include "variants/registry.h"

namespace retime {

/// Writes a row-major array of doubles. Throws std::runtime_error if the file cannot be written.
void write_npy(const std::filesystem::path& file, const saved_array& array);

}  // namespace retime
