#include "variants/turning_bands/observe.h"

#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/covariance_estimate.h"
#include "kernels/turning_bands/exact_covariance.h"
#include "kernels/turning_bands/functions.h"
#include "kernels/turning_bands/histogram.h"
#include "kernels/turning_bands/moments.h"
#include "kernels/turning_bands/spectrum.h"

namespace turning_bands {
namespace {

using retime::observables;

constexpr int bins = 150;            // Fig. 6
constexpr int fields_looked_at = 4;  // of the exact covariance: directions make little difference
constexpr int least_points = 8;      // fewer have no statistics

template <class Real>
class summary {
 public:
  summary(const problem& given, std::span<const Real> values, method by)
      : given_(given), values_(values), by_(by), exact_(given) {
    if (given.wanted.maker == line_maker::covariance)
      wanted_at_ = covariance_named(given.wanted.function, given.wanted.range).of_distance;
    else
      wanted_at_ = [this](double r) { return exact_.isotropic(r); };
  }

  observables all() {
    add_lines();
    if (given_.size() < least_points) return std::move(seen_);
    add_moments();
    add_histogram();
    if (given_.points.empty()) add_spectrum();
    if (by_ == method::lines)
      given_.points.empty() ? add_covariance_along_axes() : add_covariance_at_distances();
    return std::move(seen_);
  }

 private:
  std::span<const Real> of_field(int f) const {
    return values_.subspan(f * static_cast<std::size_t>(given_.size()), given_.size());
  }

  void add_lines() {
    seen_.numbers = {{"points", static_cast<double>(given_.size())},
                     {"line_length", given_.model.length},
                     {"line_variance", exact_.isotropic(0)},
                     {"clipped_power", given_.model.clipped},
                     {"direction_bits", given_.directions.front().bits}};
  }

  /// Of one field at so many points anywhere in the mesh.
  moment_errors errors_at(std::int64_t points) const {
    const auto& [x, y, z] = given_.mesh;
    const double density = static_cast<double>(points) / x / y / z;  // points a cell
    std::array<double, 4> volumes = volumes_;
    for (double& each : volumes) each = std::max(1 - density, 0.0) + density * each;
    return errors_of_moments(exact_.isotropic(0), points, volumes);
  }

  void add_moments() {
    const double variance = exact_.isotropic(0), fields = given_.fields;
    volumes_ =
        correlated_volumes([&](double r) { return exact_.isotropic(r) / variance; }, given_.mesh);
    const moment_errors errors = errors_at(given_.size());
    moments sum;
    double furthest = 0;
    for (int f = 0; f < given_.fields; ++f) {
      const moments one = moments_of<Real>(of_field(f));
      sum.mean += one.mean / fields;
      sum.variance += one.variance / fields;
      sum.skewness += one.skewness / fields;
      sum.kurtosis += one.kurtosis / fields;
      furthest = std::max(furthest, std::abs(one.kurtosis) / errors.kurtosis);
    }
    const double root = std::sqrt(fields);
    seen_.numbers.insert({{"mean", sum.mean},
                          {"mean_error", errors.mean / root},
                          {"variance", sum.variance},
                          {"variance_error", errors.variance / root},
                          {"skewness", sum.skewness},
                          {"skewness_error", errors.skewness / root},
                          {"kurtosis", sum.kurtosis},
                          {"kurtosis_error", errors.kurtosis / root},
                          {"largest_kurtosis_in_errors", furthest}});
  }

  void add_histogram() {
    retime::series density{"standard deviations", {}, std::vector<double>(bins)};
    for (int f = 0; f < given_.fields; ++f) {
      const histogram one = histogram_of<Real>(of_field(f), moments_of<Real>(of_field(f)), bins);
      density.x = one.centre;
      for (int b = 0; b < bins; ++b) density.y[b] += one.density[b] / given_.fields;
    }
    seen_.along["histogram_series"] = density;
  }

  void add_spectrum() {
    std::vector<shells> each(given_.fields);
    const bool periodic = by_ == method::fft;
#pragma omp parallel for if (given_.fields > 1)
    for (int f = 0; f < given_.fields; ++f)
      each[f] = shell_spectrum<Real>(of_field(f), given_.mesh, periodic);
    shells mean = each.front();
    for (int f = 1; f < given_.fields; ++f)
      for (std::size_t i = 0; i < mean.power.size(); ++i) mean.power[i] += each[f].power[i];
    retime::series wanted{"k", mean.k, {}};
    for (std::size_t i = 0; i < mean.power.size(); ++i) {
      mean.power[i] /= given_.fields;
      wanted.y.push_back(given_.spectrum.power(mean.k[i]));
    }
    if (mean.k.empty()) return;
    seen_.along["spectrum_series"] = {"k", mean.k, mean.power};
    seen_.along["target_spectrum_series"] = wanted;
    if (const auto index = spectral_index(mean)) {
      seen_.numbers["spectral_index"] = index->value;
      seen_.numbers["spectral_index_error"] = index->error;
    }
  }

