// What the user gave cannot be used.
#pragma once

#include <stdexcept>
#include <string>

namespace retime {

/// A flag, axis, file or value that cannot be used: one line that names it and what would be right.
/// The program ends with exit status 2.
struct bad_input : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws bad_input unless it is `right`: "k=10: a mean degree from 2 to n-1=9".
template <class Number>
void require(bool right, const std::string& axis, Number value, const std::string& wanted) {
  if (!right) throw bad_input(axis + "=" + std::to_string(value) + ": " + wanted);
}

}  // namespace retime
