#include "harness/flags/refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime {
namespace {

constexpr std::size_t longest_word = 64;

/// Letters to insert, to leave out, to change, or to swap with the next.
std::size_t slips_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::move(last);
    last = std::move(row);
    row.assign(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

template <class Number>
bool is_plain(const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  return read.ec == std::errc{} && read.ptr == end && std::isfinite(static_cast<double>(value));
}

template <class Number>
CLI::Validator plain(const char* right) {
  return CLI::Validator(
      [right](const std::string& text) {
        return is_plain<Number>(text) ? "" : fmt::format("'{}' is not {}", text, right);
      },
      "");
}

/// The parser takes whatever follows a flag for its value.
CLI::Validator no_flag() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.starts_with("--") ? fmt::format("its value is missing before {}", text) : "";
      },
      "");
}

CLI::Validator some() {
  return CLI::Validator(
      [](const std::string& text) { return text.empty() ? "its value is empty" : ""; }, "");
}

void hold_to_plain_values(CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto is = [&](const char* part) { return type.find(part) != type.npos; };
  if (option.get_expected_max() == 0) {
    option.disable_flag_override();
    return;
  }
  option.check(no_flag());
  // An empty filter finds all, and --tuned alone means this GPU's table.
  const bool may_be_empty = type == "RE" || type.starts_with('[');
  if (!may_be_empty) option.check(some());
  if (is("UINT"))
    option.check(plain<std::uint64_t>("a whole number from 0"));
  else if (is("INT"))
    option.check(plain<std::int64_t>("a whole number"));
  else if (is("FLOAT"))
    option.check(plain<double>("a finite number"));
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* option : command.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  return names;
}

std::string is_meant(const std::string& word) {
  return word.empty() ? "" : fmt::format(" (is {} meant?)", word);
}

/// The parser's own words, where they are not ours.
std::string said(const CLI::ParseError& error) {
  std::string text = error.what();
  const std::string name = text.substr(0, text.find(':'));
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr)
    return text.substr(std::min(text.size(), name.size() + 2)) + ": no value that it can take";
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return text;
  if (text.find("missing") != text.npos) return name + ": its value is missing";
  if (text.find("received") != text.npos) return name + ": given more than once";
  const std::string flag = text.substr(0, text.find(" was given"));
  return (flag.starts_with('-') ? flag : "--" + flag) + ": takes no value";
}

}  // namespace

void check_words(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (printable(word) != word)
      throw bad_input(fmt::format(
          "'{}': holds a control character or is not UTF-8; write it in printable UTF-8", word));
  }
}

void hold_to_plain_values(CLI::App& app) {
  for (auto* command : app.get_subcommands({})) {
    for (auto* option : command->get_options()) hold_to_plain_values(*option);
  }
}

std::string nearest(std::string_view word, const std::vector<std::string>& words) {
  std::string result;
  if (word.size() > longest_word) return result;
  std::size_t fewest = std::min<std::size_t>(2, word.size() / 2) + 1;
  for (const auto& candidate : words) {
    const std::size_t slips = slips_between(word, candidate);
    if (slips >= fewest) continue;
    fewest = slips;
    result = candidate;
  }
  return result;
}

std::string unknown_word(const CLI::App& command, const std::string& word) {
  const std::string name = command.get_parent()->get_name() + " " + command.get_name();
  if (word.starts_with('-')) {
    const std::string flag = word.substr(0, word.find('='));
    return fmt::format("{}: no such flag{}; `{} --help` names them", word,
                       is_meant(nearest(flag, flags_of(command))), name);
  }
  const bool has_filter = command.get_option_no_throw("--filter") != nullptr;
  return fmt::format("'{}': a word that `{}` does not take{}; `{} --help` names what it does", word,
                     name, has_filter ? fmt::format("; cases are chosen by --filter {}", word) : "",
                     name);
}

std::string refusal(const CLI::App& app, const CLI::ParseError& error, const std::string& command) {
  const std::string& name = app.get_name();
  if (command.empty()) return fmt::format("a command is missing; `{} --help` names them", name);
  if (command.starts_with('-'))
    return fmt::format("{}: no such flag{}; see `{} --help`", command,
                       is_meant(nearest(command, {"--help", "--version"})), name);
  const auto is_it = [&](const CLI::App* candidate) { return candidate->get_name() == command; };
  const auto commands = app.get_subcommands(is_it);
  if (commands.empty())
    return fmt::format("'{}': no such command{}; `{} --help` names them", command,
                       is_meant(nearest(command, commands_of(app))), name);
  const auto left = commands.front()->remaining();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !left.empty())
    return unknown_word(*commands.front(), left.front());
  return fmt::format("{}; see `{} {} --help`", said(error), name, command);
}

}  // namespace retime
