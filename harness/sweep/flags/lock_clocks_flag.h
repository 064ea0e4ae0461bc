// --lock-clocks of `run` and `tune`.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "harness/measure/clock_lock.h"

namespace retime::sweep {

void add_lock_clocks(CLI::App& command, std::optional<sm_clock>& into);

/// Throws bad_input in emulation, and where `device` names several GPUs.
void check_lock_clocks(const std::optional<sm_clock>& asked, const std::string& device);

}  // namespace retime::sweep
