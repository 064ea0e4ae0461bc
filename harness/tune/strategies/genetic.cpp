#include <algorithm>

#include "harness/tune/plain_search.h"

namespace retime::tune {
namespace {

/// Genetic algorithm: tournaments of two, uniform crossover, mutation of one parameter in d, the
/// two best survive. A child outside the space is replaced by a neighbour of its better parent.
class genetic final : public plain_search {
 public:
  using plain_search::plain_search;

 private:
  static constexpr std::size_t population_size = 20, elite = 2;
  using member = std::pair<double, configuration>;

  routine body() override {
    std::vector<member> population;
    for (std::size_t k = 0; k < std::min(population_size, where().size()); ++k) {
      const auto drawn = any_unknown();
      const double value = co_await measure(drawn);
      population.emplace_back(value, drawn);
    }
    for (;;) {
      std::ranges::sort(population);
      // One child at least, even where the space holds fewer than the elite.
      const auto kept = std::min(elite, population.size() - 1);
      std::vector<member> next(population.begin(),
                               population.begin() + static_cast<std::ptrdiff_t>(kept));
      while (next.size() < population.size()) {
        const auto born = child(population);
        const double value = co_await measure(born);
        next.emplace_back(value, born);
      }
      population = std::move(next);
    }
  }

  const member& tournament(const std::vector<member>& population) {
    return population[std::min(below(population.size()), below(population.size()))];
  }

  configuration child(const std::vector<member>& population) {
    const auto &mother = tournament(population), &father = tournament(population);
    std::vector<code> codes(where().dimensions());
    for (int tries = 0; tries < 10; ++tries) {
      for (std::size_t axis = 0; axis < codes.size(); ++axis) {
        codes[axis] = where().codes(below(2) ? mother.second : father.second)[axis];
        if (below(codes.size()) == 0)
          codes[axis] = static_cast<code>(below(where().parameters()[axis].values.size()));
      }
      const auto found = where().find(codes);
      if (found && !is_known(*found)) return *found;
    }
    const auto near = hamming_neighbours(where(), std::min(mother, father).second);
    const auto chosen = near.empty() ? any_unknown() : near[below(near.size())];
    return is_known(chosen) ? any_unknown() : chosen;
  }
};

const bool registered = register_strategy(
    {.id = "genetic", .help = "genetic algorithm, population of 20", .make = [](const auto& s) {
       return std::make_unique<genetic>(s);
     }});

}  // namespace
}  // namespace retime::tune