  int exact_fields() const { return std::min(given_.fields, fields_looked_at); }

  void add_covariance_along_axes() {
    const std::vector<int> lags = covariance_lags(given_.mesh);
    axis_covariance mean;
    for (int f = 0; f < given_.fields; ++f) {
      const axis_covariance one = along_axes<Real>(of_field(f), given_.mesh, lags);
      if (f == 0) mean = one;
      for (std::size_t i = 0; f > 0 && i < mean.value.size(); ++i) mean.value[i] += one.value[i];
    }
    std::vector<double> distance(mean.lags.begin(), mean.lags.end()), exact, pairs;
    for (std::size_t i = 0; i < mean.lags.size(); ++i) {
      mean.value[i] /= given_.fields;
      const double lag = mean.lags[i];
      const auto [x, y, z] = mean.pairs[i];
      double sum = 0;
      for (int f = 0; f < exact_fields(); ++f)
        sum += x * exact_.at({lag, 0, 0}, f) + y * exact_.at({0, lag, 0}, f) +
               z * exact_.at({0, 0, lag}, f);
      exact.push_back(sum / exact_fields() / (x + y + z));
      pairs.push_back(x + y + z);
    }
    add_covariance(distance, mean.value, exact, errors(exact, pairs, given_.size()));
  }

  void add_covariance_at_distances() {
    const double longest = std::max({given_.mesh.x, given_.mesh.y, given_.mesh.z});
    const distance_bins wanted{longest / 128, longest / 2};
    const auto sample = covariance_sample(given_.size(), given_.fields, given_.seed);
    const distance_covariance found = at_distances<Real>(values_, given_.points, sample, wanted);
    const auto drawn = draw_pairs(given_.points, sample, wanted, found, given_.seed, 256);
    std::vector<double> distance, value, exact, pairs;
    for (std::size_t b = 0; b < found.value.size(); ++b) {
      if (found.pairs[b] == 0) continue;
      distance.push_back(found.distance[b]);
      value.push_back(found.value[b]);
      double over_wanted = 0;  // at pairs of the same distance, whichever these are
      for (const auto& [i, j] : drawn[b]) {
        const position &p = given_.points[i], &q = given_.points[j];
        over_wanted -= wanted_at_(std::hypot(p.x - q.x, p.y - q.y, p.z - q.z));
        for (int f = 0; f < exact_fields(); ++f)
          over_wanted += exact_.between(p, q, f) / exact_fields();
      }
      exact.push_back(wanted_at_(found.distance[b]) +
                      over_wanted / static_cast<double>(drawn[b].size()));
      pairs.push_back(found.pairs[b]);
    }
    add_covariance(distance, value, exact,
                   errors(exact, pairs, static_cast<std::int64_t>(sample.size())));
  }

  /// Standard errors of the fields' mean covariance: what a field's variance scatters at so many
  /// points, the most that a covariance does, and of pairs that say nothing of each other.
  std::vector<double> errors(const std::vector<double>& covariance,
                             const std::vector<double>& pairs, std::int64_t points) const {
    const double variance = exact_.isotropic(0), of_variance = errors_at(points).variance;
    std::vector<double> found{of_variance};
    for (std::size_t i = 1; i < pairs.size(); ++i)
      found.push_back(
          std::hypot(of_variance, std::hypot(variance, covariance[i]) / std::sqrt(pairs[i])));
    for (double& each : found) each /= std::sqrt(given_.fields);
    return found;
  }

  void add_covariance(const std::vector<double>& distance, const std::vector<double>& value,
                      const std::vector<double>& exact, const std::vector<double>& errors) {
    std::vector<double> model;
    double error = 0, of_directions = 0;
    for (std::size_t i = 0; i < distance.size(); ++i) {
      model.push_back(wanted_at_(distance[i]));
      error = std::max(error, std::abs(value[i] - model[i]));
      of_directions = std::max(of_directions, std::abs(exact[i] - model[i]));
    }
    seen_.along["covariance_series"] = {"distance", distance, value};
    seen_.along["exact_covariance_series"] = {"distance", distance, exact};
    seen_.along["model_covariance_series"] = {"distance", distance, model};
    seen_.along["covariance_error_series"] = {"distance", distance, errors};
    seen_.numbers["covariance_error"] = error / wanted_at_(0);
    seen_.numbers["exact_covariance_error"] = of_directions / wanted_at_(0);
    seen_.numbers["covariance_standard_error"] = std::ranges::max(errors) / wanted_at_(0);
  }

  const problem& given_;
  std::span<const Real> values_;
  method by_;
  exact_covariance exact_;
  curve wanted_at_;
  std::array<double, 4> volumes_{};
  observables seen_;
};

}  // namespace

observables observe(const problem& given, const field& made) {
  return std::visit(
      [&]<class Real>(const std::vector<Real>& values) {
        return summary<Real>(given, values, made.by).all();
      },
      made.values);
}

}  // namespace turning_bands
