// Rounds of fresh processes of this program: as it is, as it is once more, and made slower in known
// ways.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/gate/ab/program.h"
#include "harness/gate/audit/rounds.h"

namespace retime::gate {

struct across_plan {
  measuring_options measuring;
  std::vector<std::string> keys;  ///< the cases among those it serves
  std::vector<double> slowdowns;  ///< equal code is always there
};

struct case_across {
  std::string key;
  std::string reason;  ///< why it could not be audited; else empty
  measured_rounds rounds{};
};

class across_audit {
 public:
  explicit across_audit(across_plan plan);

  /// A fresh process of each side, one after the other, in random order. `begins` is asked ahead of
  /// each case; false breaks the round off, and it is not kept.
  void round(const std::function<bool(const std::string& key)>& begins);
  std::size_t rounds() const { return rounds_; }
  const std::vector<case_across>& cases() const { return cases_; }
  /// Of one sample. A slow-down is so many more, and measured_rounds holds what it really is.
  int runs_per_sample() const { return base_runs_; }
  std::vector<double> slowdowns() const;
  const nlohmann::json& header() { return base_.header(); }

 private:
  struct injected {
    double slowdown;
    program code;
  };

  void keep(const std::vector<timed_case>& of_sides, case_across& into) const;
  timed_case measure(program& code, case_across& one);

  across_plan plan_;
  int base_runs_;
  program base_;
  std::vector<injected> fresh_;
  std::vector<case_across> cases_;
  std::size_t rounds_ = 0;
};

}  // namespace retime::gate
