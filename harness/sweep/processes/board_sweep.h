// The turns of one board's fresh processes through the cases that it takes from a pool.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/cases/worker/worker.h"
#include "harness/host/clock.h"
#include "harness/record/run_directory.h"
#include "harness/registry/planned_sweep.h"
#include "harness/sweep/processes/case_pool.h"
#include "harness/sweep/processes/process_plan.h"

namespace retime::sweep {

struct sweep_run_options {
  process_plan processes;
  std::map<std::string, process_plan> own_processes;  ///< of cases that have their own plan, by key
  std::set<std::string> short_inputs;                 ///< by workload_key; see run_options
  compared_inputs compared;                           ///< on one board, where there are several
  bool timed = true;                                  ///< false: `retime verify`
  bool shuffled =
      false;  ///< each process takes the inputs, and the cases of each, in an order of its own
  std::string cache = "warm";
  std::string stop = default_stopping_rule;
  std::uint64_t seed = 1;  ///< of those orders
  double timeout_s = 600;  ///< of a case in one process, from when its input is made
  std::string save;        ///< folder for final arrays; empty: none
  std::optional<std::uint64_t> thread_order;  ///< seed of the order of threads; emulation only

  const process_plan& plan_of(const std::string& key) const {
    const auto own = own_processes.find(key);
    return own == own_processes.end() ? processes : own->second;
  }
};

/// A process's turn with a case, both counted from 0.
struct case_turn {
  std::size_t process = 0, place = 0;
  std::size_t cases = 0;  ///< that are this process's, as far as it has taken them
  const benchmark_case* next = nullptr;
};

class board_sweep {
 public:
  /// `board`: as records name it; empty where a run has one. The first process takes groups from
  /// the pool as long as there are some and `turn_s` has not passed since it began; once theirs
  /// have all their records, it takes more. CPU variants are left, for whichever board is done
  /// first, until its GPU variants have theirs.
  board_sweep(case_pool& pool, run_directory& into, const sweep_run_options& options,
              std::string board, double turn_s);

  /// What the board measures next; nothing while no case is left for it: what keeps the whole host
  /// busy is not while the host's other boards have work.
  std::optional<case_turn> next(bool others_have_work = false);
  /// While its process is at the last case that it has, takes another group, so that the request
  /// can name a case whose input the process makes meanwhile.
  void look_ahead(bool others_have_work = false);
  /// Whether a fresh process must measure it: another one has had its turn with these cases.
  bool wants_fresh_process(const case_turn& turn) const {
    return turn.process > 0 && turn.place == 0;
  }
  nlohmann::json request(const case_turn& turn) const;
  /// The answer to that request. The case's record, if this was its last process.
  std::optional<recorded_case> take(const case_turn& turn, const cases::worker_reply& reply);
  /// Those of the groups that it took that have cases without a record, for another board.
  std::vector<case_group> unfinished() const;

 private:
  using case_list = std::vector<const benchmark_case*>;

  case_list open_cases() const;
  std::size_t measured_by(const benchmark_case& benchmark) const;
  bool may_take_more(const case_list& open) const;
  bool takes_a_group(bool others_have_work);
  const benchmark_case* next_with_long_input() const;
  bool begins_next_process();

  case_pool& pool_;
  run_directory& into_;
  const sweep_run_options& options_;
  std::string board_;
  double turn_s_;
  std::vector<case_group> taken_;
  std::size_t process_ = 0, place_ = 0;
  case_list turn_;
  bool looks_ahead_ = false;
  stopwatch since_begun_;
};

}  // namespace retime::sweep
