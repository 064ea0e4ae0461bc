#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/completion.h"

namespace retime {
namespace {

/// In single quotes, and in a description that ends at a bracket or a colon.
std::string quoted(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\'') {
      safe += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string action_of(const completed_flag& flag) {
  switch (flag.what) {
    case completed::words:
      return fmt::format("({})", fmt::join(flag.words, " "));
    case completed::files:
      return "_files";
    case completed::folders:
      return "_files -/";
    case completed::nothing:
      break;
  }
  return " ";
}

/// A line for each name, which excludes the others: '(-f)--filter=[help]:RE: '
std::string flag_lines(const completed_flag& flag) {
  std::string lines;
  for (const auto& name : flag.names) {
    const std::string excluded =
        flag.may_repeat ? "*" : fmt::format("({})", fmt::join(flag.names, " "));
    const bool is_long = name.starts_with("--");
    const std::string value =
        flag.value.empty() ? "" : fmt::format(":{}:{}", quoted(flag.value), action_of(flag));
    lines += fmt::format(" \\\n        '{}{}{}[{}]{}'", excluded, name,
                         flag.value.empty() ? "" : (is_long ? "=" : "+"), quoted(flag.help), value);
  }
  return lines;
}

std::string case_of_command(const completed_command& command) {
  std::string text = fmt::format("      {}) _arguments -s", command.name);
  for (const auto& flag : command.flags) text += flag_lines(flag);
  for (const auto& one : command.arguments)
    text += fmt::format(" \\\n        '{}:{}:{}'", one.may_repeat ? "*" : "", quoted(one.help),
                        action_of(one));
  return text + " ;;\n";
}

constexpr const char* zsh_script = R"script(#compdef {program}
# zsh completion of {program}: eval "$({program} completion zsh)"
{function}() {{
  local -a commands=(
{commands}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
{cases}  esac
}}
if [[ $funcstack[1] == {function} ]]; then {function} "$@"; else compdef {function} {program}; fi
)script";

}  // namespace

std::string zsh_completion(const std::string& program,
                           const std::vector<completed_command>& commands) {
  std::string names, cases;
  for (const auto& one : commands) {
    names += fmt::format("    '{}:{}'\n", one.name, quoted(one.help));
    cases += case_of_command(one);
  }
  return fmt::format(zsh_script, fmt::arg("program", program),
                     fmt::arg("function", completion_function(program)),
                     fmt::arg("commands", names), fmt::arg("cases", cases));
}

}  // namespace retime
