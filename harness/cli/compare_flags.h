// The flags that say how a comparison decides; `compare` and `audit` share them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "harness/compare/compare.h"

namespace retime {

class compare_flags {
 public:
  void add_to(CLI::App& command);
  /// Throws bad_input for a value that makes no sense.
  compare::compare_options options() const;

 private:
  compare::compare_options chosen_;
  std::string correction_ = "bh";
};

}  // namespace retime
