#include "variants/turning_bands/observe_covariance.h"

#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/covariance_estimate.h"

namespace turning_bands {
namespace {

int exact_fields(const problem& given) {
  constexpr int enough = 4;  // directions make little difference
  return std::min(given.fields, enough);
}

/// What a field's variance scatters at so many points, which is the most that a covariance does,
/// and what pairs scatter that say nothing of each other.
std::vector<double> errors_of(const problem& given, const std::vector<double>& covariance,
                              const std::vector<double>& pairs, double of_variance) {
  std::vector<double> found{of_variance};
  for (std::size_t i = 1; i < pairs.size(); ++i)
    found.push_back(
        std::hypot(of_variance, std::hypot(covariance[0], covariance[i]) / std::sqrt(pairs[i])));
  for (double& each : found) each /= std::sqrt(given.fields);
  return found;
}

template <class Real>
observed_covariance along_axes(const problem& given, std::span<const Real> values,
                               const exact_covariance& exact, const field_errors& errors) {
  const std::vector<int> lags = covariance_lags(given.mesh);
  const auto size = static_cast<std::size_t>(given.size());
  axis_covariance mean = along_axes<Real>(values.first(size), given.mesh, lags);
  for (int f = 1; f < given.fields; ++f) {
    const auto one = along_axes<Real>(values.subspan(f * size, size), given.mesh, lags);
    for (std::size_t i = 0; i < mean.value.size(); ++i) mean.value[i] += one.value[i];
  }
  observed_covariance seen;
  std::vector<double> pairs;
  for (std::size_t i = 0; i < mean.lags.size(); ++i) {
    const double lag = mean.lags[i];
    const auto [x, y, z] = mean.pairs[i];
    double sum = 0;
    for (int f = 0; f < exact_fields(given); ++f)
      sum += x * exact.at({lag, 0, 0}, f) + y * exact.at({0, lag, 0}, f) +
             z * exact.at({0, 0, lag}, f);
    pairs.push_back(x + y + z);
    seen.distance.push_back(lag);
    seen.value.push_back(mean.value[i] / given.fields);
    seen.exact.push_back(sum / exact_fields(given) / pairs.back());
  }
  seen.error = errors_of(given, seen.exact, pairs, errors.at(given.size()).variance);
  return seen;
}

template <class Real>
observed_covariance between_points(const problem& given, std::span<const Real> values,
                                   const exact_covariance& exact, const curve& wanted,
                                   const field_errors& errors) {
  const double longest = std::max({given.mesh.x, given.mesh.y, given.mesh.z});
  const distance_bins bins{longest / 128, longest / 2};
  const auto sample = covariance_sample(given.size(), given.fields, given.seed);
  const distance_covariance found = at_distances<Real>(values, given.points, sample, bins);
  const auto drawn = draw_pairs(given.points, sample, bins, found, given.seed, 256);
  observed_covariance seen;
  std::vector<double> pairs;
  for (std::size_t b = 0; b < found.value.size(); ++b) {
    if (found.pairs[b] == 0) continue;
    double over_wanted = 0;  // at pairs of the same distance, whichever these are
    for (const auto& [i, j] : drawn[b]) {
      const position &p = given.points[i], &q = given.points[j];
      over_wanted -= wanted(std::hypot(p.x - q.x, p.y - q.y, p.z - q.z));
      for (int f = 0; f < exact_fields(given); ++f)
        over_wanted += exact.between(p, q, f) / exact_fields(given);
    }
    pairs.push_back(found.pairs[b]);
    seen.distance.push_back(found.distance[b]);
    seen.value.push_back(found.value[b]);
    seen.exact.push_back(wanted(found.distance[b]) +
                         over_wanted / static_cast<double>(drawn[b].size()));
  }
  seen.error = errors_of(given, seen.exact, pairs, errors.at(std::ssize(sample)).variance);
  return seen;
}

}  // namespace

template <class Real>
observed_covariance observe_covariance(const problem& given, std::span<const Real> values,
                                       const exact_covariance& exact, const curve& wanted,
                                       const field_errors& errors) {
  return given.points.empty() ? along_axes(given, values, exact, errors)
                              : between_points(given, values, exact, wanted, errors);
}

template observed_covariance observe_covariance(const problem&, std::span<const float>,
                                                const exact_covariance&, const curve&,
                                                const field_errors&);
template observed_covariance observe_covariance(const problem&, std::span<const double>,
                                                const exact_covariance&, const curve&,
                                                const field_errors&);

}  // namespace turning_bands
