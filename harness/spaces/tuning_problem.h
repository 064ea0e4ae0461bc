// What there is to tune: one variant on one input, and the configurations that may run.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/registry/sweep.h"
#include "harness/spaces/space.h"

namespace retime {

struct tuning_problem {
  std::string key;                    ///< family/variant/axis=value/... of the workload axes
  std::vector<benchmark_case> cases;  ///< by configuration
  std::optional<tuning_space> space;  ///< nothing if no configuration is valid
  std::vector<std::pair<benchmark_case, std::string>> excluded;  ///< with the variant's reason
  std::optional<configuration> usual;        ///< what `run` takes, or the nearest to it
  std::optional<configuration> recommended;  ///< the axes' defaults, or the nearest to them

  const benchmark_case& any() const { return cases.empty() ? excluded.front().first : cases[0]; }
};

/// One problem for each variant with tuning axes and each of its inputs. Throws bad_input where
/// nothing is left to tune.
std::vector<tuning_problem> problems_of(sweep_request request);

/// The values of a case's tuning axes.
point tuning_of(const benchmark_case& candidate);

}  // namespace retime
