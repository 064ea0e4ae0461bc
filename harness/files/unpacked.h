// Files that are packed by xz.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace retime {

/// What `xz -dc` prints of the file. Throws bad_input that names it: cut short, damaged, another
/// format, or more than `most_bytes`.
std::string unpacked(const std::filesystem::path& file, std::size_t most_bytes);

}  // namespace retime
