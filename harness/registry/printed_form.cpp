#include "harness/registry/printed_form.h"

#include <algorithm>

namespace retime {

bool has_paper_label(const variant& which) { return !which.paper.paper.empty(); }

const axis_value& usual_value(const variant& which, const tuning_axis& axis) {
  const auto printed = which.printed.find(axis.name);
  const bool is_named = has_paper_label(which) && printed != which.printed.end();
  return is_named ? printed->second : axis.default_value;
}

bool is_printed(const variant& which, const point& at) {
  return has_paper_label(which) && std::ranges::all_of(which.printed, [&](const auto& axis) {
           const auto value = at.values().find(axis.first);
           return value != at.values().end() && value->second == axis.second;
         });
}

}  // namespace retime
