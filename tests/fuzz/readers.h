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

/// A family's reader registers itself, in tests/<family>/fuzz_readers.cpp.
bool add_reader(reader added);

/// What calls `read` with the file of that name in the folder.
template <class Read>
auto of(const char* name, Read read) {
  return [=](const std::filesystem::path& folder, const shows&) { read((folder / name).string()); };
}

/// The engine's and the families'.
std::vector<reader> readers();

}  // namespace retime::fuzz
