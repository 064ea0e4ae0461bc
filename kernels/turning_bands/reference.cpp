#include "kernels/turning_bands/reference.h"

#include <algorithm>
#include <numeric>

#include "kernels/support/random.h"
#include "kernels/turning_bands/host_fields.h"

namespace turning_bands {
namespace {

template <class Real>
std::vector<Real> values_at(const problem& problem, const std::vector<std::int64_t>& points) {
  const bands<Real> all = bands_of<Real>(problem);
  std::vector<Real> values(problem.fields * points.size());
#pragma omp parallel for schedule(dynamic) if (is_shared_by_fields(problem))
  for (int f = 0; f < problem.fields; ++f) {
    const std::vector<double> made = make_lines(problem.model, problem.lines, problem.seed, f);
    const std::vector<Real> lines(made.begin(), made.end());
    const auto directions = device_directions<Real>(problem, f);
#pragma omp parallel for
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto [x, y, z] = place_of<Real>(problem, points[i]);
      Real sum = 0;
      for (int l = 0; l < all.lines; ++l)
        sum += lines[static_cast<std::size_t>(l) * all.length +
                     sample_at(x, y, z, directions[l], all)];
      values[f * points.size() + i] = sum * all.scale;
    }
  }
  return values;
}

}  // namespace

std::vector<std::int64_t> checked_points(const problem& problem) {
  constexpr std::int64_t most_point_lines = std::int64_t{1} << 29;
  const std::int64_t size = problem.size();
  const std::int64_t most =
      std::max<std::int64_t>(2, most_point_lines / problem.lines / problem.fields);
  std::vector<std::int64_t> points(std::min(size, most));
  std::iota(points.begin(), points.end(), 0);
  if (size <= most) return points;
  auto random = retime::random_stream::of_key(problem.seed, 0x636865636bu);
  for (auto point = points.begin() + 1; point != points.end(); ++point)
    *point = static_cast<std::int64_t>(random.below(size));
  points.back() = size - 1;
  std::ranges::sort(points);
  return points;
}

field reference(const problem& problem) {
  const auto points = checked_points(problem);
  if (problem.double_precision) return {.values = values_at<double>(problem, points)};
  return {.values = values_at<float>(problem, points)};
}

}  // namespace turning_bands
