#include "variants/turning_bands/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/host_fields.h"
#include "variants/kit/largest_difference.h"

namespace turning_bands {
namespace {

/// max |got - expected| over max |expected|.
double relative_difference(const field& got, const field& expected) {
  return std::visit(
      [](const auto& ours, const auto& theirs) {
        const auto size = static_cast<std::ptrdiff_t>(theirs.size());
        double magnitude = 0;
#pragma omp parallel for reduction(max : magnitude)
        for (std::ptrdiff_t i = 0; i < size; ++i)
          magnitude = std::max(magnitude, std::abs(double{theirs[i]}));
        return retime::max_difference(ours, theirs) / (magnitude > 0 ? magnitude : 1);
      },
      got.values, expected.values);
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
                            .value = std::numeric_limits<double>::infinity(),
                            .tolerance = problem.double_precision ? 1e-13 : 1e-5};
  const auto size = static_cast<std::size_t>(problem.size()) * problem.fields;
  if (got.size() != size) return made;
  if (expected.size() == size && expected.by == got.by) {
    made.value = relative_difference(got, expected);
  } else if (got.by == method::fft) {
    made.value = relative_difference(got, reference_by_fft(problem));
  } else {
    const auto points = checked_points(problem);
    made.note = fmt::format("a seeded sample of {} of {} points", points.size(), problem.size());
    made.value = relative_difference(at_points(problem, points, got), expected);
  }
  return made;
}

}  // namespace turning_bands
