#include "harness/sweep/ranks/sweep_ranks.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "harness/sweep/ranks/losses.h"

namespace retime::sweep::ranks {
namespace {

/// A process takes new groups for so long, and then measures what it has taken so often as it must:
/// starting a fresh process is little beside it, and what a lost rank had not finished not much.
constexpr double turn_s = 30;

class sweep {
 public:
  sweep(const std::vector<benchmark_case>& cases, const std::map<std::string, double>& seconds,
        members& boards, run_directory& into, const sweep_run_options& options,
        const sweep_run_observer& observer)
      : pool_(with_compared_together(groups_by_input(cases, seconds,
                                                     [&](const benchmark_case& benchmark) {
                                                       return options.plan_of(benchmark.key).least;
                                                     }),
                                     options.compared, boards.all().size())),
        members_(boards),
        into_(into),
        options_(options),
        observer_(observer) {
    for (const auto& each : boards.all())
      boards_.push_back({board_sweep(pool_, into, options, each.board, turn_s), {}});
    for (const auto& each : cases)
      if (!into.has(each.key)) turns_ += options.plan_of(each.key).least;
  }

  void run() {
    for (;;) {
      const bool goes_on = !observer_.is_interrupted();
      if (goes_on) hand_out();
      if (!is_waiting()) break;
      if (const auto answer = members_.wait()) take(*answer);
    }
    write_losses();
    if (!observer_.is_interrupted()) into_.finish();
  }

 private:
  struct board {
    board_sweep sweep;
    std::optional<case_turn> turn;  ///< that it was asked for

    bool has_work() const { return turn || !sweep.unfinished().empty(); }
  };

  /// Those on its host.
  bool others_have_work(std::size_t place) const {
    const auto& all = members_.all();
    for (std::size_t i = 0; i < boards_.size(); ++i) {
      const bool is_beside = i != place && !all[i].is_lost && all[i].host == all[place].host;
      if (is_beside && boards_[i].has_work()) return true;
    }
    return false;
  }

  bool is_waiting() const {
    return std::ranges::any_of(boards_, [](const board& each) { return each.turn.has_value(); });
  }

  void hand_out() {
    std::vector<std::size_t> with_turn;
    for (std::size_t i = 0; i < boards_.size(); ++i) {
      board& each = boards_[i];
      if (members_.all()[i].is_lost || each.turn) continue;
      each.turn = each.sweep.next(others_have_work(i));
      if (each.turn) with_turn.push_back(i);
    }
    // Only now: no board takes a second group before each has its first.
    for (const auto i : with_turn) {
      board& each = boards_[i];
      each.sweep.look_ahead(others_have_work(i));
      observer_.begins({.process = 0, .place = begun_++, .cases = turns_, .next = each.turn->next});
      members_.ask(i, each.sweep.request(*each.turn), options_.timeout_s,
                   each.sweep.wants_fresh_process(*each.turn));
    }
  }

  void take(const member_answer& answer) {
    board& each = boards_[answer.member];
    if (!answer.reply) return take_loss(answer, each);
    record(each, *answer.reply);
  }

  void record(board& each, const cases::worker_reply& reply) {
    const case_turn turn = *std::exchange(each.turn, std::nullopt);
    if (const auto result = each.sweep.take(turn, reply)) observer_.has_record(*result);
  }

  void take_loss(const member_answer& answer, board& each) {
    const member_info& lost = members_.all()[answer.member];
    const bool is_to_blame =
        losses_.add(lost, each.turn ? each.turn->next->key : "", answer.why_lost);
    write_losses();
    if (is_to_blame) record(each, losses::blamed());
    each.turn.reset();
    for (auto& group : each.sweep.unfinished()) pool_.give_back(std::move(group));
    if (members_.living() == 0) throw std::runtime_error(all_are_lost);
  }

  /// Beside the records, as soon as there are any.
  void write_losses() {
    if (std::filesystem::exists(into_.path() / "records.jsonl")) losses_.write(into_.path());
  }

  case_pool pool_;
  members& members_;
  run_directory& into_;
  const sweep_run_options& options_;
  const sweep_run_observer& observer_;
  std::vector<board> boards_;
  losses losses_;
  std::size_t begun_ = 0, turns_ = 0;  ///< of all processes with all cases; at least so many
};

}  // namespace

void sweep_ranks(const std::vector<benchmark_case>& cases,
                 const std::map<std::string, double>& seconds, members& boards, run_directory& into,
                 const sweep_run_options& options, const sweep_run_observer& observer) {
  sweep(cases, seconds, boards, into, options, observer).run();
}

}  // namespace retime::sweep::ranks
