#include <algorithm>

#include "harness/tune/model/levels.h"
#include "harness/tune/plain_search.h"

namespace {

using namespace retime;
using namespace retime::tune;

/// Simulated annealing on the logarithm of the value: a step that makes a kernel 20 % slower is
/// taken at first with chance 1/e, and the temperature falls a hundredfold over the budget. Starts
/// from the best of a few draws.
class annealing final : public plain_search {
 public:
  using plain_search::plain_search;

 private:
  static constexpr double hot = 0.2, cold = 0.002;
  static constexpr std::size_t draws = 10, patience = 40;

  routine body() override {
    while (evaluations() + under_way().size() < draws) {
      const auto drawn = any_open();
      co_await measure(drawn);
    }
    auto here = best().value_or(any());
    const levels level(best() ? known(here) : 1);
    for (std::size_t stuck = 0;;) {
      const auto next = step(here);
      const bool is_new = !is_known(next);
      const double value = co_await measure(next);
      const double progress =
          std::min(1.0, static_cast<double>(evaluations()) / static_cast<double>(budget()));
      const double temperature = hot * std::pow(cold / hot, progress);
      const double uphill = level(value) - level(known(here));
      if (!(uphill > 0) || uniform() < std::exp(-uphill / temperature)) here = next;
      stuck = is_new ? 0 : stuck + 1;
      if (stuck > patience) {
        here = any_open();
        co_await measure(here);
        stuck = 0;
      }
    }
  }

  configuration step(configuration from) {
    const auto near =
        uniform() < 0.7 ? adjacent_neighbours(where(), from) : hamming_neighbours(where(), from);
    return near.empty() ? any_open() : near[below(near.size())];
  }
};

const bool has_annealing = register_strategy(
    {.id = "annealing", .help = "simulated annealing over neighbours", .make = [](const auto& s) {
       return std::make_unique<annealing>(s);
     }});

}  // namespace
