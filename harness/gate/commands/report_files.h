// How the result of a comparison is shown, and the files that it may be written to.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "harness/gate/compare.h"

namespace retime::gate {

class report_files {
 public:
  void add_to(CLI::App& command);
  void check() const;  ///< throws bad_input where one cannot be written
  void write(const comparison& result) const;
  void print(const comparison& result) const;  ///< the table

 private:
  bool verbose_ = false;
  std::string markdown_, junit_, json_;
};

}  // namespace retime::gate
