// Where in the source something stands. As std::source_location, which clang 14 (clang-tidy) cannot
// compile.
#pragma once

#include <cstring>
#include <string>

namespace device::emulation {

/// As a default argument: where the function is called.
struct source_place {
  const char* file;
  int line;

  constexpr source_place(const char* in_file = __builtin_FILE(), int at_line = __builtin_LINE())
      : file(in_file), line(at_line) {}
};

inline bool operator==(const source_place& a, const source_place& b) {
  // Within a translation unit a name is one string; comparing the letters is for templates of
  // several units.
  return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}

/// "carpet.cuh:40"
inline std::string text(const source_place& where) {
  const std::string path = where.file;
  return path.substr(path.rfind('/') + 1) + ":" + std::to_string(where.line);
}

}  // namespace device::emulation
