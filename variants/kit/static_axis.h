// A tuning axis whose values are compiled in. They stand here alone: the axis, the check and the
// choice of the instance follow from them.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "variants/axis.h"

namespace retime {

/// `inline constexpr static_axis<1, 4, 16> sites{"sites_per_thread", 16};`
template <int... Values>
struct static_axis {
  const char* name;
  int default_value;

  tuning_axis axis() const {
    return {.name = name, .values = {Values...}, .default_value = default_value};
  }

  /// Why the point's value cannot run, if it cannot.
  std::optional<std::string> invalid(const point& tuning) const {
    const std::int64_t given = tuning.integer(name);
    if (((given == Values) || ...)) return std::nullopt;
    std::string right;
    ((right += (right.empty() ? "" : ", ") + std::to_string(Values)), ...);
    return std::string(name) + "=" + std::to_string(given) + ": give one of " + right;
  }

  /// `use.operator()<N>()` for the point's value N. Throws std::out_of_range for a value that
  /// invalid() refuses.
  template <class Use>
  auto dispatch(const point& tuning, Use use) const {
    return choose<Values...>(tuning.integer(name), use);
  }

 private:
  template <int First, int... Rest, class Use>
  auto choose(std::int64_t given, Use& use) const {
    if (given == First) return use.template operator()<First>();
    if constexpr (sizeof...(Rest) > 0) return choose<Rest...>(given, use);
    throw std::out_of_range(std::string(name) + "=" + std::to_string(given) + " is not compiled");
  }
};

}  // namespace retime
