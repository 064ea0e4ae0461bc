#include "harness/text/text_table.h"

#include <algorithm>

#include "kernels/support/user_file.h"

namespace retime {
namespace {

constexpr std::size_t gap = 2, indent_below = 4, least_broken = 24;

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// How many backticks the longest run of them has.
std::size_t longest_fence(std::string_view text) {
  std::size_t longest = 0, now = 0;
  for (const char c : text) {
    now = c == '`' ? now + 1 : 0;
    longest = std::max(longest, now);
  }
  return longest;
}

std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != special.npos) result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

/// Which columns stand side by side, how wide each is, and which stand below.
class text_table::layout {
 public:
  layout(const text_table& table, const text_style& style) : table_(table), style_(style) {
    for (std::size_t i = 0; i < table.columns_.size(); ++i) {
      std::size_t widest = width_of(table.columns_[i].heading);
      for (const auto& each : table.rows_)
        if (!each.cells.empty()) widest = std::max(widest, width_of(printable(each.cells[i].text)));
      widths_.push_back(widest);
      beside_.push_back(widest > 0);
    }
    for (std::size_t i = widths_.size(); i-- > 0 && is_too_wide();)
      if (table.columns_[i].fitted == text_column::fit::below) beside_[i] = false;
    if (is_too_wide() && table.columns_.back().fitted == text_column::fit::broken) {
      const std::size_t others = total() - widths_.back();
      widths_.back() = std::max(least_broken, style.width > others ? style.width - others : 0);
    }
  }

  std::string head() const {
    std::string line;
    for (std::size_t i = 0; i < widths_.size(); ++i)
      if (beside_[i]) put(line, i, {table_.columns_[i].heading, tone::faint});
    return finished(std::move(line));
  }

  std::string lines(const row& each) const {
    if (each.cells.empty())
      return shaded(printable(each.heading), tone::strong, style_.colours) + '\n';
    std::string line;
    for (std::size_t i = 0; i + 1 < widths_.size(); ++i)
      if (beside_[i]) put(line, i, each.cells[i]);
    std::string text = with_last(std::move(line), each.cells.back());
    for (std::size_t i = 0; i < widths_.size(); ++i)
      if (!beside_[i]) text += below(each.cells[i]);
    return text;
  }

 private:
  std::size_t total() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < widths_.size(); ++i)
      if (beside_[i]) sum += widths_[i] + (sum > 0 ? gap : 0);
    return sum;
  }

  bool is_too_wide() const { return style_.width > 0 && total() > style_.width; }

  /// The line with the last column's cell, whose further lines stand under its first.
  std::string with_last(std::string line, const text_cell& cell) const {
    const std::size_t last = widths_.size() - 1;
    if (!beside_[last]) return finished(std::move(line));
    const std::string text = printable(cell.text);
    if (width_of(text) <= widths_[last]) {
      put(line, last, cell);
      return finished(std::move(line));
    }
    std::string lines;
    const std::string blank(total() - widths_[last] - (last > 0 ? gap : 0), ' ');
    for (const auto& part : wrapped_line(text, widths_[last])) {
      put(line, last, {part, cell.shade});
      lines += finished(std::move(line));
      line = blank;
    }
    return lines;
  }

  void put(std::string& line, std::size_t column, const text_cell& cell) const {
    const std::string text = printable(cell.text);
    const std::string pad(widths_[column] - width_of(text), ' ');
    if (!line.empty()) line += std::string(gap, ' ');
    const std::string shown = shaded(text, cell.shade, style_.colours);
    line += table_.columns_[column].aligned == text_column::side::right ? pad + shown : shown + pad;
  }

  static std::string finished(std::string line) { return trimmed(std::move(line)) + '\n'; }

  std::string below(const text_cell& cell) const {
    std::string text;
    if (cell.text.empty()) return text;
    for (const auto& line : wrapped_line(printable(cell.text), style_.width - indent_below))
      text += std::string(indent_below, ' ') + shaded(line, cell.shade, style_.colours) + '\n';
    return text;
  }

  const text_table& table_;
  text_style style_;
  std::vector<std::size_t> widths_;
  std::vector<bool> beside_;
};

std::string text_table::for_terminal(const text_style& style) const {
  const layout shape(*this, style);
  std::string text;
  const bool starts_with_heading = has_rows() && rows_.front().cells.empty();
  if (!starts_with_heading) text += shape.head();
  for (const auto& each : rows_) {
    text += shape.lines(each);
    const bool needs_head = starts_with_heading && &each == &rows_.front();
    if (needs_head) text += shape.head();
  }
  return text;
}

std::string text_table::without_head(const text_style& style) const {
  const layout shape(*this, style);
  std::string text;
  for (const auto& each : rows_) text += shape.lines(each);
  return text;
}

std::string text_table::markdown() const {
  std::string text = "|", rule = "|";
  for (const auto& column : columns_) {
    text += " " + markdown_text(column.heading) + " |";
    rule += column.aligned == text_column::side::right ? " ---: |" : " --- |";
  }
  text += "\n" + rule + "\n";
  for (const auto& each : rows_) {
    text += "|";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const bool is_heading = each.cells.empty();
      const std::string cell = is_heading
                                   ? (i == 0 ? "**" + markdown_text(each.heading) + "**" : "")
                                   : markdown_text(each.cells[i].text);
      text += " " + cell + " |";
    }
    text += "\n";
  }
  return text;
}

std::string text_table::csv() const {
  std::string text;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    text += (i == 0 ? "" : ",") + csv_cell(columns_[i].heading);
  text += '\n';
  for (const auto& each : rows_) {
    if (each.cells.empty()) continue;
    for (std::size_t i = 0; i < columns_.size(); ++i)
      text += (i == 0 ? "" : ",") + csv_cell(each.cells[i].text);
    text += '\n';
  }
  return text;
}

std::string markdown_code(std::string_view text) {
  const std::string shown = printable(text);
  const std::string fence(longest_fence(shown) + 1, '`');
  const char* pad = fence.size() > 1 || shown.empty() ? " " : "";
  return fence + pad + escaped(shown, "|") + pad + fence;
}

std::string markdown_text(std::string_view text) { return escaped(printable(text), "\\<>|[]&"); }

std::string csv_cell(std::string_view text) {
  const bool has_blank_end = text.starts_with(' ') || text.ends_with(' ');
  if (!has_blank_end && text.find_first_of(",\"\r\n") == std::string_view::npos)
    return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace retime
