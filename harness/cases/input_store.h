// The input of a workload point, which all its variants share.
#pragma once

#include <functional>
#include <future>
#include <map>
#include <optional>
#include <string>

#include "harness/cases/further_problems.h"
#include "harness/host/host_turns.h"
#include "harness/record/record.h"

namespace retime::cases {

/// What making inputs may take of the host.
struct input_options {
  int cores = 0;          ///< 0: all
  bool is_short = false;  ///< input and reference take so little that they take no turn
  /// A case whose input will be wanted: made on a thread of its own while another is measured,
  /// which takes its turns by `begin_ahead`.
  std::optional<benchmark_case> next{};
  std::function<void(host_use)> begin_ahead{};
};

/// Holds the input of the last workload point, its probes and the reference's answers, which its
/// variants share but for those that reorder the reference.
class input_store {
 public:
  using begin_use = std::function<void(host_use)>;

  /// The case's input, made unless it is held; `took` gets the times of what was made. `begin`
  /// takes the turns. Throws what the family throws.
  const judged_problem& of(const benchmark_case& benchmark, const input_options& options,
                           const begin_use& begin, phase_times& took);
  /// Begins the input of `options.next`, unless one is being made: to begin another would wait for
  /// that one's end, which may be waiting for this process's turn.
  void begin_next(const input_options& options);

 private:
  struct made_input {
    erased problem;
    std::string
        order;  ///< of the reference: "" for the family's own, else the variant that reorders
    judged_problem judged;
    phase_times took;
  };
  static made_input make(const benchmark_case& benchmark);
  bool is_begun(const benchmark_case& benchmark) const {
    return coming_.valid() && coming_key_ == benchmark.workload_key;
  }
  void hold(const benchmark_case& benchmark, const begin_use& begin, host_use use,
            phase_times& took);

  std::string workload_key_;  ///< of the input that is held
  erased problem_;
  std::map<std::string, judged_problem> judged_;  ///< by order of the reference
  std::string coming_key_;
  std::future<made_input> coming_;
};

}  // namespace retime::cases
