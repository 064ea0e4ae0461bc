// How the result of a comparison is shown, and the files that it may be written to.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "harness/compare/compare.h"

namespace retime {

class report_files {
 public:
  void add_to(CLI::App& command);
  void check() const;  ///< throws bad_input where one cannot be written
  void write(const compare::comparison& result) const;
  void print(const compare::comparison& result) const;  ///< the table

 private:
  bool verbose_ = false;
  std::string markdown_, junit_, json_;
};

}  // namespace retime
