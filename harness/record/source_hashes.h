// What each variant was built from, found when the program was built.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace retime {

struct source_hash {
  std::string_view file;  ///< registers variants; as seen from the root of the repository
  std::string_view hash;  ///< of it and of all that it includes of the repository, in hexadecimal
};

std::span<const source_hash> source_hashes();

/// The hash of the file whose path ends like this one; "unknown" if there is none.
inline std::string source_hash_of(const std::string& path) {
  for (const auto& [file, hash] : source_hashes()) {
    if (path.ends_with(file)) return std::string(hash);
  }
  return "unknown";
}

}  // namespace retime
