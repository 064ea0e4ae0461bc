// How long a sweep will still take, from what its turns took so far.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/sweep/processes/sweep_run.h"

namespace retime::bench {

class time_left {
 public:
  /// `cases`: those to be measured. `known_s`: what listed cases took elsewhere in a process, by
  /// key.
  time_left(const std::vector<benchmark_case>& cases, const std::map<std::string, double>& known_s,
            const sweep::sweep_run_options& options);

  /// A process spent so long with the case, its input included.
  void took(const benchmark_case& measured, double seconds);
  /// The case has its record: no process measures it again.
  void is_done(const std::string& key);

  /// Nothing before the first turn is over. A case's turns to come take what its own took, else
  /// what it took elsewhere, else what turns of its variant, of its family or of any did.
  std::optional<double> seconds() const;

 private:
  struct mean {
    double sum_s = 0;
    std::size_t turns = 0;
    double value() const { return sum_s / static_cast<double>(turns); }
  };
  struct open_case {
    std::string variant, family;
    std::size_t turns = 1;  ///< of processes to come, at least
    std::optional<double> known_s;
  };

  double turn_s(const std::string& key, const open_case& open) const;

  std::map<std::string, open_case> open_;
  std::map<std::string, mean> of_case_, of_variant_, of_family_;
  mean of_all_;
};

}  // namespace retime::bench
