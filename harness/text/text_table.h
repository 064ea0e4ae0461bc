// A table as text: for a terminal, as Markdown, as CSV.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace retime {

enum class tone { plain, strong, faint, good, doubtful, bad };

/// How wide lines may be, 0 for any width, and whether tones become colours.
struct text_style {
  std::size_t width = 0;
  bool colours = false;
};

struct text_cell {
  std::string text;
  tone shade = tone::plain;

  text_cell(std::string of_text, tone of_shade = tone::plain)
      : text(std::move(of_text)), shade(of_shade) {}
  text_cell(const char* of_text) : text(of_text) {}
};

struct text_column {
  enum class side { left, right };
  /// What becomes of its cells where lines would be too wide: they stay whole, stand below their
  /// rows, or, of the last column, are broken into lines of their own.
  enum class fit { whole, below, broken };

  std::string heading;
  side aligned = side::left;
  fit fitted = fit::whole;
};

class text_table {
 public:
  explicit text_table(std::vector<text_column> columns) : columns_(std::move(columns)) {}

  /// A line across all columns, ahead of the rows that follow.
  void add_heading(std::string text) { rows_.push_back({std::move(text), {}}); }
  /// A cell for each column. A column without heading and cells is not shown.
  void add_row(std::vector<text_cell> cells) { rows_.push_back({"", std::move(cells)}); }
  bool has_rows() const { return !rows_.empty(); }

  /// Lines that end in a newline. Control characters are shown, not sent.
  std::string for_terminal(const text_style& style) const;
  /// The rows alone.
  std::string without_head(const text_style& style) const;
  /// Headings become rows in bold.
  std::string markdown() const;
  /// As RFC 4180 has it, with lines that end as in Unix; without the headings.
  std::string csv() const;

 private:
  struct row {
    std::string heading;  ///< of the rows that follow; empty: a row of cells
    std::vector<text_cell> cells;
  };
  class layout;

  std::vector<text_column> columns_;
  std::vector<row> rows_;
};

/// A code span that the text cannot leave.
std::string markdown_code(std::string_view text);

/// Text in which nothing is a link, HTML or another cell.
std::string markdown_text(std::string_view text);

/// In quotes where it would end a cell too soon, or where a reader would strip blanks at its ends.
std::string csv_cell(std::string_view text);

/// Columns of a terminal that UTF-8 text takes, if each character takes one.
std::size_t width_of(std::string_view text);
/// At most so many of them: of a longer text the first and the last, with ".." between.
std::string shortened(std::string_view text, std::size_t width);
/// Lines of at most so many, broken at blanks, or within longer words.
std::vector<std::string> wrapped_line(std::string_view text, std::size_t width);

/// The lines of a text, printable, each wrapped; of width 0 as they are.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t width);

std::string shaded(std::string_view text, tone shade, bool colours);

}  // namespace retime
