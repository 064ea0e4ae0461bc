// What recordings of neighbours - another size, another GPU - say of a space before it is searched.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/tune/strategy.h"

namespace retime::tune {

class neighbours_view {
 public:
  /// A configuration's standing is the geometric mean, over the neighbours that tried it, of its
  /// value over the neighbour's best; one that failed there stands with the neighbour's worst.
  neighbours_view(const space& over, const std::vector<prior>& neighbours);

  bool empty() const { return ranked_.empty(); }
  /// The configurations that a neighbour tried, the most promising first.
  const std::vector<configuration>& ranked() const { return ranked_; }
  /// By configuration: 0 the most promising, 254 the least, 255 unknown. Empty if nothing is known.
  std::vector<std::uint8_t> hint() const;

 private:
  std::size_t size_;
  std::vector<configuration> ranked_;
};

}  // namespace retime::tune
