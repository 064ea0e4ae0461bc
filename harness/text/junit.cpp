#include "harness/text/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/text/enum_text.h"

namespace retime {
namespace {

constexpr enum_text<junit_outcome> elements[] = {{junit_outcome::failure, "failure"},
                                                 {junit_outcome::error, "error"},
                                                 {junit_outcome::skipped, "skipped"}};

std::string case_element(const junit_case& tested) {
  std::string text = fmt::format("    <testcase name=\"{}\" classname=\"{}\"",
                                 xml_escaped(tested.name), xml_escaped(tested.classname));
  if (tested.time_s) text += fmt::format(" time=\"{:.9g}\"", *tested.time_s);
  if (tested.outcome == junit_outcome::passed) return text + "/>\n";
  return text + fmt::format("><{} message=\"{}\"/></testcase>\n", text_in(elements, tested.outcome),
                            xml_escaped(tested.message));
}

}  // namespace

std::string xml_escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&apos;";
        break;
      case '\t':
      case '\n':
      case '\r':
        escaped += ' ';
        break;
      default:
        escaped += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return escaped;
}

std::string junit_document(const std::string& suite, const std::vector<junit_case>& cases) {
  const auto with = [&](junit_outcome outcome) {
    return std::ranges::count(cases, outcome, &junit_case::outcome);
  };
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n",
      xml_escaped(suite), cases.size(), with(junit_outcome::failure), with(junit_outcome::error),
      with(junit_outcome::skipped));
  for (const auto& tested : cases) text += case_element(tested);
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace retime
