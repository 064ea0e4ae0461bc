#include "harness/gate/commands/open_cases.h"

#include <fmt/format.h>

#include "harness/gate/report.h"
#include "harness/text/output.h"

namespace retime::gate {
namespace {

constexpr std::size_t most_rows = 12;

std::string row_of(const case_result& one) {
  if (!one.effect) return fmt::format("{:>9}  {}", "?", one.key);
  return fmt::format("{:>+7.2f} %  {}", percent(one.effect->log_ratio), one.key);
}

std::string summary(const session& session, double elapsed_s, double budget_s) {
  const auto& result = session.result();
  return fmt::format("round {}, {:.0f} of {:.0f} s: {} slower, {} faster, {} same, {} open",
                     session.rounds(), elapsed_s, budget_s, result.count(verdict::slower),
                     result.count(verdict::faster), result.count(verdict::same),
                     session.open().size());
}

}  // namespace

void open_cases::begin(std::size_t place, std::size_t cases, const std::string& key) {
  if (status_is_terminal()) show_progress(fmt::format("case {} of {}: {}", place + 1, cases, key));
}

void open_cases::show(const session& session, double elapsed_s) {
  if (!status_is_terminal()) return print_status("{}\n", summary(session, elapsed_s, budget_s_));
  clear_progress();
  if (lines_ > 0) write_status(fmt::format("\033[{}A\033[J", lines_));
  std::string text = summary(session, elapsed_s, budget_s_) + "\n";
  lines_ = 1;
  for (const auto* one : by_severity(session.result())) {
    if (one->word != verdict::undecided || lines_ > most_rows) continue;
    text += row_of(*one) + "\n";
    ++lines_;
  }
  print_status("{}", text);
}

}  // namespace retime::gate
