// A paper's numbers beside the measured ones.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/bench/measured_number.h"
#include "harness/text/text_table.h"

namespace retime::bench {

struct paper_row {
  const published_table* table = nullptr;
  const published_number* number = nullptr;
  std::optional<measured_number> as_printed{}, tuned{};
};

/// A row a number of the family; `tables` must outlive them.
std::vector<paper_row> paper_rows(const std::vector<published_table>& tables,
                                  const std::string& family, const std::vector<recorded_run>& runs);

/// Under a heading for each of the paper's tables: the paper's number; here as printed, and over
/// the paper's; the same tuned.
text_table paper_table(const std::vector<paper_row>& rows);

/// What the marks of a table mean that has some, a line each.
std::string legend_of(const std::vector<paper_row>& rows);

/// One object a row; times in seconds.
nlohmann::json paper_json(const std::vector<paper_row>& rows);

}  // namespace retime::bench
