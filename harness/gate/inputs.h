// What is compared.
#pragma once

#include <vector>

#include "harness/gate/timing_run.h"

namespace retime::gate {

struct inputs {
  std::vector<timing_run> base, fresh;  ///< at least one each
  std::vector<timing_run> equal;  ///< A/A: runs of one and the same build, to learn the drift from
};

}  // namespace retime::gate
