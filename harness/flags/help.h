// What `--help` prints: options by group, choices, defaults and an example, within 80 columns.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

namespace retime {

/// For the program and for the commands that are added to it afterwards.
void use_own_help(CLI::App& app);

/// At the end of the command's help: what follows the program's name, ready to be typed.
void add_example(CLI::App& command, const std::string& words);

/// Flags that choose a variant of this program, at two of its sizes if it has as many.
std::string example_cases();

/// As it stands in the help after the flag's name: "warm|cold", "FILE", "N"; empty for a flag that
/// takes no value.
std::string value_name(const CLI::Option& option);

/// Whether several values may follow it.
bool takes_several(const CLI::Option& option);

/// Ends with a new line. Lines after the first are indented so far, and broken between words; a
/// line that is indented itself is a command, which goes on after a backslash.
std::string wrapped(const std::string& text, std::size_t indent);

/// `left`, and from that column on `right`; on a line of its own if `left` is longer. A list of
/// choices that is longer than a line is broken after a bar.
std::string two_columns(const std::string& left, const std::string& right, std::size_t column);

}  // namespace retime
