// Conditions and value lists of T1 files: a small part of Python's expression grammar, parsed and
// walked, never run as code. Known: and or not, chained comparisons, in, + - * / // % **, a if c
// else b, parentheses, numbers, strings, lists, comprehensions, min max abs len int float round
// range list.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "variants/axis.h"

namespace retime::tune {

struct expression_node;

class expression {
 public:
  /// `names` are the parameters that may be used; slot k of the values later given belongs to
  /// names[k]. Throws bad_input with the text, the column and what was expected.
  expression(const std::string& text, const std::vector<std::string>& names);

  /// Python's truth of the expression. Throws bad_input where Python would raise (division by zero,
  /// a string compared with a number) and where a whole number leaves 64 bits.
  bool holds(std::span<const axis_value> values) const;

  /// The value of an expression that is a list; a lone scalar is a list of one.
  std::vector<axis_value> list(std::span<const axis_value> values) const;

  const std::vector<std::size_t>& uses() const { return uses_; }  ///< slots in use, ascending
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<std::size_t> uses_;
  std::shared_ptr<const expression_node> root_;
};

/// The `Values` of a T1 parameter: "[16, 32]", "range(1, 5)", "[2**i for i in range(4)]". Throws
/// bad_input.
std::vector<axis_value> parse_value_list(const std::string& text);

}  // namespace retime::tune
