// Cases in this process, where a profiler looks: it may not follow workers, and these are killed
// before it has written what it saw.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "harness/sweep/boards.h"

namespace retime::sweep {

/// The device of that name, on which sweep() profiles each case once (run_options). What stops the
/// process, a crash or a hang, ends the run. Throws bad_input where the name is not right here.
std::unique_ptr<boards> profiled_in_this_process(const std::string& device, std::uint64_t seed);

}  // namespace retime::sweep
