#include "harness/tune/device/report.h"

#include <fmt/format.h>

#include "harness/text/number_text.h"
#include "harness/text/output.h"

namespace retime::tune {
namespace {

std::string interval_text(const retime::interval& within_ns) {
  return fmt::format("{} .. {}", duration_text(within_ns.low), duration_text(within_ns.high));
}

/// Whether the winner, measured anew, took what the rounds with the other finalists let expect.
std::string expectation_text(const finals& finals) {
  const std::string expected = interval_text(finals.expected_ns);
  if (finals.as_expected()) return fmt::format("expected {}", expected);
  return fmt::format(
      "measured anew, and {} than the expected {}: the pace has changed since the rounds, so only "
      "times of the same rounds compare",
      finals.time_ns < finals.expected_ns.low ? "less" : "more", expected);
}

void report_finals(const tuning_problem& problem, const objective& goal, const finals& finals) {
  // Nothing where the time that follows is the objective.
  const auto value_text = [&](double value) {
    return goal.is_least_time ? "" : goal.text(value) + ", ";
  };
  const auto text = [&](const finalist& finalist) { return problem.space->text(finalist.index); };
  const finalist& winner = finals.finalists.front();
  print_result("  winner {}  {}{} ({})\n", text(winner), value_text(finals.value),
               duration_text(finals.time_ns), expectation_text(finals));
  for (const auto& finalist : finals.finalists) {
    if (finalist.is_tied && &finalist != &winner)
      print_result("  tied   {}  {}{}\n", text(finalist), value_text(finalist.value),
                   interval_text(prediction(finalist.rounds_ns)));
    if (problem.usual == finalist.index)
      print_result("  {} {}  {}{} ({:.3f} times the winner's {} in the same rounds)\n",
                   finalist.evaluated.result.printed.value_or(false) ? "as printed" : "untuned",
                   text(finalist), value_text(finalist.value), duration_text(finalist.median_ns),
                   finalist.median_ns / winner.median_ns, duration_text(winner.median_ns));
  }
}

}  // namespace

void report(const tuned_problem& tuned, std::size_t measured, bool is_emulated) {
  const tuning_problem& problem = *tuned.problem;
  if (!problem.space) {
    print_result("{}\n  no configuration is valid: {}\n", problem.key,
                 problem.excluded.front().second);
    return;
  }
  const auto& tried = tuned.tried;
  const bool is_no_time = is_emulated && problem.any().variant->runs_on == processor::gpu;
  print_result("{}{}\n", problem.key, is_no_time ? "  (emulation: not a measurement)" : "");
  print_result(
      "  {} of {} configurations evaluated in {:.1f} s ({} measured now), {} failed, {} "
      "excluded\n",
      tried.all().size(), problem.cases.size(), tried.spent_s(), measured, tried.failures(),
      problem.excluded.size());
  if (tuned.finals) return report_finals(problem, tried.goal(), *tuned.finals);
  print_result("  none ran correctly: {}\n",
               tried.all().empty() ? "none was tried" : tried.all().front().reason);
}

}  // namespace retime::tune
