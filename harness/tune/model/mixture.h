// A forest and Gaussian processes, weighted by how well they forecast.
#pragma once

#include "harness/tune/model/forest.h"
#include "harness/tune/model/gaussian_process.h"

namespace retime::tune {

/// A forest, a Gaussian process and, if there are neighbours, a process that knows how a
/// configuration stands there: each is the best on some spaces. Each forecasts every level before
/// it learns it, and weighs by the inverse square of its mean squared error, in which old forecasts
/// fade.
class mixture {
 public:
  mixture(const candidates& over, const neighbours_view& elsewhere);

  void learn(configuration index, float level);
  std::size_t size() const { return indices_.size(); }
  /// Whether a quarter more is known than at the last fit().
  bool due() const { return size() >= due_at_; }
  /// Starts all anew from what was learnt, at least one level, for the candidates as they are now.
  void fit(std::mt19937_64& random);
  bool fitted() const { return processes_.front().model.size() > 0; }
  /// After an evaluation; after the first fit().
  void refresh(std::mt19937_64& random) { forest_.model.refresh(random); }
  /// Only once, and only with neighbours.
  void forget_neighbours();

  forecast at(std::size_t candidate) const {
    return mean_of([=](const auto& model) { return model.at(candidate); });
  }
  forecast predict(configuration index) const {
    return mean_of([=](const auto& model) { return model.predict(index); });
  }
  /// A quick look by the forest.
  float glance(const std::uint8_t* row) const { return forest_.model.glance(row); }

 private:
  template <class Model>
  struct weighted {
    Model model;
    double squared_error = 0.05;  // a sum; at first as if one forecast had missed by a fifth
    float weight = 1;
  };

  forecast mean_of(const auto& predicted) const {
    forecast sum;
    const auto add = [&](const auto& each) {
      const forecast predicted_level = predicted(each.model);
      sum.mean += each.weight * predicted_level.mean;
      sum.deviation += each.weight * predicted_level.deviation;
    };
    add(forest_);
    for (const auto& each : processes_) add(each);
    return sum;
  }
  void judge(configuration index, float level);
  void weigh();
  float quantile(double share) const;
  std::vector<gaussian_process::point> chosen(std::mt19937_64& random) const;

  std::vector<configuration> indices_;
  std::vector<float> levels_;
  float cap_ = 0;  // beyond which levels are clipped, since the last fit
  std::size_t due_at_ = 1;
  weighted<forest> forest_;
  std::vector<weighted<gaussian_process>> processes_;  // that of the neighbours last
};

}  // namespace retime::tune
