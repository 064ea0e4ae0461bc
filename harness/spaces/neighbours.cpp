#include <cmath>

#include "harness/spaces/space.h"

namespace retime {

double distance(const tuning_space& where, configuration a, configuration b) {
  const auto x = where.codes(a), y = where.codes(b);
  double sum = 0;
  for (std::size_t axis = 0; axis < x.size(); ++axis) {
    const auto& along = where.parameters()[axis];
    if (x[axis] == y[axis]) continue;
    const double steps = std::abs(static_cast<double>(x[axis]) - y[axis]);
    sum += along.ordered() ? steps / static_cast<double>(along.values.size() - 1) : 1.0;
  }
  return sum;
}

std::vector<configuration> hamming_neighbours(const tuning_space& where, configuration centre) {
  std::vector<configuration> neighbours;
  std::vector<code> codes(where.codes(centre).begin(), where.codes(centre).end());
  for (std::size_t axis = 0; axis < codes.size(); ++axis) {
    const auto own = codes[axis];
    for (std::size_t k = 0; k < where.parameters()[axis].values.size(); ++k) {
      codes[axis] = static_cast<code>(k);
      if (k == own) continue;
      if (const auto other = where.find(codes)) neighbours.push_back(*other);
    }
    codes[axis] = own;
  }
  return neighbours;
}

std::vector<configuration> adjacent_neighbours(const tuning_space& where, configuration centre) {
  std::vector<configuration> neighbours;
  std::vector<code> codes(where.codes(centre).begin(), where.codes(centre).end());
  for (std::size_t axis = 0; axis < codes.size(); ++axis) {
    const auto& along = where.parameters()[axis];
    const int own = codes[axis], count = static_cast<int>(along.values.size());
    for (const int step : {-1, 1}) {
      for (int k = own + step; k >= 0 && k < count; k += step) {
        codes[axis] = static_cast<code>(k);
        const auto other = where.find(codes);
        if (other) neighbours.push_back(*other);
        if (other && along.ordered()) break;
      }
    }
    codes[axis] = static_cast<code>(own);
  }
  return neighbours;
}

}  // namespace retime
