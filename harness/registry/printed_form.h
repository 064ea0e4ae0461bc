// A variant under a paper's label has two forms: the paper's, by its printed values, and ours, by
// the axes' defaults.
#pragma once

#include <algorithm>

#include "variants/registry.h"

namespace retime {

inline bool has_paper_label(const variant& member) { return !member.paper.paper.empty(); }

/// What `run` takes of a tuning axis unless told otherwise: under a paper's label the printed
/// value, where the paper prints one, else the axis's default.
inline const axis_value& usual_value(const variant& member, const tuning_axis& axis) {
  const auto printed = member.printed.find(axis.name);
  const bool is_named = has_paper_label(member) && printed != member.printed.end();
  return is_named ? printed->second : axis.default_value;
}

/// Whether it is a paper's row with all the values that the paper prints.
inline bool is_printed(const variant& member, const point& values) {
  return has_paper_label(member) && std::ranges::all_of(member.printed, [&](const auto& axis) {
           const auto value = values.values().find(axis.first);
           return value != values.values().end() && value->second == axis.second;
         });
}

}  // namespace retime
