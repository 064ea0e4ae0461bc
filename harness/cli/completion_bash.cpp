#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/completion.h"

namespace retime {
namespace {

/// What the variables `words` and `what` of the script get.
std::string offer_of(const completed_flag& flag) {
  switch (flag.what) {
    case completed::words:
      return fmt::format("words='{}'", fmt::join(flag.words, " "));
    case completed::files:
      return "what=file";
    case completed::folders:
      return "what=directory";
    case completed::nothing:
      break;
  }
  return "what=";
}

/// Of all flags of the command that take a value: "    run,-d|run,--device) words='auto all' ;;"
std::string values_of_flags(const completed_command& command) {
  std::string text;
  for (const auto& flag : command.flags) {
    if (flag.value.empty()) continue;
    std::vector<std::string> names;
    for (const auto& name : flag.names) names.push_back(command.name + "," + name);
    text += fmt::format("    {}) {} ;;\n", fmt::join(names, "|"), offer_of(flag));
  }
  return text;
}

std::string own_words(const completed_command& command) {
  std::vector<std::string> names;
  for (const auto& flag : command.flags)
    names.insert(names.end(), flag.names.begin(), flag.names.end());
  std::string text = fmt::format("    {},-*) words='{}' ;;\n", command.name, fmt::join(names, " "));
  if (!command.arguments.empty())
    text += fmt::format("    {},*) {} ;;\n", command.name, offer_of(command.arguments.front()));
  return text;
}

constexpr const char* script =
    R"script(# bash completion of {program}: eval "$({program} completion bash)"
{function}() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}
  local words= what=words
  COMPREPLY=()
  # Of --flag=value the shell makes three words.
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${{COMP_WORDS[COMP_CWORD-2]}}; fi
  [[ $COMP_CWORD -eq 1 ]] && command= prev=
  case $command,$prev in
    ,) words='{commands} --help --version' ;;
{values}    *) case $command,$cur in
{own}    esac ;;
  esac
  case $what in
    words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;
    ?*) compopt -o filenames 2>/dev/null
       mapfile -t COMPREPLY < <(compgen -A "$what" -- "$cur") ;;
  esac
}}
complete -F {function} {program}
)script";

}  // namespace

std::string bash_completion(const std::string& program,
                            const std::vector<completed_command>& commands) {
  std::vector<std::string> names;
  std::string values, own;
  for (const auto& one : commands) {
    names.push_back(one.name);
    values += values_of_flags(one);
    own += own_words(one);
  }
  return fmt::format(script, fmt::arg("program", program),
                     fmt::arg("function", completion_function(program)),
                     fmt::arg("commands", fmt::format("{}", fmt::join(names, " "))),
                     fmt::arg("values", values), fmt::arg("own", own));
}

}  // namespace retime
