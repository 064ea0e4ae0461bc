// False-alarm and detection rates of compare: how often each verdict was given to comparisons whose
// right answer is known.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "harness/gate/audit/synthetic.h"
#include "harness/gate/compare.h"

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

struct synthetic_plan {
  synthetic_machine machine{};
  std::vector<double> slowdowns{0, 0.01, 0.02, 0.05};
  int streams = 500;  ///< of each slow-down
  int blocks = 30, samples_per_block = 10;
  std::uint64_t seed = 1;
};

/// Each stream is a comparison of one interleaved session, decided alone (so nothing is corrected
/// away).
confusion_matrix audit_synthetic(const synthetic_plan& plan, const compare_options& options);

}  // namespace retime::gate
