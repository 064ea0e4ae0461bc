#include "harness/cases/after_timing.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/cases/run_once.h"

namespace retime::cases {
namespace {

/// Runs of each kind. Consecutive ones, so that what goes wrong every so many runs, up to this
/// many, is met wherever the count stands.
constexpr int most_runs = 16;
/// Runs of a case that is not timed: with the first run, what goes wrong every seventh time is met.
constexpr int repeated_untimed = 4, from_reset_untimed = 7;
constexpr double most_s = 0.5, most_in_emulation_s = 0.05;
constexpr double share_of_timing = 0.05;
constexpr double share_for_repeated = 0.4;

}  // namespace

std::string mismatch(const verification& outcome) {
  return fmt::format("{} = {:.6g}, tolerance {:.6g}", outcome.metric, outcome.value,
                     outcome.tolerance);
}

void add_note(verification& outcome, const std::string& text) {
  if (!outcome.note.empty() && !text.empty()) outcome.note += "; ";
  outcome.note += text;
}

after_timing::after_timing(prepared_case& prepared, const measurement& timing, bool brief)
    : prepared_(prepared),
      result_(prepared.result),
      timing_(&timing),
      brief_(brief),
      most_s_(result_.emulated ? most_in_emulation_s
                               : std::min(most_s, share_of_timing * timing.wall_s)) {}

after_timing::after_timing(prepared_case& prepared, double allowed_s)
    : prepared_(prepared), result_(prepared.result), most_s_(allowed_s) {}

std::optional<std::string> after_timing::fault() {
  reason why;
  if (timing_ != nullptr && !brief_) why = look_at_timed_output();
  if (!why && !brief_) why = look_at_repeated_runs();
  if (!why) why = look_at_runs_from_reset();
  if (!why) why = look_at_work();
  if (why || verified_ == 0) return why;
  result_.verify_after = last_right_;
  add_note(*result_.verify_after, note());
  return std::nullopt;
}

after_timing::reason after_timing::look_at_timed_output() {
  timed_output_is_right_ = is_right(prepared_.runner->answer());
  return timed_output_is_right_ ? std::nullopt : judge_difference();
}

after_timing::reason after_timing::look_at_repeated_runs() {
  const int most = timing_ == nullptr ? repeated_untimed : most_runs;
  const double share = timing_ == nullptr ? 1 : share_for_repeated;
  for (int i = 0; i < most; ++i) {
    // The first one after a reset() has all to do, as where a trace came before.
    const bool is_counted = result_.emulated && i == (timing_ == nullptr ? 1 : 0);
    if (!(is_counted && timing_ != nullptr) && !has_time(share)) break;
    const waited_run run = run_again(*prepared_.runner, is_counted);
    times_.repeated_ns.push_back(run.time_ns);
    if (is_counted) accesses_of_repeated_ = run.accesses;
    if (advances_ || is_right(prepared_.runner->answer())) continue;
    // The one timed run was right, and the next is not: no need to try that again.
    if (i == 0 && was_timed_once())
      advances_ = true;
    else if (auto why = judge_difference())
      return why;
  }
  return std::nullopt;
}

after_timing::reason after_timing::look_at_runs_from_reset() {
  const bool is_known = timing_ == nullptr || (was_timed_once() && timed_output_is_right_);
  const int least = is_known ? 0 : 1;
  const int most = brief_ ? least : timing_ == nullptr ? from_reset_untimed : most_runs;
  for (int i = 0; i < most && (i < least || has_time(1)); ++i) {
    if (!run_from_reset_is_right()) return mismatch(*result_.verify_after);
  }
  return std::nullopt;
}

after_timing::reason after_timing::look_at_work() {
  if (result_.emulated) {
    if (!accesses_of_repeated_) return std::nullopt;
    return skipped_work(*result_.accesses, *accesses_of_repeated_);
  }
  if (times_.repeated_ns.empty() && timing_ != nullptr)
    times_.repeated_ns.push_back(timing_->stats.median_ns);
  return skipped_work(*prepared_.runner, prepared_.benchmark.variant->runs_on, times_);
}

bool after_timing::is_right(const erased& answer) {
  result_.verify_after =
      prepared_.benchmark.family->compare(prepared_.problem, answer, prepared_.expected);
  if (!result_.verify_after->correct()) return false;
  last_right_ = *result_.verify_after;
  ++verified_;
  return true;
}

bool after_timing::run_from_reset_is_right() {
  const single_run once = run_once(*prepared_.runner);
  result_.phases.transfer_in = once.transfer_in_ns;
  result_.phases.transfer_out = once.transfer_out_ns;
  times_.from_reset_ns.push_back(once.run.time_ns);
  return is_right(once.answer);
}

bool after_timing::repeated_run_is_right() {
  times_.repeated_ns.push_back(run_again(*prepared_.runner).time_ns);
  return is_right(prepared_.runner->answer());
}

after_timing::reason after_timing::judge_difference() {
  const verification difference = *result_.verify_after;
  if (!run_from_reset_is_right()) return mismatch(*result_.verify_after);
  if (repeated_run_is_right()) {
    result_.verify_after = difference;
    return mismatch(difference);
  }
  advances_ = true;
  return std::nullopt;
}

bool after_timing::has_time(double share) const {
  const double run_ns = timing_ == nullptr ? prepared_.first_run_ns : timing_->stats.median_ns;
  const double next_s = 1e-9 * (run_ns + result_.phases.transfer_out.value_or(0));
  return watch_.s() + next_s < share * most_s_;
}

std::string after_timing::note() const {
  if (timing_ == nullptr)
    return fmt::format("{} more run{} verified{}", verified_, verified_ == 1 ? "" : "s",
                       advances_ ? ", each from the initial state" : "");
  std::string runs =
      fmt::format("{} run{} verified after timing", verified_, verified_ == 1 ? "" : "s");
  if (brief_) return runs;
  if (timed_output_is_right_) return runs + ", the last timed one among them";
  return runs + ", each from the initial state: a run goes on from where the last one ended";
}

}  // namespace retime::cases
