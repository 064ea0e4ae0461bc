// The numbers that papers print of their kernels, as variants/published.json has them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/record/recorded_run.h"

namespace retime::bench {

enum class quantity {
  time,         ///< seconds
  rate,         ///< items a second
  coefficient,  ///< a in t = a size^power, seconds, by least squares
  time_ratio,   ///< times as fast as `over` on the same workload
  rate_ratio,   ///< the best rate over the best of `over`, whose workload may be another
};

struct published_number {
  std::string what;  ///< of the table's row
  std::string variant, over;
  std::map<std::string, axis_value> axes;  ///< that cases have to have
  /// Axes as --axis takes them, by which it can be measured; nothing: not in reasonable time, or
  /// not on a GPU.
  std::optional<std::map<std::string, std::string>> measure;
  double value = 0;
};

struct published_table {
  std::string family, paper;
  std::string where, text;  ///< "Table I", and what it tells
  quantity kind = quantity::time;
  double power = 1;                             ///< of a coefficient
  std::optional<double> at_least{}, at_most{};  ///< of the size axis
  /// Of a time: it grows by the first axis over the second, where that one is a number: a sample.
  std::vector<std::string> scaled;
  std::vector<published_number> numbers;
};

/// `text` as in the file; of none there are none. Throws bad_input where it is not as it should be.
std::vector<published_table> published_tables(const std::string& text);

/// Whether the case has these values, whether as numbers or as text.
bool has_values(const recorded_case& one, const std::map<std::string, axis_value>& wanted);

/// Of the family's size axis; nothing where it has none that is a number.
std::optional<double> size_of(const recorded_case& one);

/// Whether the case is of the table's family and within its sizes.
bool is_in(const published_table& table, const recorded_case& one);

}  // namespace retime::bench
