#include "harness/tune/model/candidates.h"

#include <algorithm>
#include <numeric>

namespace retime::tune {
namespace {

constexpr std::size_t most_candidates = 20'000;
constexpr std::size_t most_promising = 15'000;
constexpr std::size_t most_screened = 200'000;

}  // namespace

candidates::candidates(const tuning_space& over, std::mt19937_64& random)
    : over_(over), features_(over) {
  std::vector<configuration> chosen(std::min(over.size(), most_candidates));
  if (chosen.size() == over.size()) {
    std::iota(chosen.begin(), chosen.end(), configuration{0});
  } else {
    std::uniform_int_distribution<std::size_t> any(1, over.size() - 1);
    at_ = any(random);
    do stride_ = any(random);
    while (std::gcd(stride_, over.size()) != 1);
    std::ranges::generate(chosen, [this] { return next(); });
  }
  take(std::move(chosen));
}

configuration candidates::next() {
  at_ = (at_ + stride_) % over_.size();
  return static_cast<configuration>(at_);
}

void candidates::take(std::vector<configuration> chosen) {
  which_ = std::move(chosen);
  rows_.resize(which_.size() * columns());
  for (std::size_t k = 0; k < which_.size(); ++k) describe(which_[k], rows_.data() + k * columns());
}

void candidates::renew(const screen& score) {
  std::vector<std::pair<float, configuration>> screened(std::min(over_.size(), most_screened));
  std::vector<std::uint8_t> row(columns());
  for (auto& [lowness, index] : screened) {
    index = next();
    describe(index, row.data());
    lowness = score(row.data());
  }
  // What follows the most promising is as good as random: the walk through the space is.
  const auto promising = screened.begin() + most_promising;
  std::ranges::nth_element(screened, promising);
  std::vector<configuration> chosen;
  for (std::size_t k = 0; k < most_candidates; ++k) chosen.push_back(screened[k].second);
  take(std::move(chosen));
}

}  // namespace retime::tune
