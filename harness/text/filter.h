// The regular expression after --filter, which every command with that flag reads alike.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace retime {

/// Searched anywhere in a text, in time that grows with the text's length alone (RE2).
class key_filter {
 public:
  /// An empty expression finds every text. Throws bad_input that names `flag` where it is none.
  explicit key_filter(const std::string& expression, const char* flag = "--filter");

  bool matches(std::string_view text) const;
  /// False only if it matches no text that begins so.
  bool may_match_below(std::string_view beginning) const;

 private:
  std::shared_ptr<const re2::RE2> expression_;
  std::string prefix_;  ///< with which all that it matches begins, as far as that is plain
};

}  // namespace retime
