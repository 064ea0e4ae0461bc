// Whether the best of an objective is its least value or its greatest.
#pragma once

#include <string>

namespace retime::tune {

enum class direction { minimise, maximise };
std::string to_text(direction);

/// By the unit, or by the name where the unit is empty: what is counted a second, a watt or a joule
/// is maximised, and so are flops; all else is minimised.
direction direction_of(const std::string& name, const std::string& unit);

/// The value as strategies are told it, which minimise: negated where it is maximised.
double to_minimise(double value, direction towards);

bool is_better(double value, double than, direction towards);

}  // namespace retime::tune
