// Tells contents apart: 64-bit FNV-1a (Fowler, Noll and Vo), in hexadecimal.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace retime {

std::string hash_of(std::string_view content);
/// Of nothing where the file cannot be read.
std::string hash_of_file(const std::filesystem::path& file);

}  // namespace retime
