// Problems by name, as short as tells them apart: a variant on an input has a dozen axes, of which
// a run changes one or two.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "variants/axis.h"

namespace retime::exports {

/// A variant on an input.
struct named_problem {
  std::string variant;  ///< "family/variant"
  std::map<std::string, axis_value> workload;
};

/// "family/variant/axis=value/..." of each, with those axes alone whose value is not the same in
/// all problems of that variant.
std::vector<std::string> short_names(const std::vector<named_problem>& problems);

/// "family_variant_axis=value.json" of each name: no two alike, of letters, digits and "._+-="
/// alone, and short enough for any file system.
std::vector<std::string> file_names(const std::vector<std::string>& names);

/// "a, b, c, d, e and 7 more".
std::string first_few(const std::vector<std::string>& names);

}  // namespace retime::exports
