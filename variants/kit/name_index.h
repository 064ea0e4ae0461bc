// Enumerators by their names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace retime {

/// The place of a name among others; their number where it is none of them.
template <std::size_t Count>
int name_index(const std::string& name, const char* const (&names)[Count]) {
  return static_cast<int>(std::ranges::find(names, name) - names);
}

}  // namespace retime
