#include "harness/tune/device/search.h"

#include <algorithm>
#include <cmath>

#include "harness/support/clock.h"
#include "harness/tune/device/progress_line.h"

namespace retime::tune {
namespace {

constexpr std::size_t most_repeats = 100'000;  // asks in a row for what is known: it has run dry

class searcher {
 public:
  searcher(const problem& problem, journaled_evaluator& device, const search_options& options)
      : problem_(problem),
        device_(device),
        options_(options),
        evaluations_(options.allowed.evaluations_of(problem.cases.size())),
        tried_(options.wanted),
        line_(problem, evaluations_, options.allowed.seconds) {}

  trials run() {
    for (const auto& known : {problem_.usual, problem_.recommended}) {
      if (known && !spent() && tried_.find(*known) == nullptr) evaluate(*known, 0);
    }
    stopwatch watch;
    const auto strategy = options_.strategy->make({.where = &*problem_.space,
                                                   .budget = evaluations_to_expect(),
                                                   .seed = options_.seed,
                                                   .warm_start = options_.warm_start});
    for (std::size_t repeats = 0; !spent() && repeats < most_repeats;) {
      const auto next = strategy->ask();
      if (!next) break;
      const attempt* known = tried_.find(*next);
      repeats = known ? repeats + 1 : 0;
      if (!known) known = &evaluate(*next, watch.ms());
      watch = stopwatch();
      strategy->tell(*next, tried_.told_of(*known));
    }
    line_.end();
    return std::move(tried_);
  }

 private:
  bool spent() const {
    return tried_.all().size() >= evaluations_ ||
           (options_.allowed.seconds && tried_.spent_s() >= *options_.allowed.seconds);
  }

  /// A strategy plans by evaluations; what the first one took tells how many there will be time
  /// for.
  std::size_t evaluations_to_expect() const {
    if (!options_.allowed.seconds || tried_.all().empty()) return evaluations_;
    const double affordable = *options_.allowed.seconds / std::max(tried_.spent_s(), 1e-3);
    return std::min(evaluations_, static_cast<std::size_t>(std::clamp(affordable, 10.0, 1e6)));
  }

  const attempt& evaluate(configuration which, double search_ms) {
    const attempt& latest =
        tried_.add(which, device_.evaluate(which, tried_.elimination_threshold_ns()), search_ms);
    line_.show(tried_);
    return latest;
  }

  const problem& problem_;
  journaled_evaluator& device_;
  const search_options& options_;
  std::size_t evaluations_;
  trials tried_;
  progress_line line_;
};

}  // namespace

trials search(const problem& problem, journaled_evaluator& device, const search_options& options) {
  return searcher(problem, device, options).run();
}

}  // namespace retime::tune
