// The instance for float or for double.
#pragma once

#include "variants/axis.h"

namespace retime {

/// The workload axis `precision`, float unless asked otherwise.
inline workload_axis precision_axis() {
  return {.name = "precision",
          .help = "float or double",
          .default_value = "float",
          .check = one_of({"float", "double"})};
}

inline bool is_double(const point& at) { return at.text("precision") == "double"; }

/// `use.operator()<Real>()`.
template <class Use>
auto with_real(bool double_precision, Use use) {
  if (double_precision) return use.template operator()<double>();
  return use.template operator()<float>();
}

}  // namespace retime
