#include "harness/text/filter.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

constexpr std::size_t longest_expression = 512;
constexpr int most_compiled_bytes = 1 << 18;  // a text is searched within 10 ms

std::string prefix_of(const re2::RE2& expression) {
  constexpr int longest_prefix = 128;
  const std::string& text = expression.pattern();
  std::string least, most;
  // "a|^b" and "^*a" begin anywhere.
  const bool is_anchored =
      text.starts_with('^') && text.find('|') == text.npos && text.find_first_of("*+?{") != 1;
  if (!is_anchored || !expression.PossibleMatchRange(&least, &most, longest_prefix)) return "";
  return {least.begin(), std::mismatch(least.begin(), least.end(), most.begin(), most.end()).first};
}

}  // namespace

key_filter::key_filter(const std::string& expression, const char* flag) {
  if (expression.size() > longest_expression)
    throw bad_input(fmt::format("{}: an expression of {} bytes; at most {}", flag,
                                expression.size(), longest_expression));
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(most_compiled_bytes);
  expression_ = std::make_shared<const re2::RE2>(expression, options);
  if (!expression_->ok())
    throw bad_input(fmt::format(
        "{} '{}': not a regular expression of RE2, which knows no back-references and no "
        "look-ahead ({})",
        flag, expression, expression_->error()));
  prefix_ = prefix_of(*expression_);
}

bool key_filter::matches(std::string_view text) const {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *expression_);
}

bool key_filter::may_match_below(std::string_view beginning) const {
  const auto common = std::min(beginning.size(), prefix_.size());
  return beginning.substr(0, common) == std::string_view(prefix_).substr(0, common);
}

}  // namespace retime
