// What the program prints. Nothing here throws or ends it: what cannot be written is no reason to
// lose a measurement.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "harness/text/text_table.h"

namespace retime {

/// Ahead of all else: standard streams that are closed stay closed to what is opened later, and a
/// reader that is gone or a file that may not grow ends a write, not the program.
void prepare_output();

/// Fit for a terminal, in one line; of a long text the first and the last 300 bytes, for a refusal
/// begins with what is wrong and ends with what would be right.
std::string one_line(std::string_view text);

/// Fit for a terminal; lines stay lines.
std::string printable_lines(std::string_view text);

/// As it is, on standard error; dropped where that cannot be written.
void write_status(std::string_view text);
/// As it is, on standard output.
void write_result(std::string_view text);
/// Whether all results so far reached standard output.
bool results_are_written();

bool status_is_terminal();
/// For tables on standard output: the terminal's width, and colours unless NO_COLOR is set; in a
/// pipe or a file any width and none.
text_style result_style();
/// Columns of the terminal that shows progress; 0 where there is none.
std::size_t status_width();
/// On a terminal the next one takes its place, and it is cut to one line; a log gets none.
void show_progress(std::string_view line);
void clear_progress();  ///< of a terminal

/// Prints progress and the like on standard error.
template <class... Values>
void print_status(fmt::format_string<Values...> form, Values&&... values) {
  write_status(printable_lines(fmt::format(form, std::forward<Values>(values)...)));
}

/// For people, on standard output.
template <class... Values>
void print_result(fmt::format_string<Values...> form, Values&&... values) {
  write_result(printable_lines(fmt::format(form, std::forward<Values>(values)...)));
}

}  // namespace retime
