#include "harness/tune/model/neighbours_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/tune/model/levels.h"

namespace retime::tune {
namespace {

bool ran(const reading& result) {
  return result.result == outcome::correct && std::isfinite(result.value);
}

/// By configuration of one neighbour, in its order; empty if nothing can be told apart there.
std::vector<float> standings_at(const prior& neighbour) {
  const auto first =
      std::ranges::find_if(neighbour, [](const auto& each) { return ran(each.second); });
  if (first == neighbour.end()) return {};
  const levels level(first->second.value);
  std::vector<float> sorted;
  for (const auto& [index, result] : neighbour) {
    if (ran(result)) sorted.push_back(level(result.value));
  }
  std::ranges::sort(sorted);
  const auto unclipped =
      static_cast<std::size_t>(share_unclipped * static_cast<double>(sorted.size()));
  const float cap = sorted[unclipped], worst = sorted.back();
  std::vector<float> standings;
  for (const auto& [index, result] : neighbour)
    standings.push_back(soft_clip(ran(result) ? level(result.value) : worst, cap));
  const auto n = static_cast<double>(standings.size());
  double mean = 0, squares = 0;
  for (const float each : standings) mean += each / n;
  for (const float each : standings) squares += (each - mean) * (each - mean) / n;
  if (squares == 0) return {};
  for (float& each : standings) each = static_cast<float>((each - mean) / std::sqrt(squares));
  return standings;
}

}  // namespace

neighbours_view::neighbours_view(const tuning_space& over, const std::vector<prior>& neighbours)
    : standings_(over.size()) {
  std::vector<std::size_t> told(over.size()), ran_at(over.size());
  for (const auto& each : neighbours) {
    const auto standings = standings_at(each);
    for (std::size_t k = 0; k < standings.size(); ++k) {
      const auto& [index, result] = each[k];
      standings_[index] += standings[k];
      ++told[index];
      ran_at[index] += ran(result);
    }
  }
  for (configuration c = 0; c < over.size(); ++c) {
    if (told[c] > 0) standings_[c] /= static_cast<float>(told[c]);
    if (ran_at[c] > 0) ranked_.push_back(c);
  }
  std::ranges::stable_sort(ranked_, {}, [&](configuration c) { return standings_[c]; });
}

double neighbours_view::agreement(std::span<const configuration> best_first) const {
  if (best_first.size() < 2) return 1;
  std::vector<std::size_t> order(best_first.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return standing(best_first[k]); });
  double squares = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double away = static_cast<double>(rank) - static_cast<double>(order[rank]);
    squares += away * away;
  }
  const auto n = static_cast<double>(order.size());
  return 1 - 6 * squares / (n * (n * n - 1));
}

}  // namespace retime::tune
