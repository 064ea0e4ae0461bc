#include <fmt/format.h>

#include "harness/bench/run_summary.h"
#include "harness/text/number_text.h"
#include "harness/text/output.h"

namespace retime::bench {
namespace {

using side = text_column::side;

constexpr std::size_t most_named = 10;

std::string half_width_text(const statistics& stats) {
  const double percent = 100 * stats.half_width();
  return percent < 0.05 ? "< 0.1 %" : fmt::format("{:.1f} %", percent);
}

std::string factor_text(const std::optional<double>& factor) {
  return factor ? three_digits(*factor) + " x" : "";
}

std::string share_text(const std::optional<double>& share) {
  return share ? fmt::format("{:.0f} %", 100 * *share) : "";
}

std::string short_form(const recorded_case& shown) {
  return !shown.printed ? "" : *shown.printed ? "printed" : "tuned";
}

std::string energy_text(const summary_row& row) {
  const auto& energy_j = row.best->times->energy_j;
  return energy_j ? fmt::format("{:#.4g} J", *energy_j) : "";
}

/// None where no row has one.
std::string energy_heading(const run_summary& summary) {
  for (const auto& group : summary.groups)
    for (const auto& row : group.rows)
      if (row.best->times->energy_j) return "energy";
  return "";
}

std::string exact(double value) { return fmt::format("{}", value); }

std::string exact(const std::optional<double>& value) { return value ? exact(*value) : ""; }

}  // namespace

text_table summary_table(const run_summary& summary) {
  text_table table({{"", side::left},
                    {"form", side::left},
                    {"median", side::right},
                    {"+-", side::right},
                    {"of copy", side::right},
                    {"x base", side::right},
                    {energy_heading(summary), side::right, text_column::fit::below},
                    {"configuration", side::left, text_column::fit::below}});
  for (const auto& group : summary.groups) {
    table.add_heading(name_of(group));
    for (const auto& row : group.rows) {
      const auto& stats = row.best->times->stats;
      const bool noisy = row.best->times->noisy;
      table.add_row(
          {{row.best->variant, row.is_fastest ? tone::good : tone::plain},
           {short_form(*row.best)},
           {duration_text(stats.median_ns)},
           {half_width_text(stats) + (noisy ? " !" : ""), noisy ? tone::doubtful : tone::plain},
           {share_text(row.ceiling_share)},
           {factor_text(row.over_base)},
           {energy_text(row)},
           {configuration_of(*row.best, summary), tone::faint}});
    }
  }
  return table;
}

text_table summary_columns(const run_summary& summary) {
  text_table table({{"group"},
                    {"variant"},
                    {"form"},
                    {"median_ns", side::right},
                    {"ci_low_ns", side::right},
                    {"ci_high_ns", side::right},
                    {"noisy"},
                    {"ceiling_share", side::right},
                    {"over_base", side::right},
                    {"energy_j", side::right},
                    {"configurations", side::right},
                    {"key"}});
  for (const auto& group : summary.groups) {
    for (const auto& row : group.rows) {
      const auto& stats = row.best->times->stats;
      table.add_row({name_of(group), row.best->variant, row.best->form(), exact(stats.median_ns),
                     exact(stats.ci_low_ns), exact(stats.ci_high_ns),
                     row.best->times->noisy ? "true" : "false", exact(row.ceiling_share),
                     exact(row.over_base), exact(row.best->times->energy_j),
                     fmt::format("{}", row.configurations), row.best->key});
    }
  }
  return table;
}

std::string summary_text(const recorded_run& run, const text_style& style) {
  const auto summary = summary_of(run);
  const auto table = summary_table(summary);
  std::string shown = table.has_rows() ? table.for_terminal(style) + "\n" : "";
  for (const auto& line : wrapped_lines(counts_text(summary), style.width)) shown += line + "\n";
  return shown;
}

std::string counts_text(const run_summary& summary) {
  std::string text = summary.cases == 1 ? "1 case:" : fmt::format("{} cases:", summary.cases);
  const char* separator = " ";
  for (const auto& [outcome, count] : summary.outcomes) {
    text += fmt::format("{}{} {}", separator, count, to_text(outcome));
    separator = ", ";
  }
  if (summary.emulated > 0)
    text += fmt::format("; {} emulated, which gives answers and no GPU times", summary.emulated);
  if (summary.noisy > 0)
    text += fmt::format("; {} noisy (!): half the interval is wider than was asked", summary.noisy);
  text += "\n";
  std::size_t named = 0;
  for (const auto* failure : summary.not_correct) {
    if (++named > most_named) continue;
    text += fmt::format("  {}: {}{}{}\n", to_text(failure->outcome), failure->key,
                        failure->reason.empty() ? "" : ": ", failure->reason);
  }
  if (named > most_named) text += fmt::format("  and {} more\n", named - most_named);
  return text;
}

}  // namespace retime::bench
