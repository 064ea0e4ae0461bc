// Extremely randomised trees for regression, after P. Geurts, D. Ernst, L. Wehenkel, Machine
// Learning 63 (2006) 3-42: no bootstrap, random cuts. Features are small whole numbers.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace retime::tune {

class tree {
 public:
  /// `rows` holds y.size() rows of `columns` features; at each node up to `tried` features are
  /// tried, a cut each.
  void grow(std::span<const std::uint8_t> rows, std::size_t columns, std::span<const float> y,
            std::size_t tried, std::mt19937_64& random);

  float predict(const std::uint8_t* row) const {
    std::size_t place = 0;
    while (nodes_[place].left != 0)
      place = nodes_[place].left + (row[nodes_[place].feature] >= nodes_[place].cut);
    return nodes_[place].mean;
  }

 private:
  struct node {
    std::uint32_t left = 0;  // 0: a leaf; the right child follows the left
    std::uint16_t feature = 0;
    std::uint16_t cut = 0;  // left where value < cut
    float mean = 0;
  };
  struct split {
    double gain = 0;
    std::uint16_t feature = 0, cut = 0;
  };
  split best_split(std::size_t begin, std::size_t end, double sum);
  split try_feature(std::size_t feature, std::size_t begin, std::size_t end, double sum);
  void grow_node(std::size_t node, std::size_t begin, std::size_t end);

  std::vector<node> nodes_;

  // While growing.
  const std::uint8_t* rows_ = nullptr;
  const float* y_ = nullptr;
  std::size_t columns_ = 0, tried_ = 0;
  std::vector<std::uint32_t> members_;
  std::mt19937_64* random_ = nullptr;
};

}  // namespace retime::tune
