// A variant under a paper's label has two forms: the paper's, by its printed values, and ours, by
// the axes' defaults.
#pragma once

#include "variants/registry.h"

namespace retime {

bool has_paper_label(const variant& which);

/// What `run` takes of a tuning axis unless told otherwise: under a paper's label the printed
/// value, where the paper prints one, else the axis's default.
const axis_value& usual_value(const variant& which, const tuning_axis& axis);

/// Whether it is a paper's row with all the values that the paper prints.
bool is_printed(const variant& which, const point& at);

}  // namespace retime
