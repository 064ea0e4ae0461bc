// From filter, profile and axes to the list of cases, in the order in which they run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "harness/registry/sweep_request.h"
#include "variants/registry.h"

namespace retime {

/// A variant at one point of all axes.
struct benchmark_case {
  const retime::family* family = nullptr;
  const retime::variant* variant = nullptr;
  retime::point point;       ///< workload and tuning axes
  std::string workload_key;  ///< equal for cases that share an input
  std::string key;           ///< family/variant/axis=value/...; unique, never parsed back
};

/// Cases grouped by input, so that variants share input and reference. Throws bad_input: an
/// expression that is none, an axis that no selected family has, a value that its axis refuses in a
/// case that the filter asks for, no case left. The families in `without` are left out; beside them
/// there may be no case.
std::vector<benchmark_case> expand(const sweep_request& request,
                                   const std::set<std::string>& without = {});

/// The case of a variant at these values; those that follow from others are filled in. Throws
/// bad_input where the family refuses them.
benchmark_case case_at(const variant& member, point workload, const point& tuning);

/// The same case with other values of its tuning axes.
benchmark_case with_tuning(const benchmark_case& untuned, const point& tuning);

/// Null if this program has no such variant.
const variant* find_variant(const std::string& family, const std::string& id);

/// A case in a request to a worker.
nlohmann::json to_json(const benchmark_case& sent);
/// Throws std::runtime_error if this program has no such variant.
benchmark_case case_from(const nlohmann::json& request);

}  // namespace retime
