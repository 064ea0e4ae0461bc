// The input of a case to come, made while another case is measured.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <string>

#include "harness/cases/further_problems.h"
#include "harness/host/host_turns.h"
#include "harness/record/record.h"

namespace retime::cases {

/// An input with what answers to it are judged by.
struct made_input {
  erased problem;
  std::string order;  ///< of the reference: "" for the family's own, else the variant that reorders
  judged_problem judged;
  phase_times took;
};

/// Makes the input of the case, whose variant may reorder the reference. Throws what the family
/// throws.
made_input make_input_of(const benchmark_case& benchmark);

class input_ahead {
 public:
  /// Makes it on a thread of its own and so many cores, once `begin_use` has given it its turn with
  /// the host.
  void begin(const benchmark_case& benchmark, int cores, std::function<void(host_use)> begin_use);
  bool is_begun(const std::string& workload_key) const {
    return coming_.valid() && workload_key_ == workload_key;
  }
  /// To begin another one now would wait for its end, which may be waiting for this process's turn.
  bool is_under_way() const {
    return coming_.valid() &&
           coming_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
  }
  /// Waits for what was begun. Throws what making it throws.
  made_input take() { return coming_.get(); }

 private:
  std::string workload_key_;
  std::future<made_input> coming_;
};

}  // namespace retime::cases
