// The scale on which values are modelled.
#pragma once

#include <cmath>

namespace retime::tune {

/// The logarithm of a value, up to a constant, carried on through zero: asinh(value / unit), the
/// unit a thousandth of the first value. Ratios count alike, and an objective that is maximised,
/// whose values come negated, has levels too.
class levels {
 public:
  explicit levels(double first) : unit_(first == 0 ? 1 : 1e-3 * std::abs(first)) {}
  float operator()(double value) const { return static_cast<float>(std::asinh(value / unit_)); }

 private:
  double unit_;
};

/// What a model expects a level to be.
struct forecast {
  float mean = 0, deviation = 0;
};

/// Above this quantile a level matters less: what is slow is to be left, by how much is of little
/// interest.
inline constexpr double share_unclipped = 0.7;
constexpr float soft_clip(float level, float cap) {
  return level <= cap ? level : cap + 0.5f * (level - cap);
}

}  // namespace retime::tune
