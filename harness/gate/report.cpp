#include "harness/gate/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/text/junit.h"
#include "kernels/support/user_file.h"

namespace retime::gate {
namespace {

int severity(verdict word) {
  switch (word) {
    case verdict::slower:
      return 0;
    case verdict::undecided:
      return 1;
    case verdict::not_comparable:
      return 2;
    case verdict::faster:
      return 3;
    case verdict::same:
      return 4;
  }
  return 5;
}

/// Cases that the other side lacks: one is named, several are counted unless all are wanted.
void add_alone(std::vector<std::string>& lines, const char* side,
               const std::vector<std::string>& keys, bool names_all) {
  if (!names_all && keys.size() > 1)
    return lines.push_back(
        fmt::format("only in {}: {} cases; --verbose names them", side, keys.size()));
  for (const auto& key : keys) lines.push_back(fmt::format("only in {}: {}", side, key));
}

double size_of(const case_result& entry) {
  return entry.effect ? std::abs(entry.effect->log_ratio) : 0;
}

junit_case junit_case_of(const case_result& entry) {
  junit_case result{
      .name = entry.key, .classname = "retime.compare", .time_s = entry.new_ns * 1e-9};
  const auto effect =
      entry.effect ? fmt::format("{:+.2f} %", percent(entry.effect->log_ratio)) : "no effect known";
  if (entry.word == verdict::slower) {
    result.outcome = junit_outcome::failure;
    result.message = fmt::format("slower: {}", effect);
  } else if (entry.word == verdict::undecided || entry.word == verdict::not_comparable) {
    result.outcome = junit_outcome::skipped;
    result.message = fmt::format("{}: {}", to_text(entry.word), effect);
    for (const auto& note : entry.notes) result.message += "; " + note;
    if (!entry.effect) result.time_s.reset();
  }
  return result;
}

}  // namespace

double percent(double log_ratio) { return 100 * std::expm1(log_ratio); }

std::vector<const case_result*> by_severity(const comparison& result) {
  std::vector<const case_result*> rows;
  for (const auto& entry : result.cases) rows.push_back(&entry);
  std::ranges::stable_sort(rows, [](const case_result* a, const case_result* b) {
    if (severity(a->word) != severity(b->word)) return severity(a->word) < severity(b->word);
    return size_of(*a) > size_of(*b);
  });
  return rows;
}

std::vector<std::string> remarks(const comparison& result, bool names_all) {
  const auto& options = result.options;
  std::vector<std::string> lines{
      fmt::format("{} cases: {} slower, {} faster, {} same, {} undecided, {} not comparable "
                  "(margin {:.3g} %, error {:.3g}, "
                  "correction {})",
                  result.cases.size(), result.count(verdict::slower), result.count(verdict::faster),
                  result.count(verdict::same), result.count(verdict::undecided),
                  result.count(verdict::not_comparable), 100 * options.margin, options.alpha,
                  to_text(options.correct))};
  if (result.cases.empty())
    lines.emplace_back("no case is timed on both sides: nothing was compared");
  for (const auto& line : result.gpu_differences)
    lines.push_back("not comparable on the GPU: " + line);
  for (const auto& line : result.host_differences)
    lines.push_back("not comparable on the host: " + line);
  for (const auto& failure : result.failed) {
    lines.push_back(fmt::format("{} in BASE, {} in NEW: {}{}{}", failure.base_status,
                                failure.new_status, failure.key, failure.reason.empty() ? "" : ": ",
                                failure.reason));
  }
  add_alone(lines, "BASE", result.missing, names_all);
  add_alone(lines, "NEW", result.added, names_all);
  lines.insert(lines.end(), result.copies.begin(), result.copies.end());
  for (auto& line : lines) line = printable(line);  // texts of files stand in them
  std::ranges::move(advice(result), std::back_inserter(lines));
  return lines;
}

std::string junit(const comparison& result) {
  std::vector<junit_case> cases;
  for (const auto& entry : result.cases) cases.push_back(junit_case_of(entry));
  for (const auto& failure : result.failed) {
    const auto outcome = failure.broke ? junit_outcome::error : junit_outcome::skipped;
    cases.push_back({failure.key,
                     "retime.compare",
                     {},
                     outcome,
                     fmt::format("{} in BASE, {} in NEW: {}", failure.base_status,
                                 failure.new_status, failure.reason)});
  }
  for (const auto& key : result.missing) {
    cases.push_back({key, "retime.compare", {}, junit_outcome::skipped, "only in BASE"});
  }
  return junit_document("retime compare", cases);
}

}  // namespace retime::gate
