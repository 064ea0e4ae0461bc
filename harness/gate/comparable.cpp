#include "harness/gate/comparable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>

namespace retime::gate {
namespace {

std::optional<double> as_number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool is_clock(const std::string& name) {
  return name.starts_with("clock") || name.starts_with("mhz");
}

bool alike(const std::string& name, const std::string& a, const std::string& b) {
  if (a == b) return true;
  const auto x = as_number(a), y = as_number(b);
  return is_clock(name) && x && y &&
         std::abs(*x - *y) <= 0.02 * std::max(std::abs(*x), std::abs(*y));
}

std::string first_word(const std::string& name) {
  std::string word = name.substr(0, name.find_first_of(" _"));
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
  return word;
}

std::string text_at(const environment& conditions, const std::string& name) {
  const auto found = conditions.find(name);
  return found == conditions.end() ? "not stated" : found->second;
}

}  // namespace

std::vector<std::string> differences(const environment& base, const environment& fresh,
                                     const std::vector<std::string>& accepted) {
  std::set<std::string> names;
  for (const auto& [name, value] : base) names.insert(name);
  for (const auto& [name, value] : fresh) names.insert(name);
  std::vector<std::string> lines;
  for (const auto& name : names) {
    const auto was = text_at(base, name), is = text_at(fresh, name);
    const bool may_differ = std::ranges::find(accepted, first_word(name)) != accepted.end();
    if (!may_differ && !alike(name, was, is))
      lines.push_back(fmt::format("{}: {} in BASE, {} in NEW", name, was, is));
  }
  return lines;
}

std::vector<std::string> differences(std::span<const timing_run> base,
                                     std::span<const timing_run> fresh, bool on_gpu,
                                     const std::vector<std::string>& accepted) {
  std::vector<std::string> all;
  for (const auto& was : base) {
    for (const auto& is : fresh) {
      for (auto& line :
           differences(on_gpu ? was.gpu : was.host, on_gpu ? is.gpu : is.host, accepted)) {
        if (std::ranges::find(all, line) == all.end()) all.push_back(std::move(line));
      }
    }
  }
  return all;
}

}  // namespace retime::gate
