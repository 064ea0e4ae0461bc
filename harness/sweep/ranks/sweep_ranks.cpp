#include "harness/sweep/ranks/sweep_ranks.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "harness/sweep/processes/compared_groups.h"
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
                                                     [&](const benchmark_case& what) {
                                                       return options.plan_of(what.key).least;
                                                     }),
                                     options.compared, boards.all().size())),
        members_(boards),
        into_(into),
        options_(options),
        observer_(observer) {
    for (const auto& one : boards.all())
      boards_.push_back({board_sweep(pool_, into, options, one.board, turn_s), {}});
    for (const auto& one : cases)
      if (!into.has(one.key)) turns_ += options.plan_of(one.key).least;
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
  bool others_have_work(std::size_t which) const {
    const auto& all = members_.all();
    for (std::size_t i = 0; i < boards_.size(); ++i) {
      const bool is_beside = i != which && !all[i].is_lost && all[i].host == all[which].host;
      if (is_beside && boards_[i].has_work()) return true;
    }
    return false;
  }

  bool is_waiting() const {
    return std::ranges::any_of(boards_, [](const board& one) { return one.turn.has_value(); });
  }

  void hand_out() {
    std::vector<std::size_t> with_turn;
    for (std::size_t i = 0; i < boards_.size(); ++i) {
      board& one = boards_[i];
      if (members_.all()[i].is_lost || one.turn) continue;
      one.turn = one.sweep.next(others_have_work(i));
      if (one.turn) with_turn.push_back(i);
    }
    // Only now: no board takes a second group before each has its first.
    for (const auto i : with_turn) {
      board& one = boards_[i];
      one.sweep.look_ahead(others_have_work(i));
      observer_.begins({.process = 0, .place = begun_++, .cases = turns_, .next = one.turn->next});
      members_.ask(i, one.sweep.request(*one.turn), options_.timeout_s,
                   one.sweep.wants_fresh_process(*one.turn));
    }
  }

  void take(const member_answer& answer) {
    board& one = boards_[answer.member];
    if (!answer.reply) return take_loss(answer, one);
    record(one, *answer.reply);
  }

  void record(board& one, const cases::worker_reply& reply) {
    const case_turn turn = *std::exchange(one.turn, std::nullopt);
    if (const auto result = one.sweep.take(turn, reply)) observer_.has_record(*result);
  }

  void take_loss(const member_answer& answer, board& one) {
    const member_info& lost = members_.all()[answer.member];
    const bool is_to_blame =
        losses_.add(lost, one.turn ? one.turn->next->key : "", answer.why_lost);
    write_losses();
    if (is_to_blame) record(one, losses::blamed());
    one.turn.reset();
    for (auto& group : one.sweep.unfinished()) pool_.give_back(std::move(group));
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
