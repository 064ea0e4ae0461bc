#include "harness/tune/device/search.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "harness/host/clock.h"
#include "harness/tune/device/progress_line.h"

namespace retime::tune {
namespace {

constexpr std::size_t most_repeats = 100'000;  // asks in a row for what is known: it has run dry

class searcher {
 public:
  searcher(const tuning_problem& problem, journaled_evaluator& device,
           const search_options& options)
      : problem_(problem),
        device_(device),
        options_(options),
        evaluations_(options.allowed.evaluations_of(problem.cases.size())),
        tried_(options.goal, device.boards().count()),
        under_way_(device.boards().count()),
        line_(problem, evaluations_, options.allowed.seconds) {}

  trials run() {
    const bool names_its_boards = !device_.boards().name(0).empty();
    if (names_its_boards && problem_.any().variant->runs_on == processor::gpu) compare_boards();
    for (const auto& start : {problem_.usual, problem_.recommended}) {
      if (start && tried_.find(*start) == nullptr && std::ranges::count(next_, *start) == 0)
        next_.push_back(*start);
    }
    evaluate_all();
    strategy_ = options_.strategy->make({.where = &*problem_.space,
                                         .budget = evaluations_to_expect(),
                                         .seed = options_.seed,
                                         .warm_start = options_.warm_start});
    deciding_ = stopwatch();
    evaluate_all();
    line_.end();
    return std::move(tried_);
  }

 private:
  struct evaluation_under_way {
    configuration index = 0;
    double search_ms = 0;
    std::optional<evaluation> recalled{};
  };

  /// What one configuration takes on each of them; that of the first board is a trial.
  void compare_boards() {
    const auto& index = problem_.usual ? problem_.usual : problem_.recommended;
    if (!index) return;
    auto by_board = device_.evaluate_on_every_board(*index);
    if (by_board.empty()) return;
    tried_.compare_boards(by_board);
    tried_.add(*index, std::move(by_board.front()), 0);
    line_.show(tried_);
  }

  /// As long as there is something to evaluate and the budget lasts.
  void evaluate_all() {
    for (;;) {
      for (std::size_t board = 0; board < under_way_.size(); ++board) {
        if (under_way_[board] || device_.boards().is_lost(board)) continue;
        const auto next = next_to_try();
        if (!next) break;
        begin(board, *next);
      }
      if (count_under_way() == 0) return;
      end_next();
    }
  }

  std::optional<configuration> next_to_try() {
    if (!next_.empty() && !spent()) {
      const configuration first = next_.front();
      next_.pop_front();
      return first;
    }
    for (std::size_t repeats = 0; strategy_ && !spent() && repeats < most_repeats; ++repeats) {
      const auto next = strategy_->ask();
      if (!next) break;
      const measured_trial* told = tried_.find(*next);
      if (told == nullptr) return next;
      strategy_->tell(*next, tried_.told_of(*told));
    }
    return std::nullopt;
  }

  std::size_t count_under_way() const {
    const auto is_under_way = [](const auto& asked) { return asked.has_value(); };
    return static_cast<std::size_t>(std::ranges::count_if(under_way_, is_under_way));
  }

  bool spent() const {
    return tried_.all().size() + count_under_way() >= evaluations_ ||
           (options_.allowed.seconds && tried_.spent_s() >= *options_.allowed.seconds);
  }

  /// A strategy plans by evaluations; what the first one took tells how many there will be time
  /// for.
  std::size_t evaluations_to_expect() const {
    if (!options_.allowed.seconds || tried_.all().empty()) return evaluations_;
    const double one_s = tried_.all().front().evaluated.spent_s();
    const double affordable =
        *options_.allowed.seconds * static_cast<double>(under_way_.size()) / std::max(one_s, 1e-3);
    return std::min(evaluations_, static_cast<std::size_t>(std::clamp(affordable, 10.0, 1e6)));
  }

  void begin(std::size_t board, configuration index) {
    const double search_ms = strategy_ ? deciding_.ms() : 0;
    under_way_[board] = {index, search_ms, device_.recall(index)};
    if (!under_way_[board]->recalled)
      device_.begin(board, index, tried_.elimination_threshold_ns(device_.boards().name(board)));
    deciding_ = stopwatch();
  }

  /// What the journal has ends in the order in which it did, and before what is measured now: so
  /// the strategy is told what it was told then.
  void end_next() {
    std::optional<evaluation_under_way>* first = nullptr;
    for (auto& asked : under_way_) {
      const bool is_known = asked && asked->recalled;
      if (is_known && (first == nullptr || asked->recalled->place < (*first)->recalled->place))
        first = &asked;
    }
    if (first != nullptr) {
      auto asked = *std::exchange(*first, std::nullopt);
      return take(asked, std::move(*asked.recalled));
    }
    auto ended = device_.wait();
    const auto asked = *std::exchange(under_way_[ended.board], std::nullopt);
    if (ended.evaluated)
      take(asked, std::move(*ended.evaluated));
    else
      next_.push_front(asked.index);
  }

  void take(const evaluation_under_way& asked, evaluation measured) {
    deciding_ = stopwatch();
    const measured_trial& latest = tried_.add(asked.index, std::move(measured), asked.search_ms);
    line_.show(tried_);
    if (strategy_) strategy_->tell(asked.index, tried_.told_of(latest));
  }

  const tuning_problem& problem_;
  journaled_evaluator& device_;
  const search_options& options_;
  std::size_t evaluations_;
  trials tried_;
  std::unique_ptr<strategy> strategy_;  // none before the first configurations are known
  stopwatch deciding_;                  // since the strategy was last told, or a decision was made
  std::deque<configuration> next_;      // before the strategy is asked
  std::vector<std::optional<evaluation_under_way>> under_way_;  // by board
  progress_line line_;
};

}  // namespace

trials search(const tuning_problem& problem, journaled_evaluator& device,
              const search_options& options) {
  return searcher(problem, device, options).run();
}

}  // namespace retime::tune
