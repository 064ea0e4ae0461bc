// The flags of Google Benchmark that a run takes beside its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace retime::bench {

/// What "--name=value" says, "" for a bare "--name"; nothing if it is not given.
std::optional<std::string> value_of_flag(const std::vector<std::string>& flags,
                                         const std::string& name);

/// Throws bad_input for one whose value is wrong, that is given twice, or that means nothing for
/// cases that have been measured: then with what does here.
void check_benchmark_flags(const std::vector<std::string>& flags);

}  // namespace retime::bench
