// What a variant hands to the harness for one case. The harness alone decides when each step
// happens.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/device/launch_report.h"

namespace device {
class stream;
}

namespace retime {

/// A quantity along the run, such as <r^2> at log-spaced steps.
struct series {
  std::string x_name;
  std::vector<double> x, y;
};

/// The answers a scientist wants from the run, by name; units stand in the family's README.
struct observables {
  std::map<std::string, double> numbers;
  std::map<std::string, series> along;
};

using launch_report = device::launch_report;

/// One case, ready to run. `Answer` is the family's result type (host data).
///
/// The harness calls reset(), run(), answer() to verify; then run() many times to time it, with or
/// without reset() between. So run() must do the same amount of work from whatever state the last
/// call left, and reset() must restore the initial state and poison the outputs, so that answer()
/// after reset(), run() is right.
template <class Answer>
class runner {
 public:
  virtual ~runner() = default;
  virtual void reset() = 0;  ///< not timed as the case; reported as transfer time
  virtual void run(
      device::stream& queue) = 0;  ///< what is timed; may return before the work is done
  virtual Answer answer() = 0;     ///< waits for the work and copies the result back
  /// Quantities along the run. Called once, after reset(), untimed; it may run the work in pieces.
  virtual std::map<std::string, series> trace(device::stream&) { return {}; }
  virtual std::optional<launch_report> launch() const { return std::nullopt; }
};

}  // namespace retime
