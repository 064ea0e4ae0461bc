#include "variants/turning_bands/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/turning_bands/host_fields.h"

namespace turning_bands {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct deviation {
  double largest = 0;    ///< infinite if a value is not finite
  double magnitude = 0;  ///< of the largest expected value
};

deviation everywhere(const field& got, const field& expected) {
  deviation seen;
  std::visit(
      [&](const auto& ours, const auto& theirs) {
        double largest = 0, magnitude = 0;
#pragma omp parallel for reduction(max : largest, magnitude)
        for (std::size_t i = 0; i < theirs.size(); ++i) {
          const double difference = std::abs(double{ours[i]} - double{theirs[i]});
          largest = std::max(largest, std::isfinite(difference) ? difference : infinite);
          magnitude = std::max(magnitude, std::abs(double{theirs[i]}));
        }
        seen = {largest, magnitude};
      },
      got.values, expected.values);
  return seen;
}

/// The field's values at some points, as the reference has them.
field at_points(const problem& problem, const std::vector<std::int64_t>& points,
                const field& whole) {
  return std::visit(
      [&](const auto& values) -> field {
        std::decay_t<decltype(values)> some;
        for (int f = 0; f < problem.fields; ++f)
          for (const std::int64_t point : points)
            some.push_back(values[f * problem.size() + point]);
        return {.values = std::move(some), .by = whole.by};
      },
      whole.values);
}

}  // namespace

retime::verification compare(const problem& problem, const field& got, const field& expected) {
  retime::verification made{.metric = "max |f - f_ref| / max |f_ref|",
                            .value = infinite,
                            .tolerance = problem.double_precision ? 1e-13 : 1e-5};
  const auto size = static_cast<std::size_t>(problem.size()) * problem.fields;
  if (got.size() != size) return made;
  deviation seen;
  if (expected.size() == size && expected.by == got.by) {
    seen = everywhere(got, expected);
  } else if (got.by == method::fft) {
    seen = everywhere(got, reference_by_fft(problem));
  } else {
    const auto points = checked_points(problem);
    made.note = fmt::format("a seeded sample of {} of {} points", points.size(), problem.size());
    seen = everywhere(at_points(problem, points, got), expected);
  }
  made.value = seen.magnitude > 0 ? seen.largest / seen.magnitude : seen.largest;
  return made;
}

}  // namespace turning_bands
