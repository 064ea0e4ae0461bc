// The cases of `run` and `verify`: those that decide claims, or those that axes span.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/registry/claim_list.h"

namespace retime {

/// What the quick profile may take on a GPU, by what the listed cases took when they were recorded.
constexpr double quick_s = 300;

/// So little that an input, with its reference, disturbs what others on the host time less than
/// waiting for them would cost.
constexpr double short_input_s = 0.2;

/// For each claim that compares times on several inputs, these, by workload_key.
using compared_inputs = std::vector<std::set<std::string>>;

struct planned_sweep {
  std::vector<benchmark_case> cases;
  std::map<std::string, std::size_t> processes;  ///< of listed cases, by key
  std::map<std::string, double> seconds;         ///< that listed cases took, by key
  std::set<std::string> short_inputs;            ///< known to take little, by workload_key
  compared_inputs compared;                      ///< of GPU variants, by the listed claims
  std::optional<claim_choice> claims;            ///< if any are listed
};

/// The profile claims: all listed cases. Quick without axes on a GPU: of these what fits into
/// quick_s, and of families of which the filter finds no listed case the axes' values. Else
/// expand(). Throws bad_input as it does.
planned_sweep plan_sweep(const sweep_request& request, const claim_list& list, bool is_gpu);

bool takes_listed(const sweep_request& request, bool is_gpu);

}  // namespace retime
