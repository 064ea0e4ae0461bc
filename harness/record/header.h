// header.json: where, when, by what and how a run was made.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace retime {

/// This process's arguments, without absolute paths.
std::vector<std::string> command_line();

/// Keeps the last part of each absolute path: a header tells nothing of the machine's folders.
std::vector<std::string> without_absolute_paths(std::vector<std::string> arguments);

/// Those of the GPU: measuring them takes some seconds, and under a profiler they are not its own.
enum class ceilings { measured, left_out };

/// The header of a run of this program on the selected device, now.
nlohmann::json make_header(std::uint64_t seed, ceilings of_gpu = ceilings::measured);

}  // namespace retime
