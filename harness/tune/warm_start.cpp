#include "harness/tune/warm_start.h"

#include <algorithm>
#include <cmath>

namespace retime::tune {
namespace {

struct standing {
  double sum = 0;
  std::size_t count = 0;
};

bool usable(const reading& found) {
  return found.result == outcome::correct && found.value > 0 && std::isfinite(found.value);
}

void add(std::vector<standing>& standings, const prior& neighbour) {
  double best = std::numeric_limits<double>::infinity(), worst = 0;
  for (const auto& [which, found] : neighbour) {
    if (!usable(found)) continue;
    best = std::min(best, found.value);
    worst = std::max(worst, found.value);
  }
  if (worst == 0) return;  // nothing ran there
  for (const auto& [which, found] : neighbour) {
    standings[which].sum += std::log((usable(found) ? found.value : worst) / best);
    ++standings[which].count;
  }
}

}  // namespace

neighbours_view::neighbours_view(const space& over, const std::vector<prior>& neighbours)
    : size_(over.size()) {
  if (neighbours.empty()) return;
  std::vector<standing> standings(size_);
  for (const auto& each : neighbours) add(standings, each);
  for (configuration c = 0; c < size_; ++c) {
    if (standings[c].count > 0) ranked_.push_back(c);
  }
  std::ranges::stable_sort(ranked_, {}, [&](configuration c) {
    return standings[c].sum / static_cast<double>(standings[c].count);
  });
}

std::vector<std::uint8_t> neighbours_view::hint() const {
  if (empty()) return {};
  std::vector<std::uint8_t> result(size_, 255);
  for (std::size_t k = 0; k < ranked_.size(); ++k)
    result[ranked_[k]] = static_cast<std::uint8_t>(k * 255 / ranked_.size());
  return result;
}

}  // namespace retime::tune
