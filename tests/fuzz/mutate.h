// Bad files made of good ones, the same for the same state of the generator.
#pragma once

#include <random>
#include <string>

namespace retime::fuzz {

using generator = std::mt19937_64;

enum class form { json, json_lines, text };

/// A file's text with a few things wrong in it: of JSON mostly its values, names and structure, of
/// others, and now and then of JSON, its bytes.
std::string mutated(const std::string& text, form as, generator& random);

}  // namespace retime::fuzz
