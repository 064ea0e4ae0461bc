// Every reader of a user's file, each as a call in process.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/fuzz/mutate.h"

namespace retime::fuzz {

/// A text that a reader's caller would show; it has to be fit for a terminal.
using shows = std::function<void(const std::string& text)>;

struct reader {
  std::string file;  ///< below the folder of seeds; what is changed
  form as;
  /// Reads the file and does what the commands do with it. Throws bad_input or nothing.
  std::function<void(const std::filesystem::path& folder, const shows& show)> read;
};

std::vector<reader> readers();

}  // namespace retime::fuzz
