#include <algorithm>

#include "kernels/turning_bands/host_fields.h"

namespace turning_bands {

static constexpr std::int64_t points_of_run = 256;

host_projection::host_projection(const problem& problem) : problem_(problem) {
  if (!problem.projection_only) return;
  for (int f = 0; f < problem.fields; ++f)
    lines_.push_back(make_lines(problem.model, problem.lines, problem.seed, f));
}

field host_projection::run() const {
  if (problem_.double_precision) return {.values = values<double>()};
  return {.values = values<float>()};
}

template <class Real>
std::vector<Real> host_projection::values() const {
  const bands<Real> all = bands_of<Real>(problem_);
  const std::int64_t size = problem_.size();
  std::vector<Real> made(size * problem_.fields);
#pragma omp parallel for schedule(dynamic) if (is_shared_by_fields(problem_))
  for (int f = 0; f < problem_.fields; ++f) {
    const std::vector<double> samples =
        lines_.empty() ? make_lines(problem_.model, problem_.lines, problem_.seed, f) : lines_[f];
    const std::vector<Real> lines(samples.begin(), samples.end());
    const auto directions = device_directions<Real>(problem_, f);
#pragma omp parallel for schedule(dynamic, 16)
    for (std::int64_t first = 0; first < size; first += points_of_run) {
      const std::int64_t count = std::min(points_of_run, size - first);
      place<Real> places[points_of_run];
      Real sums[points_of_run] = {};
      for (std::int64_t i = 0; i < count; ++i) places[i] = place_of<Real>(problem_, first + i);
      for (int l = 0; l < all.lines; ++l) {
        const Real* const line = lines.data() + static_cast<std::size_t>(l) * all.length;
        for (std::int64_t i = 0; i < count; ++i)
          sums[i] += line[sample_at(places[i].x, places[i].y, places[i].z, directions[l], all)];
      }
      for (std::int64_t i = 0; i < count; ++i) made[f * size + first + i] = sums[i] * all.scale;
    }
  }
  return made;
}

}  // namespace turning_bands
