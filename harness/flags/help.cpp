#include "harness/flags/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>
#include <vector>

#include "harness/registry/printed_form.h"
#include "variants/registry.h"

namespace retime {
namespace {

constexpr std::size_t help_column = 26, columns = 80;
constexpr const char* last_group = "Options";  // the parser's own, of what has no other

/// Parts that each end with the separator, but the last.
std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(separator, begin), text.size() - 1) + 1;
    parts.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return parts;
}

/// As many parts a line as fit, `end` at the end of all lines but the last.
std::string filled(const std::vector<std::string>& parts, std::size_t indent, std::size_t column,
                   const std::string& end) {
  std::string text;
  bool begins = true;
  for (const auto& part : parts) {
    const std::size_t wide = part.size() - (part.ends_with(' ') ? 1 : 0);
    if (!begins && column + wide + end.size() > columns) {
      while (text.ends_with(' ')) text.pop_back();
      text += end + "\n" + std::string(indent, ' ');
      column = indent;
    }
    text += part;
    column += part.size();
    begins = false;
  }
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

/// A flag and its value stay together.
std::vector<std::string> with_their_values(const std::string& command) {
  std::vector<std::string> parts;
  for (const auto& word : parts_of(command, ' ')) {
    const bool begins = parts.empty() || word.starts_with('-');
    if (begins)
      parts.push_back(word);
    else
      parts.back() += word;
  }
  return parts;
}

/// "  -f, --filter RE", "      --profile smoke|quick", "  RUN ..."
std::string left_of(const CLI::Option& option) {
  std::string names;
  if (option.get_positional() && option.get_lnames().empty()) {
    names = "  " + option.get_name(true);
  } else {
    const auto &brief = option.get_snames(), &full = option.get_lnames();
    names = brief.empty() ? "      " : "  -" + brief.front() + (full.empty() ? "" : ", ");
    if (!full.empty()) names += "--" + full.front();
    const std::string value = value_name(option);
    if (!value.empty()) names += " " + value;
  }
  return names + (takes_several(option) ? " ..." : "");
}

std::string right_of(const CLI::Option& option) {
  std::string text = option.get_description();
  if (option.get_required() && !option.get_positional()) text += " (required)";
  std::string usual = option.get_type_size() == 0 ? "" : option.get_default_str();
  if (usual.starts_with('[') && usual.ends_with(']')) usual = usual.substr(1, usual.size() - 2);
  return usual.empty() ? text : fmt::format("{} [default: {}]", text, usual);
}

/// Those of the options, in the order in which they were added; what has no group comes last.
std::vector<std::string> groups_of(const std::vector<const CLI::Option*>& options) {
  std::vector<std::string> groups;
  for (const auto* option : options) {
    const auto& group = option->get_group();
    if (!group.empty() && std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
  }
  // That of ranges returns a subrange, which clang 14 does not take from GCC's library.
  std::stable_partition(groups.begin(), groups.end(),
                        [](const auto& group) { return group != last_group; });
  return groups;
}

std::string listed(const std::string& title, const std::vector<const CLI::Option*>& options) {
  if (options.empty()) return "";
  std::string text = fmt::format("\n{}:\n", title);
  for (const auto* option : options)
    text += two_columns(left_of(*option), right_of(*option), help_column);
  return text;
}

std::string options_text(const CLI::App& command) {
  const auto options =
      command.get_options([](const CLI::Option* option) { return option->nonpositional(); });
  std::string text;
  for (const auto& group : groups_of(options)) {
    std::vector<const CLI::Option*> members;
    std::ranges::copy_if(options, std::back_inserter(members),
                         [&](const auto* option) { return option->get_group() == group; });
    text += listed(group, members);
  }
  return text;
}

std::vector<const CLI::Option*> arguments_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::string usage(const CLI::App& command, const std::string& name) {
  std::string words = fmt::format("Usage: {} [OPTIONS]", name);
  for (const auto* option : arguments_of(command)) {
    const std::string word = option->get_name(true) + (takes_several(*option) ? " ..." : "");
    words += option->get_required() ? " " + word : " [" + word + "]";
  }
  if (!command.get_subcommands({}).empty()) words += " COMMAND";
  return words;
}

std::string commands_text(const CLI::App& app) {
  std::vector<std::string> groups;
  for (const auto* command : app.get_subcommands({})) {
    const auto& group = command->get_group();
    if (!group.empty() && std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
  }
  std::string text;
  for (const auto& group : groups) {
    text += fmt::format("\n{}:\n", group);
    for (const auto* command : app.get_subcommands({})) {
      if (command->get_group() == group)
        text += two_columns("  " + command->get_name(), command->get_description(), 16);
    }
  }
  return text;
}

class own_help final : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const override {
    std::string text = wrapped(app->get_description(), 0) + "\n" + usage(*app, name) + "\n";
    text += listed("Arguments", arguments_of(*app));
    text += commands_text(*app);
    text += options_text(*app);
    const std::string end = app->get_footer();
    return end.empty() ? text : text + "\n" + wrapped(end, 0);
  }
};

/// The flag for two sizes of the quick profile, which are short enough to try.
std::string two_sizes(const family& owner) {
  const auto axis = std::ranges::find(owner.axes, owner.size_axis, &workload_axis::name);
  if (axis == owner.axes.end() || axis->quick.size() < 2) return "";
  return fmt::format(" -a {}={},{}", axis->name, to_text(axis->quick[0]), to_text(axis->quick[1]));
}

}  // namespace

void use_own_help(CLI::App& app) {
  app.formatter(std::make_shared<own_help>());
  app.set_help_flag("-h,--help", "Print this");
}

void add_example(CLI::App& command, const std::string& words) {
  const std::string before = command.get_footer();
  command.footer(fmt::format("{}{}Example:\n  {} {} {}", before, before.empty() ? "" : "\n\n",
                             command.get_parent()->get_name(), command.get_name(), words));
}

std::string example_cases() {
  const auto all = variants();
  if (all.empty()) return "-f '^FAMILY/VARIANT/'";
  const auto worth = [](const variant& member) {
    return 4 * !two_sizes(family_of(member)).empty() + 2 * has_paper_label(member) +
           (member.runs_on == processor::gpu);
  };
  const auto best = std::ranges::max_element(all, {}, worth);
  return fmt::format("-f '^{}/{}/'{}", best->family, best->id, two_sizes(family_of(*best)));
}

std::string value_name(const CLI::Option& option) {
  if (option.get_expected_max() == 0) return "";
  const std::string type = option.get_type_name();  // a range may follow a number's
  if (type.starts_with("UINT") || type.starts_with("INT")) return "N";
  return type.starts_with("FLOAT") ? "X" : type;
}

bool takes_several(const CLI::Option& option) {
  return option.get_expected_max() == CLI::detail::expected_max_vector_size &&
         option.get_allow_extra_args();
}

std::string wrapped(const std::string& text, std::size_t indent) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto inset = line.find_first_not_of(' ');
    if (inset != 0 && inset != line.npos)
      result += std::string(inset, ' ') +
                filled(with_their_values(line.substr(inset)), inset + 4, inset, " \\");
    else
      result += filled(parts_of(line, ' '), indent, indent, "");
    result += "\n";
  }
  return result;
}

std::string two_columns(const std::string& left, const std::string& right, std::size_t column) {
  const auto choices = left.find('|');
  std::string text = left;
  if (left.size() > columns && choices != left.npos) {
    const auto begin = left.rfind(' ', choices) + 1;
    text = left.substr(0, begin) + filled(parts_of(left.substr(begin), '|'), begin, begin, "");
  }
  if (right.empty()) return text + "\n";
  text += left.size() + 2 <= column ? std::string(column - left.size(), ' ')
                                    : "\n" + std::string(column, ' ');
  return text + wrapped(right, column);
}

}  // namespace retime
