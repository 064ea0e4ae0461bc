// False-alarm and detection rates of compare: how often each verdict was given to comparisons whose
// right answer is known.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/gate/verdict.h"

namespace retime::gate {

/// Verdicts by injected slow-down (0: equal code).
class confusion_matrix {
 public:
  void add(double injected, verdict word) { ++counts_[injected][word]; }
  void add(const confusion_matrix& more);
  std::size_t count(double injected, verdict word) const;
  std::size_t total(double injected) const;
  double share(double injected, verdict word) const;
  /// Called faster or slower although the code is equal.
  double false_share() const { return share(0, verdict::faster) + share(0, verdict::slower); }
  std::vector<double> injected() const;
  std::string table() const;  ///< for the terminal
  nlohmann::json to_json() const;

 private:
  std::map<double, std::map<verdict, std::size_t>> counts_;
};

}  // namespace retime::gate
