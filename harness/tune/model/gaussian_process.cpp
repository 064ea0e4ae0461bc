#include "harness/tune/model/gaussian_process.h"

#include <algorithm>
#include <cmath>

namespace retime::tune {
namespace {

constexpr std::size_t most_fitted = 150;  // points by which the kernel is judged
constexpr std::size_t tile = 512;         // candidates whose projections a cache holds
constexpr float least_variance = 1e-6f, least_scale = 1e-6f;

/// The inner loop, with what lets a compiler vectorise it.
void subtract(float weight, const float* __restrict row, float* __restrict into, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) into[k] -= weight * row[k];
}

}  // namespace

gaussian_process::gaussian_process(const candidates& over, const neighbours_view* elsewhere)
    : over_(over),
      coordinates_(over.where(), elsewhere),
      kernel_(coordinates_),
      candidate_places_(over.size() * coordinates_.count()) {}

void gaussian_process::fit(std::span<const point> points, std::mt19937_64& random) {
  for (std::size_t k = 0; k < over_.size(); ++k)
    coordinates_.write(over_[k], candidate_places_.data() + k * coordinates_.count());
  const auto n = static_cast<float>(points.size());
  float sum = 0, squares = 0;
  for (const auto& each : points) sum += each.value;
  offset_ = sum / n;
  for (const auto& each : points) squares += (each.value - offset_) * (each.value - offset_);
  scale_ = std::max(std::sqrt(squares / n), least_scale);

  std::vector<point> some;
  std::ranges::sample(points, std::back_inserter(some), most_fitted, random);
  std::vector<float> places(some.size() * coordinates_.count());
  std::vector<double> values;
  for (std::size_t k = 0; k < some.size(); ++k) {
    coordinates_.write(some[k].index, places.data() + k * coordinates_.count());
    values.push_back((some[k].value - offset_) / scale_);
  }
  retime::tune::fit(kernel_, places, values, random);

  factor_ = {};
  solved_.clear();
  places_.clear();
  projections_.clear();
  means_.assign(over_.size(), 0);
  explained_.assign(over_.size(), 0);
  for (const auto& each : points) append(each);
  project_from(0);
}

void gaussian_process::add(const point& measured) {
  append(measured);
  project_from(size() - 1);
}

void gaussian_process::append(const point& measured) {
  const auto k = size();
  places_.resize((k + 1) * coordinates_.count());
  coordinates_.write(measured.index, places_.data() + k * coordinates_.count());
  std::vector<double> covariance;
  for (std::size_t i = 0; i <= k; ++i) covariance.push_back(kernel_(place(k), place(i)));
  covariance[k] += kernel_.noise;
  factor_.append(std::move(covariance));
  solved_.push_back(factor_.solve(k, (measured.value - offset_) / scale_, solved_));
  projections_.emplace_back(over_.size());
}

void gaussian_process::project_from(std::size_t first) {
  for (std::size_t begin = 0; begin < over_.size(); begin += tile) {
    const auto end = std::min(begin + tile, over_.size());
    for (auto k = first; k < size(); ++k) project(k, begin, end);
  }
}

void gaussian_process::project(std::size_t k, std::size_t begin, std::size_t end) {
  float* projection = projections_[k].data();
  for (auto c = begin; c < end; ++c) projection[c] = kernel_(place(k), candidate_place(c));
  const auto row = factor_.row(k);
  for (std::size_t i = 0; i < k; ++i) {
    const auto weight = static_cast<float>(row[i]);
    subtract(weight, projections_[i].data() + begin, projection + begin, end - begin);
  }
  const auto inverse = static_cast<float>(1 / row[k]), solved = static_cast<float>(solved_[k]);
  for (auto c = begin; c < end; ++c) {
    projection[c] *= inverse;
    means_[c] += solved * projection[c];
    explained_[c] += projection[c] * projection[c];
  }
}

forecast gaussian_process::of(const float* place, float mean, float explained) const {
  const float rest = kernel_.variance(place) - explained;
  return {offset_ + scale_ * mean, scale_ * std::sqrt(std::max(rest, least_variance))};
}

forecast gaussian_process::at(std::size_t candidate) const {
  return of(candidate_place(candidate), means_[candidate], explained_[candidate]);
}

forecast gaussian_process::predict(configuration index) const {
  std::vector<float> here(coordinates_.count());
  coordinates_.write(index, here.data());
  std::vector<double> projection;
  double mean = 0, explained = 0;
  for (std::size_t k = 0; k < size(); ++k) {
    projection.push_back(factor_.solve(k, kernel_(here.data(), place(k)), projection));
    mean += solved_[k] * projection[k];
    explained += projection[k] * projection[k];
  }
  return of(here.data(), static_cast<float>(mean), static_cast<float>(explained));
}

}  // namespace retime::tune
