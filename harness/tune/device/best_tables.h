// The tables that a tuning brings up to date, while other programs may do the same.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/record/best_table.h"

namespace retime::tune {

class best_tables {
 public:
  /// Throws bad_input where a file is no table, or that of another device.
  best_tables(std::vector<std::filesystem::path> files, std::string device);
  /// Puts the entries into each of them.
  void update(const std::vector<nlohmann::json>& entries) const;

 private:
  best_table read(const std::filesystem::path& file) const;

  std::vector<std::filesystem::path> files_;
  std::string device_;
};

}  // namespace retime::tune
