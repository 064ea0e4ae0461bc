// What a shell can complete of the command line, as the parser itself has it, so that no script
// names a flag that is gone.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace retime {

enum class completed { nothing, words, files, folders };

/// A flag with its value, or an argument.
struct completed_flag {
  std::vector<std::string> names{};  ///< "-f", "--filter"; none of an argument
  std::string value{};               ///< "RE"; empty if it takes none
  std::string help{};                ///< the first clause
  completed what = completed::nothing;
  std::vector<std::string> words{};  ///< those to choose from
  bool may_repeat = false;
};

struct completed_command {
  std::string name, help;
  std::vector<completed_flag> flags, arguments;
};

/// Of all commands that people use.
std::vector<completed_command> completed_commands(const CLI::App& app);

/// Scripts for the program of that name, to be read by the shell.
std::string bash_completion(const std::string& program,
                            const std::vector<completed_command>& commands);
std::string zsh_completion(const std::string& program,
                           const std::vector<completed_command>& commands);

/// The shell function that completes it.
std::string completion_function(const std::string& program);

}  // namespace retime
