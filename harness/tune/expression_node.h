// The tree of an expression. Only the parser and the evaluator see it.
#pragma once

#include <string>
#include <vector>

#include "variants/axis.h"

namespace retime::tune {

enum class operation {
  constant,
  parameter,
  list,
  comprehension,
  choice,
  both,
  either,
  negation,
  comparison,
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  power,
  minus,
  plus,
  call
};
enum class relation { less, less_equal, greater, greater_equal, equal, not_equal, in, not_in };

struct expression_node {
  operation what = operation::constant;
  axis_value constant{};
  std::size_t slot = 0;  ///< parameter; of a comprehension: the slot of its variable
  std::string function{};
  std::vector<relation> relations{};  ///< comparison: between children k and k+1
  /// comprehension: element, iterable, conditions...; choice: condition, then, otherwise
  std::vector<expression_node> children{};
};

/// Throws bad_input. Appends the slots of the parameters used.
expression_node parse_expression(const std::string& text, const std::vector<std::string>& names,
                                 std::vector<std::size_t>& uses);

}  // namespace retime::tune
