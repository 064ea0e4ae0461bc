// JUnit XML, as CI systems read it: a suite of cases, each passed, failed, in error or skipped.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace retime {

enum class junit_outcome { passed, failure, error, skipped };

struct junit_case {
  std::string name;
  std::string classname{};
  std::optional<double> time_s{};
  junit_outcome outcome = junit_outcome::passed;
  std::string message{};  ///< one line; for all but passed
};

/// Text with & < > " and ' escaped; characters that XML 1.0 forbids are replaced by '?'.
std::string xml_escaped(const std::string& text);

std::string junit_document(const std::string& suite, const std::vector<junit_case>& cases);

}  // namespace retime
