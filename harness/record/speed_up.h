// How many times as fast as its base a case is: the variant that a paper's speed-up divides by, in
// the same run and on the same workload, at its best tuning there. Of several processes each, the
// mean of the rounds' quotients, as the report's verdicts have it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "harness/record/recorded_run.h"

namespace retime {

class speed_ups {
 public:
  explicit speed_ups(const recorded_run& run);

  /// Nothing where the case or its base has no measured time there.
  std::optional<double> of(const recorded_case& result) const;

 private:
  struct time_of_base {
    double median_ns, centre_ns;
  };
  using place = std::tuple<std::string, std::string, std::map<std::string, axis_value>>;
  std::map<place, time_of_base> best_;  ///< by family, variant and workload
};

}  // namespace retime
