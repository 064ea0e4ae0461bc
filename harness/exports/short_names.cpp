#include "harness/exports/short_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <span>
#include <string_view>

#include "kernels/support/user_file.h"

namespace retime::exports {
namespace {

constexpr std::size_t most_shown = 5;
constexpr std::size_t longest_stem = 200;  // of 255 bytes; an ending and a number follow

bool differs(const std::string& axis, const named_problem& from,
             const std::vector<named_problem>& problems) {
  return std::ranges::any_of(problems, [&](const named_problem& other) {
    if (other.variant != from.variant) return false;
    const auto value = other.workload.find(axis);
    return value == other.workload.end() || value->second != from.workload.at(axis);
  });
}

/// No path, no drive, no name that a shell or a web server reads otherwise.
std::string as_stem(const std::string& name) {
  std::string stem = name.substr(0, longest_stem);
  for (char& c : stem) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                          std::string_view("._+-=").find(c) != std::string_view::npos;
    if (!is_plain) c = '_';
  }
  if (stem.starts_with('.') || stem.starts_with('-')) stem.front() = '_';
  return stem;
}

}  // namespace

std::vector<std::string> short_names(const std::vector<named_problem>& problems) {
  std::vector<std::string> names;
  for (const auto& each : problems) {
    std::string name = each.variant;
    for (const auto& [axis, value] : each.workload) {
      if (differs(axis, each, problems)) name += fmt::format("/{}={}", axis, to_text(value));
    }
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> file_names(const std::vector<std::string>& names) {
  std::set<std::string> taken;
  std::vector<std::string> files;
  for (const auto& each : names) {
    const std::string stem = as_stem(each);
    std::string file = stem + ".json";
    for (int copy = 2; !taken.insert(file).second; ++copy)
      file = fmt::format("{}-{}.json", stem, copy);
    files.push_back(std::move(file));
  }
  return files;
}

std::string first_few(const std::vector<std::string>& names) {
  const auto shown = std::min(names.size(), most_shown);
  const std::span few(names.data(), shown);
  auto text = printable(fmt::format("{}", fmt::join(few, ", ")));
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

}  // namespace retime::exports
