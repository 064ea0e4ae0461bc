// What is timed is what is verified: what the last timed run left, and runs like it, are compared
// with the reference, and a timed run is to do the work of one from the initial state. Where a case
// is only verified, its first run is followed by the runs that timing would have.
#pragma once

#include <optional>
#include <string>

#include "harness/cases/prepared_case.h"
#include "harness/cases/skipped_work.h"
#include "harness/host/clock.h"
#include "harness/measure/measurement.h"

namespace retime::cases {

std::string mismatch(const verification&);
/// Behind what the note says already, if anything is to be added.
void add_note(verification&, const std::string& text);

class after_timing {
 public:
  /// Looks at a case that has just been timed, for a twentieth of what timing it took, half a
  /// second at most. `brief`: verifies one run from the initial state and compares its time, no
  /// more.
  after_timing(prepared_case& prepared, const measurement& timing, bool brief);
  /// Looks at a case that is not timed for so long.
  after_timing(prepared_case& prepared, double allowed_s);

  /// Why the case is wrong, if it is. The record's `verify_after` is then the comparison that says
  /// so, else the last one, if there was any, and its note says what was looked at.
  std::optional<std::string> fault();

 private:
  using reason = std::optional<std::string>;
  reason look_at_timed_output();
  reason look_at_repeated_runs();
  reason look_at_runs_from_reset();
  reason look_at_work();

  bool is_right(const erased& answer);
  bool run_from_reset_is_right();
  bool repeated_run_is_right();
  /// The last comparison, of a run that began where another ended, found a difference: is the run
  /// wrong, or does each go on from the last, so that its answer has no reference?
  reason judge_difference();
  /// Whether another run and its comparison fit into a share of the time.
  bool has_time(double share) const;
  std::string note() const;
  /// The one timed run was from the initial state, so that its answer has a reference.
  bool was_timed_once() const {
    return timing_ != nullptr && timing_->stopped == stop_reason::single && prepared_.runs == 1;
  }

  prepared_case& prepared_;
  recorded_case& result_;
  const measurement* timing_ = nullptr;  ///< null: the case is not timed
  bool brief_ = false;
  double most_s_;
  stopwatch watch_;
  run_times times_;
  std::optional<device::access_count> accesses_of_repeated_;
  verification last_right_;
  int verified_ = 0;
  bool timed_output_is_right_ = false;
  bool advances_ = false;  ///< each run goes on from where the last one ended
};

}  // namespace retime::cases
