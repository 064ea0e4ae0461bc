#include "harness/tune/model/kernel.h"

#include <algorithm>

namespace retime::tune {
namespace {

constexpr double first_noise = 0.01, least_noise = 1e-4, most_noise = 0.3;
constexpr float least_rate = 0.02f, most_rate = 50;
constexpr float least_trend = 1e-3f, most_trend = 50;
/// Standard deviations of the logarithms that are expected of rates and trend, about 1, and of the
/// noise.
constexpr double spread_of_rates = 1, spread_of_trend = 2, spread_of_noise = 2;
constexpr int changes = 40;
constexpr double size_of_a_change = 1.05;
constexpr double least_pivot = 1e-9;

double log_normal(double value, double about, double spread) {
  const double away = std::log(value / about) / spread;
  return -0.5 * away * away;
}

/// Up to a constant, the variance being the likeliest.
double log_posterior(const kernel& covariance, std::span<const float> points,
                     std::span<const double> values) {
  const auto count = points.size() / values.size();
  cholesky factor;
  std::vector<double> solved;
  double squares = 0, log_determinant = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    std::vector<double> row;
    for (std::size_t i = 0; i <= k; ++i)
      row.push_back(covariance(points.data() + k * count, points.data() + i * count));
    row[k] += covariance.noise;
    factor.append(std::move(row));
    solved.push_back(factor.solve(k, values[k], solved));
    squares += solved[k] * solved[k];
    log_determinant += std::log(factor.row(k)[k]);
  }
  const auto n = static_cast<double>(values.size());
  double sum = -log_determinant - 0.5 * n * std::log(std::max(squares / n, 1e-12));
  for (const auto rate : covariance.rates) sum += log_normal(rate, 1, spread_of_rates);
  if (covariance.trend > 0) sum += log_normal(covariance.trend, 1, spread_of_trend);
  return sum + log_normal(covariance.noise, first_noise, spread_of_noise);
}

}  // namespace

coordinates::coordinates(const tuning_space& over, const neighbours_view* elsewhere)
    : space_(over), elsewhere_(elsewhere) {
  for (std::size_t k = 0; k < over.dimensions(); ++k) {
    const auto& along = over.parameters()[k];
    const auto count = along.values.size();
    if (count < 2) continue;
    axes_.push_back({k, along.ordered() ? 1 / static_cast<float>(count - 1) : 1});
  }
}

void coordinates::write(configuration index, float* to) const {
  const auto codes = space_.codes(index);
  for (const auto& each : axes_) *to++ = each.step * static_cast<float>(codes[each.index]);
  if (with_standing()) *to = elsewhere_->standing(index);
}

kernel::kernel(const coordinates& over)
    : rates(over.dimensions(), 1), trend(over.with_standing() ? 1.0f : 0.0f), noise(first_noise) {}

void cholesky::append(std::vector<double> covariance) {
  const auto k = rows_.size();
  double rest = covariance[k];
  for (std::size_t i = 0; i < k; ++i) {
    double sum = covariance[i];
    for (std::size_t j = 0; j < i; ++j) sum -= covariance[j] * rows_[i][j];
    covariance[i] = sum / rows_[i][i];
    rest -= covariance[i] * covariance[i];
  }
  covariance[k] = std::sqrt(std::max(rest, least_pivot));
  rows_.push_back(std::move(covariance));
}

double cholesky::solve(std::size_t k, double b, std::span<const double> before) const {
  for (std::size_t i = 0; i < k; ++i) b -= rows_[k][i] * before[i];
  return b / rows_[k][k];
}

void fit(kernel& covariance, std::span<const float> points, std::span<const double> values,
         std::mt19937_64& random) {
  const auto rates = covariance.rates.size();
  std::normal_distribution<double> normal(0, size_of_a_change);
  std::uniform_int_distribution<std::size_t> any(0, rates + (covariance.trend > 0));
  double best = log_posterior(covariance, points, values);
  for (int k = 0; k < changes; ++k) {
    auto changed = covariance;
    const auto parameter = any(random);
    const double factor = std::exp(normal(random));
    const auto change = [&](auto& number, auto least, auto most) {
      number =
          std::clamp(static_cast<std::decay_t<decltype(number)>>(number * factor), least, most);
    };
    if (parameter < rates) change(changed.rates[parameter], least_rate, most_rate);
    if (parameter == rates) change(changed.noise, least_noise, most_noise);
    if (parameter > rates) change(changed.trend, least_trend, most_trend);
    const double posterior = log_posterior(changed, points, values);
    if (posterior <= best) continue;
    best = posterior;
    covariance = std::move(changed);
  }
}

}  // namespace retime::tune
