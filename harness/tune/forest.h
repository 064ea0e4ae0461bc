// Extremely randomised trees for regression: P. Geurts, D. Ernst, L. Wehenkel, Machine Learning 63
// (2006) 3-42.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace retime::tune {

struct forest_options {
  std::size_t trees = 32;
  std::size_t min_split = 3;   ///< samples below which a node is a leaf
  double feature_share = 0.7;  ///< of the features, tried at each node
};

class forest {
 public:
  struct prediction {
    double mean, deviation;  ///< over the trees; within-leaf variance is added
  };

  /// `rows` holds y.size() rows of `columns` features.
  void fit(std::span<const float> rows, std::size_t columns, std::span<const double> y,
           std::mt19937_64& random, const forest_options& options = {});
  prediction predict(const float* row) const;

 private:
  struct node {
    std::int32_t feature;  // -1: leaf
    float cut;             // left where value < cut
    std::int32_t right;    // left is the next node
    float mean, variance;
  };
  void grow(std::size_t begin, std::size_t end);

  std::vector<node> nodes_;
  std::vector<std::size_t> roots_;

  // While fitting.
  std::span<const float> rows_;
  std::span<const double> y_;
  std::size_t columns_ = 0;
  std::vector<std::uint32_t> members_, feature_order_;
  std::mt19937_64* random_ = nullptr;
  forest_options options_;
};

}  // namespace retime::tune
