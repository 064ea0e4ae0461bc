// Rounds of fresh processes of this program: a case as it is, as it is once more, and made slower
// in known ways.
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
  std::vector<std::string> keys;          ///< the cases among those it serves
  std::vector<cases::lengthening> sides;  ///< that BASE is compared with
};

class across_audit {
 public:
  explicit across_audit(across_plan plan);

  /// A fresh process of each side, one after the other, in random order. `begins` is asked ahead of
  /// each case; false breaks the round off, and it is not kept.
  void round(const std::function<bool(const std::string& key)>& begins);
  std::size_t rounds() const { return rounds_; }
  const std::vector<measured_case>& cases() const { return cases_; }
  const nlohmann::json& header() { return base_.header(); }

 private:
  struct injected {
    double slowdown;
    program code;
  };

  void keep(const std::vector<timed_case>& sides, measured_case& into) const;
  timed_case measure(program& code, measured_case& measured);

  across_plan plan_;
  program base_;
  std::vector<injected> new_sides_;
  std::vector<measured_case> cases_;
  std::size_t rounds_ = 0;
};

}  // namespace retime::gate
