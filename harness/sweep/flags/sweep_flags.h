// The flags that choose cases and a device, shared by the commands that run some.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/clock_lock.h"
#include "harness/measure/measurement.h"
#include "harness/registry/sweep.h"

namespace retime::sweep {

struct sweep_flags {
  std::string filter, profile = "quick", device = "auto";
  std::vector<std::string> axes;
  std::optional<std::int64_t> seed;

  void add_to(CLI::App& command);
  void add_all_but_seed(CLI::App& command);
  sweep_request request() const;
  /// The same, as run_requests.h has it.
  nlohmann::json request_to_worker() const;
};

/// The help of --device, where it may be all boards.
void name_boards(CLI::App& command);

/// A relative half-width. Throws bad_input unless it is above 0 and below 1.
void check_precision(double precision);
/// Throws bad_input unless it is "warm" or "cold".
cache_state cache_named(const std::string& text);

/// --lock-clocks of `run` and `tune`.
void add_lock_clocks(CLI::App& command, std::optional<sm_clock>& into);

/// Throws bad_input in emulation, and where `device` names several GPUs.
void check_lock_clocks(const std::optional<sm_clock>& asked, const std::string& device);

}  // namespace retime::sweep
