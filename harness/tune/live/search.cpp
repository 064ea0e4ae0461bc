#include "harness/tune/live/search.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "harness/tune/live/live_line.h"

namespace retime::tune {
namespace {

using wall_clock = std::chrono::steady_clock;

constexpr std::size_t most_repeats = 100'000;  // asks in a row for what is known: it has run dry

double since_ms(wall_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(wall_clock::now() - begin).count();
}

class searcher {
 public:
  searcher(const problem& of, bench& on, const search_options& options)
      : of_(of),
        bench_(on),
        options_(options),
        evaluations_(options.allowed.evaluations_of(of.cases.size())),
        so_far_(options.minimised),
        line_(of, evaluations_, options.allowed.seconds) {}

  history run() {
    if (of_.usual) evaluate(*of_.usual, 0);
    auto begin = wall_clock::now();
    const auto strategy = options_.strategy->make({.where = &*of_.where,
                                                   .budget = evaluations_to_expect(),
                                                   .seed = options_.seed,
                                                   .warm_start = options_.warm_start});
    for (std::size_t repeats = 0; !spent() && repeats < most_repeats;) {
      const auto next = strategy->ask();
      if (!next) break;
      const tried* known = so_far_.find(*next);
      repeats = known ? repeats + 1 : 0;
      if (!known) known = &evaluate(*next, since_ms(begin));
      begin = wall_clock::now();
      strategy->tell(*next, {known->as_trial.result, known->as_trial.objective});
    }
    line_.end();
    return std::move(so_far_);
  }

 private:
  bool spent() const {
    return so_far_.all().size() >= evaluations_ ||
           (options_.allowed.seconds && so_far_.spent_s() >= *options_.allowed.seconds);
  }

  /// A strategy plans by evaluations; what the first one took tells how many there will be time
  /// for.
  std::size_t evaluations_to_expect() const {
    if (!options_.allowed.seconds || so_far_.all().empty()) return evaluations_;
    const double affordable = *options_.allowed.seconds / std::max(so_far_.spent_s(), 1e-3);
    return std::min(evaluations_, static_cast<std::size_t>(std::clamp(affordable, 10.0, 1e6)));
  }

  const tried& evaluate(configuration which, double search_ms) {
    const tried& latest = so_far_.add(which, bench_.evaluate(which, so_far_.reach_ns()), search_ms);
    line_.show(so_far_);
    return latest;
  }

  const problem& of_;
  bench& bench_;
  const search_options& options_;
  std::size_t evaluations_;
  history so_far_;
  live_line line_;
};

}  // namespace

history search(const problem& of, bench& on, const search_options& options) {
  return searcher(of, on, options).run();
}

}  // namespace retime::tune
