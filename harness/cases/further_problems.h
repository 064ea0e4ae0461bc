// What answers are judged by: the reference's answer to the problem and to its probes
// (variants/form.h), and what a variant makes of the probes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/registry/sweep.h"
#include "variants/registry.h"

namespace retime::cases {

/// A probe and what the reference answers.
struct known_probe {
  erased_probe asked;
  erased expected;
};

struct judged_problem {
  erased problem, expected;
  std::vector<known_probe> probes;
};

judged_problem judged(const family&, const erased& problem);

struct probed {
  std::optional<verification>
      wrong;         ///< of the first that the variant gets wrong, the last one run
  std::string note;  ///< names it, or all that are right; empty without probes
};

/// Each probe by the case's variant at the case's tuning. One at a time takes memory, and gives it
/// back.
probed run_probes(const benchmark_case& benchmark, std::span<const known_probe> probes);

}  // namespace retime::cases
