// What is wrong with a command line, said in one line each.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace retime {

/// Throws bad_input unless every word is UTF-8 without control characters: words go into records,
/// keys and messages.
void check_words(int argc, char** argv);

/// Numbers are plain ones, values are not empty, and what takes none gets none.
void hold_to_plain_values(CLI::App& app);

/// The one of the words that a slip or two turns into `word`; empty where there is none.
std::string nearest(std::string_view word, const std::vector<std::string>& words);

/// What may be meant by a word that the command does not take.
std::string unknown_word(const CLI::App& command, const std::string& word);

/// What the parser refuses; names where to read what would be right.
std::string refusal(const CLI::App& app, const CLI::ParseError& error, const std::string& command);

}  // namespace retime
