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
  const auto condition = conditions.find(name);
  return condition == conditions.end() ? "not stated" : condition->second;
}

bool same_results(const timed_case& a, const timed_case& b) {
  return a.status == b.status && a.median_ns == b.median_ns && a.processes == b.processes;
}

/// Leaves `run` out of `side` if it is a copy of one of `known`.
void keep_new(const timing_run& run, const std::vector<timing_run>& kept,
              std::vector<timing_run>& side, std::vector<std::string>& remarks) {
  const auto same =
      std::ranges::find_if(kept, [&](const timing_run& other) { return is_copy(run, other); });
  if (same == kept.end()) {
    side.push_back(run);
  } else {
    remarks.push_back(fmt::format("{} is a copy of {} and counts once", run.source, same->source));
  }
}

std::vector<timing_run> each_once(const std::vector<timing_run>& side,
                                  std::vector<std::string>& remarks) {
  std::vector<timing_run> kept;
  for (const auto& run : side) keep_new(run, kept, kept, remarks);
  return kept;
}

std::vector<timing_run> not_in(const std::vector<timing_run>& side, std::vector<timing_run> equal,
                               std::vector<std::string>& remarks) {
  if (side.size() < 2) return equal;
  std::vector<timing_run> kept;
  for (const auto& run : equal) keep_new(run, side, kept, remarks);
  return kept;
}

}  // namespace

std::vector<std::string> differences(const environment& base, const environment& new_side,
                                     const std::vector<std::string>& accepted) {
  std::set<std::string> names;
  for (const auto& [name, value] : base) names.insert(name);
  for (const auto& [name, value] : new_side) names.insert(name);
  std::vector<std::string> lines;
  for (const auto& name : names) {
    const auto was = text_at(base, name), is = text_at(new_side, name);
    const bool may_differ = std::ranges::find(accepted, first_word(name)) != accepted.end();
    if (!may_differ && !alike(name, was, is))
      lines.push_back(fmt::format("{}: {} in BASE, {} in NEW", name, was, is));
  }
  return lines;
}

std::vector<std::string> differences(std::span<const timing_run> base,
                                     std::span<const timing_run> new_runs, bool on_gpu,
                                     const std::vector<std::string>& accepted) {
  std::vector<std::string> all;
  for (const auto& was : base) {
    for (const auto& is : new_runs) {
      for (auto& line :
           differences(on_gpu ? was.gpu : was.host, on_gpu ? is.gpu : is.host, accepted)) {
        if (std::ranges::find(all, line) == all.end()) all.push_back(std::move(line));
      }
    }
  }
  return all;
}

bool is_copy(const timing_run& a, const timing_run& b) {
  if (a.utc.empty() || a.utc != b.utc) return false;
  return std::ranges::equal(a.cases, b.cases, [](const auto& case_of_a, const auto& case_of_b) {
    return case_of_a.first == case_of_b.first && same_results(case_of_a.second, case_of_b.second);
  });
}

inputs without_copies(inputs runs, std::vector<std::string>& remarks) {
  runs.base = each_once(runs.base, remarks);
  runs.new_runs = each_once(runs.new_runs, remarks);
  runs.equal = each_once(runs.equal, remarks);
  runs.equal = not_in(runs.new_runs, not_in(runs.base, std::move(runs.equal), remarks), remarks);
  return runs;
}

std::string shared_run(const inputs& runs) {
  for (const auto& base : runs.base) {
    for (const auto& new_run : runs.new_runs) {
      if (is_copy(base, new_run)) {
        return fmt::format("{} and {} are one and the same run: there is nothing to compare",
                           base.source, new_run.source);
      }
    }
  }
  return {};
}

}  // namespace retime::gate
