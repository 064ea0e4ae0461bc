#include "harness/cli/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <sstream>

#include "harness/cli/commands.h"
#include "harness/cli/help.h"
#include "harness/support/output.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

/// Of "auto|all|cuda:N" those that can be typed as they are.
std::vector<std::string> choices_of(const std::string& value) {
  std::vector<std::string> words;
  std::istringstream parts(value);
  for (std::string part; std::getline(parts, part, '|');) {
    const bool is_placeholder =
        std::ranges::any_of(part, [](unsigned char c) { return std::isupper(c) != 0; });
    if (!is_placeholder) words.push_back(part);
  }
  return words;
}

std::string first_clause(const std::string& help) {
  std::size_t end = help.size();
  for (const char* stop : {"; ", ". ", ": "}) end = std::min(end, help.find(stop));
  return help.substr(0, end);
}

completed_flag flag_of(const CLI::Option& option) {
  completed_flag flag{.value = value_name(option), .help = first_clause(option.get_description())};
  for (const auto& name : option.get_snames()) flag.names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) flag.names.push_back("--" + name);
  flag.may_repeat = option.get_expected_max() == CLI::detail::expected_max_vector_size;
  if (flag.value.find('|') != flag.value.npos) flag.words = choices_of(flag.value);
  if (!flag.words.empty())
    flag.what = completed::words;
  else if (flag.value == "DIR")
    flag.what = completed::folders;
  else if (flag.value == "RUN" || flag.value.find("FILE") != flag.value.npos)
    flag.what = completed::files;
  return flag;
}

completed_command command_of(const CLI::App& app) {
  completed_command command{app.get_name(), app.get_description(), {}, {}};
  for (const auto* option : app.get_options())
    (option->get_positional() ? command.arguments : command.flags).push_back(flag_of(*option));
  return command;
}

void print_completion(const CLI::App& app, const std::string& shell) {
  const auto commands = completed_commands(app);
  if (shell == "bash") return write_result(bash_completion(app.get_name(), commands));
  if (shell == "zsh") return write_result(zsh_completion(app.get_name(), commands));
  throw bad_input(fmt::format("completion '{}': bash or zsh", shell));
}

}  // namespace

std::vector<completed_command> completed_commands(const CLI::App& app) {
  std::vector<completed_command> commands;
  for (const auto* one : app.get_subcommands({}))
    if (!one->get_group().empty()) commands.push_back(command_of(*one));
  return commands;
}

std::string completion_function(const std::string& program) {
  std::string name = "_" + program;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

void add_completion(CLI::App& app) {
  auto* command =
      app.add_subcommand("completion", "Print a script that completes commands, flags and choices");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "The shell that is to read it")
      ->type_name("bash|zsh")
      ->required();
  command->footer(fmt::format(
      "Example, in ~/.bashrc, for all shells to come:\n  eval \"$({0} completion bash)\"\n\n"
      "Example, in ~/.zshrc, after compinit:\n  eval \"$({0} completion zsh)\"",
      app.get_name()));
  command->callback([&app, shell] { print_completion(app, *shell); });
}

}  // namespace retime
