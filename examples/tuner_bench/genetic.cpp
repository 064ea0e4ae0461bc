#include <algorithm>
#include <utility>

#include "harness/tune/plain_search.h"

namespace {

using namespace retime;
using namespace retime::tune;

/// Genetic algorithm: tournaments of two, uniform crossover, mutation of one parameter in d, the
/// two best survive. A child outside the space is replaced by a neighbour of its better parent.
class genetic final : public plain_search {
 public:
  using plain_search::plain_search;

 private:
  static constexpr std::size_t population_size = 20, elite = 2;
  using member = std::pair<double, configuration>;

  routine body() override {
    while (drawn_ < size_ || population_.empty()) {
      ++drawn_;
      const auto drawn = any_open();
      add({co_await measure(drawn), drawn});
    }
    for (;;) {
      const auto born = child();
      add({co_await measure(born), born});
    }
  }

  /// Of the first generation, or else of the next one, which takes over once it is as large. Where
  /// several boards measure, what comes late is of the generation that it meets.
  void add(const member& one) {
    auto& generation = population_.size() < size_ ? population_ : next_;
    generation.insert(std::ranges::upper_bound(generation, one), one);
    if (next_.size() == size_) population_ = std::exchange(next_, {});
    if (population_.size() < size_ || !next_.empty()) return;
    // One child at least, even where the space holds fewer than the elite.
    const auto kept = std::min(elite, size_ - 1);
    next_.assign(population_.begin(), population_.begin() + static_cast<std::ptrdiff_t>(kept));
  }

  const member& tournament() {
    return population_[std::min(below(population_.size()), below(population_.size()))];
  }

  configuration child() {
    const member mother = tournament(), father = tournament();
    std::vector<code> codes(where().dimensions());
    for (int tries = 0; tries < 10; ++tries) {
      for (std::size_t axis = 0; axis < codes.size(); ++axis) {
        codes[axis] = where().codes(below(2) ? mother.second : father.second)[axis];
        if (below(codes.size()) == 0)
          codes[axis] = static_cast<code>(below(where().parameters()[axis].values.size()));
      }
      const auto found = where().find(codes);
      if (found && is_open(*found)) return *found;
    }
    const auto near = hamming_neighbours(where(), std::min(mother, father).second);
    const auto chosen = near.empty() ? any_open() : near[below(near.size())];
    return is_open(chosen) ? chosen : any_open();
  }

  const std::size_t size_ = std::min(population_size, where().size());
  std::size_t drawn_ = 0;
  std::vector<member> population_, next_;  // the best first
};

const bool has_genetic = register_strategy(
    {.id = "genetic", .help = "genetic algorithm, population of 20", .make = [](const auto& s) {
       return std::make_unique<genetic>(s);
     }});

}  // namespace
