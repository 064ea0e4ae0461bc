#include <algorithm>
#include <deque>

#include "harness/tune/plain_search.h"

namespace {

using namespace retime;
using namespace retime::tune;

/// Adaptive tabu search over variable neighbourhoods: tries unknown neighbours of the best point,
/// one parameter first, then two, and takes the first better one; when both are spent it leaves
/// from a good point that is not tabu, and the longer it has stood still the farther it jumps.
class tabu final : public plain_search {
 public:
  using plain_search::plain_search;

 private:
  static constexpr std::size_t draws = 16, pairs = 12, tabu_length = 8;

  routine body() override {
    while (seen_.size() + under_way().size() < draws || seen_.empty()) {
      const auto drawn = any_open();
      co_await measure(drawn);
      seen_.push_back(drawn);
    }
    for (std::size_t still = 0;; ++still) {
      auto here = start(still);
      for (bool better = true; better;) {
        better = false;
        const auto near = unknown_around(here);
        for (const auto next : near) {
          const double value = co_await measure(next);
          seen_.push_back(next);
          if (value < known(here)) {
            if (next == best()) still = 0;
            here = next;
            better = true;
            break;
          }
        }
      }
      tabu_.push_back(here);
      if (tabu_.size() > tabu_length) tabu_.pop_front();
    }
  }

  /// The best point that is not tabu; after standing still, one moved by a few random steps.
  configuration start(std::size_t still) {
    std::ranges::sort(seen_, {}, [&](configuration c) { return known(c); });
    auto here = any_open();
    for (const auto c : seen_) {
      if (std::ranges::count(tabu_, c)) continue;
      here = c;
      break;
    }
    if (still == 0 || uniform() < 0.5)
      return is_known(here) ? here : best().value_or(seen_.front());
    auto moved = best().value_or(here);
    for (std::size_t k = 0; k < std::min<std::size_t>(still, 4); ++k) {
      const auto near = hamming_neighbours(where(), moved);
      if (!near.empty()) moved = near[below(near.size())];
    }
    return is_known(moved) ? moved : best().value_or(seen_.front());
  }

  std::vector<configuration> unknown_around(configuration here) {
    auto first = adjacent_neighbours(where(), here);
    std::ranges::shuffle(first, random());
    auto second = hamming_neighbours(where(), here);
    std::ranges::shuffle(second, random());
    first.insert(first.end(), second.begin(), second.end());
    for (std::size_t k = 0; k < pairs && !second.empty(); ++k) {
      const auto near = hamming_neighbours(where(), second[below(second.size())]);
      if (!near.empty()) first.push_back(near[below(near.size())]);
    }
    std::erase_if(first, [&](configuration c) { return !is_open(c); });
    if (first.empty()) first.push_back(any_open());
    return first;
  }

  std::vector<configuration> seen_;
  std::deque<configuration> tabu_;
};

const bool has_tabu =
    register_strategy({.id = "tabu",
                       .help = "adaptive tabu search over variable neighbourhoods",
                       .make = [](const auto& s) { return std::make_unique<tabu>(s); }});

}  // namespace
