#include "variants/turning_bands/observe.h"

#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/observed_covariance.h"
#include "kernels/turning_bands/spectrum.h"

namespace turning_bands {
namespace {

using retime::observables;

constexpr int density_bins = 150;  // Fig. 6
constexpr int least_points = 8;    // fewer have no statistics

template <class Real>
class summary {
 public:
  summary(const problem& problem, std::span<const Real> values, const exact_covariance& exact)
      : problem_(problem),
        values_(values),
        exact_(exact),
        variance_(exact.isotropic(0)),
        volumes_(correlated_volumes([&](double r) { return exact.isotropic(r) / variance_; },
                                    problem.mesh)) {}

  observables all(method by) {
    add_moments();
    if (problem_.points.empty()) add_spectrum(by == method::fft);
    if (by == method::lines) add_covariance();
    return std::move(seen_);
  }

 private:
  std::span<const Real> of_field(int f) const {
    return values_.subspan(f * static_cast<std::size_t>(problem_.size()), problem_.size());
  }

  /// Standard errors of the moments of a field at so many points.
  moments errors_at(std::int64_t points) const {
    return errors_of_moments(variance_, points, problem_.mesh.cells(), volumes_);
  }

  void add_moments() {
    const double fields = problem_.fields;
    const moments errors = errors_at(problem_.size());
    moments mean;
    double furthest = 0;
    retime::series density{"standard deviations", {}, std::vector<double>(density_bins)};
    for (int f = 0; f < problem_.fields; ++f) {
      const moments of_one = moments_of<Real>(of_field(f));
      mean.mean += of_one.mean / fields;
      mean.variance += of_one.variance / fields;
      mean.skewness += of_one.skewness / fields;
      mean.kurtosis += of_one.kurtosis / fields;
      furthest = std::max(furthest, std::abs(of_one.kurtosis) / errors.kurtosis);
      const auto histogram = histogram_of<Real>(of_field(f), of_one, density_bins);
      for (int b = 0; b < density_bins; ++b) density.y[b] += histogram[b] / fields;
    }
    const double root = std::sqrt(fields), width = 2 * histogram_reach / density_bins;
    seen_.numbers.insert({{"mean", mean.mean},
                          {"mean_error", errors.mean / root},
                          {"variance", mean.variance},
                          {"variance_error", errors.variance / root},
                          {"skewness", mean.skewness},
                          {"skewness_error", errors.skewness / root},
                          {"kurtosis", mean.kurtosis},
                          {"kurtosis_error", errors.kurtosis / root},
                          {"largest_kurtosis_in_errors", furthest}});
    for (int b = 0; b < density_bins; ++b) density.x.push_back((b + 0.5) * width - histogram_reach);
    seen_.along["histogram_series"] = density;
  }

  void add_spectrum(bool periodic) {
    std::vector<shells> spectra(problem_.fields);
#pragma omp parallel for if (problem_.fields > 1)
    for (int f = 0; f < problem_.fields; ++f)
      spectra[f] = shell_spectrum<Real>(of_field(f), problem_.mesh, periodic);
    const shells mean = mean_of(spectra);
    if (mean.k.empty()) return;
    retime::series target{"k", mean.k, {}};
    for (const double k : mean.k) target.y.push_back(problem_.spectrum.power(k));
    seen_.along["spectrum_series"] = {"k", mean.k, mean.power};
    seen_.along["target_spectrum_series"] = target;
    if (const auto index = spectral_index(spectra)) {
      seen_.numbers["spectral_index"] = index->value;
      seen_.numbers["spectral_index_error"] = index->error;
    }
  }

  void add_covariance() {
    curve model = [this](double r) { return exact_.isotropic(r); };
    if (problem_.target.maker == line_maker::covariance)
      model = covariance_named(problem_.target.function, problem_.target.range).of_distance;
    if (problem_.points.empty()) {
      add_covariance(covariance_along_axes<Real>(problem_, values_, exact_), problem_.size(),
                     model);
    } else {
      const auto sample = covariance_sample(problem_);
      add_covariance(covariance_between<Real>(problem_, values_, sample, exact_, model),
                     std::ssize(sample), model);
    }
  }

  /// Its standard error is what a field's variance scatters at so many points, which is the most
  /// that a covariance does, and what pairs scatter that say nothing of each other.
  void add_covariance(const observed_covariance& covariance, std::int64_t points,
                      const curve& model) {
    const auto& [distance, value, exact, pairs] = covariance;
    const double of_variance = errors_at(points).variance, root = std::sqrt(problem_.fields);
    std::vector<double> at_distance, errors;
    double furthest = 0, of_directions = 0;
    for (std::size_t i = 0; i < distance.size(); ++i) {
      const double of_pairs = std::hypot(exact[0], exact[i]) / std::sqrt(pairs[i]);
      errors.push_back((i == 0 ? of_variance : std::hypot(of_variance, of_pairs)) / root);
      at_distance.push_back(model(distance[i]));
      furthest = std::max(furthest, std::abs(value[i] - at_distance[i]));
      of_directions = std::max(of_directions, std::abs(exact[i] - at_distance[i]));
    }
    seen_.along["covariance_series"] = {"distance", distance, value};
    seen_.along["exact_covariance_series"] = {"distance", distance, exact};
    seen_.along["model_covariance_series"] = {"distance", distance, at_distance};
    seen_.along["covariance_error_series"] = {"distance", distance, errors};
    seen_.numbers["covariance_error"] = furthest / model(0);
    seen_.numbers["exact_covariance_error"] = of_directions / model(0);
    seen_.numbers["covariance_standard_error"] = std::ranges::max(errors) / model(0);
    constexpr int most_lines = 1 << 14;  // seconds, and more have no bands
    if (problem_.lines <= most_lines)
      seen_.numbers["banding_error"] = exact_.largest_banding(distance, 0);
  }

  const problem& problem_;
  std::span<const Real> values_;
  const exact_covariance& exact_;
  double variance_;
  volumes volumes_;
  observables seen_;
};

}  // namespace

observables observe(const problem& problem, const field& made) {
  const exact_covariance exact(problem);
  observables seen;
  if (problem.size() >= least_points)
    seen = std::visit(
        [&]<class Real>(const std::vector<Real>& values) {
          return summary<Real>(problem, values, exact).all(made.by);
        },
        made.values);
  seen.numbers.insert({{"line_variance", exact.isotropic(0)},
                       {"clipped_power", problem.model.clipped},
                       {"direction_bits", problem.directions.front().bits}});
  return seen;
}

}  // namespace turning_bands
