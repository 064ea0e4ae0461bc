// Configurations as small whole numbers that a tree can split on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/spaces/space.h"

namespace retime::tune {

/// Features of a configuration, each a rank of 0 to 255: of every ordered parameter's value; a flag
/// for every value of an unordered one; of the power of two that divides a whole number, since
/// warps and memory transactions are aligned to such; and of the product of each pair of positive
/// parameters, since threads a block, work a thread and the like are products. Parameters with a
/// single value are left out.
class features {
 public:
  explicit features(const tuning_space& over);
  std::size_t count() const { return single_.size() + pairs_.size(); }
  void write(configuration index, std::uint8_t* to) const;

 private:
  struct column {
    std::size_t axis;
    std::vector<std::uint8_t> by_code;
  };
  struct pair_column {
    std::size_t first, second;           // axes
    std::vector<std::uint8_t> by_codes;  // first's code x the second's values + second's code
  };
  void add_words(std::size_t axis);
  void add_numbers(std::size_t axis);
  void add_pairs(const std::vector<std::size_t>& axes);

  const tuning_space& space_;
  std::vector<column> single_;
  std::vector<pair_column> pairs_;
};

}  // namespace retime::tune
