// What `ab` shows while it goes on: how many cases are decided, and the open ones, on stderr.
#pragma once

#include <cstddef>
#include <string>

#include "harness/gate/ab/session.h"

namespace retime::gate {

/// On a terminal a table that is drawn anew after each round; in a log a line a round.
class open_cases {
 public:
  explicit open_cases(double budget_s) : budget_s_(budget_s) {}
  void begin(std::size_t place, std::size_t cases, const std::string& key);
  void show(const session& session, double elapsed_s);

 private:
  double budget_s_;
  std::size_t lines_ = 0;  ///< of the table that stands on the terminal
};

}  // namespace retime::gate
