#include "harness/gate/history/step_detection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "harness/gate/estimate.h"

namespace retime::gate {
namespace {

constexpr std::size_t shortest_side = 3;  // runs on either side of a step: an outlier is none
constexpr std::size_t fewest_runs = 20;   // before the noise of a level is known
constexpr std::size_t most_runs = 200;    // that a look goes back; it bounds the time of a look

// What is believed beforehand. Half of all noise is independent from run to run; the rest is AR(1)
// with one of these correlations. Without a step, a series may also drift along a line, or wander.
constexpr std::array correlations{0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95};
constexpr double independent = 0.5;
constexpr double drifts = 0.2, wanders = 0.02;
constexpr double wander_ratio = 0.1;  // variance of a random walk's stride to that of the runs
constexpr double usual_step = 4;      // standard deviations of the noise
constexpr double usual_drift = 3;     // half of it, from the first run to the last
constexpr double outlying = 3.25;     // standard deviations from the median
constexpr std::ptrdiff_t runs_that_show_outliers = 25;  // none in so many: hardly any will come
constexpr double least_noise = 1e-5;  // relative; without it equal times prove anything

double weight(double correlation) {
  const double each = (1 - independent) / correlations.size();
  return each + (correlation == 0 ? independent : 0);
}

double upper_median(std::span<const double> series) {
  std::vector<double> values(series.begin(), series.end());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// A series all of whose outliers are its last runs, so many, on one side, is on a new level
/// rather. Half as far out, earlier runs make that doubtful, and a few runs do not show that there
/// are none.
bool ends_far_off(std::span<const double> deviations, double limit) {
  const double last = deviations.back();
  const auto is_far = [&](double deviation) {
    return std::abs(deviation) > limit && deviation * last > 0;
  };
  const auto earlier = std::find_if_not(deviations.rbegin(), deviations.rend(), is_far);
  return earlier - deviations.rbegin() >= static_cast<std::ptrdiff_t>(shortest_side) &&
         deviations.rend() - earlier >= runs_that_show_outliers &&
         std::none_of(earlier, deviations.rend(), [&](double deviation) {
           return std::abs(deviation) > std::max(limit, std::abs(last) / 2);
         });
}

/// Deviations from the median, cut off where they are outliers: a few of those neither hide a step
/// nor look like one (Huber 1964).
std::vector<double> without_outliers(std::span<const double> series) {
  std::vector<double> kept(series.begin(), series.end()), sizes;
  const double center = upper_median(series);
  for (double& value : kept) sizes.push_back(std::abs(value -= center));
  const double sigma = std::max(1.4826 * upper_median(sizes), smallest_standard_error);
  const double limit = outlying * sigma;
  if (ends_far_off(kept, limit)) return kept;
  for (double& value : kept) value = std::clamp(value, -limit, limit);
  return kept;
}

/// Products of one more term x of a model with itself, with the level and with the series, all
/// freed of the noise's correlation.
struct term {
  double xx = 0, x1 = 0, xy = 0;
};

/// Log-evidence of a series about one level with AR(1) noise, up to what all models share. Level
/// and scale have the invariant prior, under which Bayes factors keep their frequency meaning
/// (Berger, Pericchi and Varshavsky 1998); they are integrated over in closed form.
class correlated_noise {
 public:
  correlated_noise(std::span<const double> series, double correlation)
      : y_(series), phi_(correlation), innovation_(1 - phi_ * phi_), kept_(1 - phi_) {
    const term level = products([](std::size_t) { return 1.0; });
    ones_ = level.xx;
    sum_ = level.xy;
    const auto runs = static_cast<double>(y_.size());
    double squares = runs * least_noise * least_noise;
    for (std::size_t i = 0; i < y_.size(); ++i) squares += whitened(i) * whitened(i);
    residual_ = squares - sum_ * sum_ / ones_;
    log_evidence_ = 0.5 * std::log(innovation_ / ones_) - 0.5 * (runs - 1) * std::log(residual_);
  }

  double log_evidence() const { return log_evidence_; }

  /// With one more term, whose factor is normal about 0 with this many standard deviations of the
  /// noise.
  double log_evidence(const term& more, double usual) const {
    const double information = more.xx - more.x1 * more.x1 / ones_;
    const double explained = more.xy - more.x1 * sum_ / ones_;
    const double prior = usual * usual / innovation_;
    const double gain = explained * explained * prior / (1 + prior * information);
    const double left = std::max(1 - gain / residual_, 1e-12);
    return log_evidence_ - 0.5 * std::log1p(prior * information) -
           0.5 * (static_cast<double>(y_.size()) - 1) * std::log(left);
  }

  /// A step at `at`; `after`: the sum of the series from there on.
  term step(std::size_t split, double after) const {
    const auto later = static_cast<double>(y_.size() - split - 1);
    return {1 + later * kept_ * kept_, kept_ + later * kept_ * kept_,
            whitened(split) + kept_ * (after - y_[split] - phi_ * (after - y_.back()))};
  }

  term line() const {
    const auto last = static_cast<double>(y_.size() - 1);
    return products([&](std::size_t i) { return 2 * static_cast<double>(i) / last - 1; });
  }

 private:
  double whitened(std::size_t i) const {
    return i == 0 ? std::sqrt(innovation_) * y_[0] : y_[i] - phi_ * y_[i - 1];
  }

  template <class Function>
  term products(Function x) const {
    const double x0 = std::sqrt(innovation_) * x(0);
    term sums{x0 * x0, x0 * std::sqrt(innovation_), x0 * whitened(0)};
    for (std::size_t i = 1; i < y_.size(); ++i) {
      const double difference = x(i) - phi_ * x(i - 1);
      sums.xx += difference * difference;
      sums.x1 += difference * kept_;
      sums.xy += difference * whitened(i);
    }
    return sums;
  }

  std::span<const double> y_;
  double phi_, innovation_, kept_;
  double ones_ = 0, sum_ = 0, residual_ = 0, log_evidence_ = 0;
};

/// The same of a level that is a random walk, by the Kalman filter (Harrison and Stevens 1976).
double wandering_log_evidence(std::span<const double> series) {
  double level = series[0], variance = 1, logs = 0;
  double squares = static_cast<double>(series.size()) * least_noise * least_noise;
  for (const double value : series.subspan(1)) {
    variance += wander_ratio;
    const double surprise = value - level;
    squares += surprise * surprise / (variance + 1);
    logs += std::log(variance + 1);
    variance /= variance + 1;
    level += variance * surprise;
  }
  return -0.5 * logs - 0.5 * static_cast<double>(series.size() - 1) * std::log(squares);
}

/// The logarithm of the sum of evidences, whose logarithms these are; none of them need fit a
/// double.
double log_of_sum(std::span<const double> logs) {
  const double largest = std::ranges::max(logs);
  double sum = 0;
  for (const double log_evidence : logs) sum += std::exp(log_evidence - largest);
  return largest + std::log(sum);
}

/// How much better a step explains a series than drifting noise does.
struct step_evidence {
  std::size_t split = 0;         ///< likeliest first index of the new level
  double log_odds = 0;           ///< log of the Bayes factor of a step somewhere, against none
  double before = 0, after = 0;  ///< medians of the two sides
};

/// Weighs all splits with at least `shortest_side` runs on either side; there must be one.
step_evidence weigh_steps(std::span<const double> series) {
  const std::vector<double> y = without_outliers(series);
  std::vector<double> none{std::log(wanders) + wandering_log_evidence(y)};
  std::vector<correlated_noise> noises;
  for (const double correlation : correlations) {
    const correlated_noise& noise = noises.emplace_back(y, correlation);
    const double believed = std::log(weight(correlation));
    none.push_back(believed + std::log(1 - drifts - wanders) + noise.log_evidence());
    none.push_back(believed + std::log(drifts) + noise.log_evidence(noise.line(), usual_drift));
  }

  std::vector<double> splits;  // from the latest on
  double after =
      std::accumulate(y.end() - static_cast<std::ptrdiff_t>(shortest_side) + 1, y.end(), 0.0);
  for (std::size_t split = y.size() - shortest_side; split >= shortest_side; --split) {
    after += y[split];
    std::array<double, correlations.size()> here{};
    for (std::size_t k = 0; k < noises.size(); ++k) {
      here[k] = std::log(weight(correlations[k])) +
                noises[k].log_evidence(noises[k].step(split, after), usual_step);
    }
    splits.push_back(log_of_sum(here));
  }
  const auto later = std::ranges::max_element(splits) - splits.begin();
  const std::size_t split = y.size() - shortest_side - static_cast<std::size_t>(later);
  return {.split = split,
          .log_odds = log_of_sum(splits) - std::log(splits.size()) - log_of_sum(none),
          .before = upper_median(series.first(split)),
          .after = upper_median(series.subspan(split))};
}

}  // namespace

std::vector<std::size_t> find_steps(std::span<const double> logs, const step_options& options) {
  std::vector<std::size_t> steps;
  std::size_t level = 0;
  for (std::size_t end = fewest_runs; end <= logs.size(); ++end) {
    if (end - level < fewest_runs) continue;
    const std::size_t begin = std::max(level, end - std::min(end, most_runs));
    const auto series = logs.subspan(begin, end - begin);
    const step_evidence step = weigh_steps(series);
    if (step.log_odds < -std::log(options.alpha)) continue;
    if (std::abs(step.after - step.before) <= std::log1p(options.margin)) continue;
    // Two runs far off and one before them are not yet three.
    const double first = series[step.split];
    if (std::abs(first - step.before) < std::abs(first - step.after)) continue;
    level = begin + step.split;
    steps.push_back(level);
  }
  return steps;
}

}  // namespace retime::gate
