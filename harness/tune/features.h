// Configurations as numbers that a tree can split on.
#pragma once

#include <vector>

#include "harness/tune/space.h"

namespace retime::tune {

/// Features of a configuration: the rank of each ordered parameter's value, one flag a value of an
/// unordered one, and for each pair of parameters that hold positive numbers the logarithm of their
/// product, since threads a block, work a thread and the like are products. Parameters with a
/// single value are left out.
class features {
 public:
  explicit features(const space& of);
  std::size_t count() const { return count_; }
  void write(configuration which, float* to) const;

 private:
  struct column {
    std::size_t axis;
    std::vector<float> by_code;
  };
  const space& space_;
  std::size_t count_ = 0;
  std::vector<column> single_;                              // rank, or a flag
  std::vector<column> logs_;                                // of parameters with positive numbers
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // of logs_
};

}  // namespace retime::tune
