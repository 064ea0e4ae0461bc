#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "harness/gate/report.h"
#include "harness/text/number_text.h"
#include "harness/text/text_table.h"
#include "kernels/support/user_file.h"

namespace retime::gate {
namespace {

struct row {
  std::string word, effect, interval, base_time, new_time, basis, key;
};

row row_of(const case_result& entry, double confidence) {
  row cells{to_text(entry.word), "", "", "", "", "", printable(entry.key)};
  std::vector<std::string> basis = entry.notes;
  if (entry.effect) {
    const auto reach = confidence_interval(*entry.effect, confidence);
    cells.effect = fmt::format("{:+.2f} %", percent(entry.effect->log_ratio));
    cells.interval =
        std::isinf(entry.effect->standard_error)
            ? "not measured"
            : fmt::format("{:+.2f} .. {:+.2f} %", percent(reach.low), percent(reach.high));
    cells.base_time = duration_text(entry.base_ns);
    cells.new_time = duration_text(entry.new_ns);
    auto units = to_text(entry.effect->basis);
    if (entry.effect->basis != evidence::one_process_each)
      units = fmt::format("{} {}", entry.effect->units, units);
    basis.insert(basis.begin(), units);
  }
  cells.basis = printable(fmt::format("{}", fmt::join(basis, ", ")));
  return cells;
}

tone tone_of(verdict word) {
  switch (word) {
    case verdict::slower:
      return tone::bad;
    case verdict::faster:
      return tone::good;
    case verdict::undecided:
    case verdict::not_comparable:
      return tone::doubtful;
    case verdict::same:
      return tone::plain;
  }
  return tone::plain;
}

std::string markdown_row(const row& cells) {
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", cells.word, cells.effect,
                     cells.interval, cells.base_time, cells.new_time, markdown_code(cells.key),
                     markdown_text(cells.basis));
}

std::string markdown_head(double confidence) {
  return fmt::format(
      "| verdict | effect | {:.3g} % interval | BASE | NEW | case | evidence |\n"
      "| --- | ---: | ---: | ---: | ---: | --- | --- |\n",
      100 * confidence);
}

}  // namespace

std::string table(const comparison& result, const text_style& style, bool names_all) {
  using side = text_column::side;
  const double confidence = 1 - result.options.alpha;
  text_table shown({{"verdict"},
                    {"effect", side::right},
                    {fmt::format("{:.3g} % interval", 100 * confidence), side::right},
                    {"BASE", side::right},
                    {"NEW", side::right},
                    {"case", side::left, text_column::fit::below},
                    {"evidence", side::left, text_column::fit::below}});
  for (const case_result* entry : by_severity(result)) {
    const row cells = row_of(*entry, confidence);
    shown.add_row({{cells.word, tone_of(entry->word)},
                   cells.effect,
                   cells.interval,
                   cells.base_time,
                   cells.new_time,
                   cells.key,
                   {cells.basis, tone::faint}});
  }
  std::string text = shown.for_terminal(style);
  for (const auto& remark : remarks(result, names_all))
    for (const auto& line : wrapped_lines(remark, style.width)) text += line + "\n";
  return text;
}

std::string markdown(const comparison& result, bool names_all) {
  const double confidence = 1 - result.options.alpha;
  std::string news, same;
  for (const case_result* entry : by_severity(result)) {
    (entry->word == verdict::same ? same : news) += markdown_row(row_of(*entry, confidence));
  }
  const auto lines = remarks(result, names_all);
  std::string text = fmt::format("### retime compare\n\n{}\n\n", markdown_text(lines.front()));
  if (!news.empty()) text += markdown_head(confidence) + news + "\n";
  if (!same.empty()) {
    text += fmt::format("<details><summary>{} the same</summary>\n\n{}{}\n</details>\n\n",
                        result.count(verdict::same), markdown_head(confidence), same);
  }
  for (std::size_t i = 1; i < lines.size(); ++i)
    text += fmt::format("- {}\n", markdown_text(lines[i]));
  return text;
}

}  // namespace retime::gate
