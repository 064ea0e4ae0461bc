#include "replay.h"

#include <algorithm>
#include <ctime>
#include <memory>
#include <set>

namespace tuner_bench {
namespace {

double thread_cpu_s() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

constexpr std::size_t most_repeats =
    100'000;  // asks in a row for what is known: the strategy has run dry

/// Evaluations that take as long as they were recorded to, on boards that begin the next one at
/// once.
class replayed_search {
 public:
  replayed_search(const strategy_form& form, const recording& space, const replay_options& options)
      : space_(space),
        options_(options),
        search_(form.make({.where = &space.space,
                           .budget = options.evaluations,
                           .seed = options.seed,
                           .warm_start = options.warm_start})),
        paid_(space.space.size(), false) {}

  replay_run run() {
    for (;;) {
      while (under_way_.size() < options_.boards && begins_another()) {
      }
      if (under_way_.empty()) break;
      end_first();
    }
    run_.search_s = thread_cpu_s() - begin_s_;
    return std::move(run_);
  }

 private:
  struct evaluation {
    double ends_ms;
    configuration index;
    auto operator<=>(const evaluation&) const = default;
  };

  bool begins_another() {
    if (run_.order.size() + under_way_.size() >= options_.evaluations) return false;
    for (std::size_t repeats = 0; repeats < most_repeats; ++repeats) {
      const auto next = search_->ask();
      if (!next) return false;
      if (paid_[*next]) {
        tell(*next);
        continue;
      }
      paid_[*next] = true;
      under_way_.insert({now_ms_ + space_.trials[*next].cost_ms(), *next});
      return true;
    }
    return false;
  }

  void end_first() {
    const evaluation first = *under_way_.begin();
    under_way_.erase(under_way_.begin());
    now_ms_ = first.ends_ms;
    run_.order.push_back(first.index);
    run_.ended_ms.push_back(now_ms_);
    tell(first.index);
  }

  void tell(configuration index) {
    search_->tell(index, {space_.trials[index].result, space_.value_to_minimise(index)});
  }

  const recording& space_;
  const replay_options& options_;
  const double begin_s_ = thread_cpu_s();
  std::unique_ptr<strategy> search_;
  std::vector<bool> paid_;
  std::set<evaluation> under_way_;
  double now_ms_ = 0;
  replay_run run_;
};

}  // namespace

replay_run replay(const strategy_form& form, const recording& space,
                  const replay_options& options) {
  return replayed_search(form, space, options).run();
}

}  // namespace tuner_bench
