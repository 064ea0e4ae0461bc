// header.json: where, when, by what and how a run was made.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace retime {

/// This process's arguments, as the kernel holds them.
std::vector<std::string> command_line();

/// The header of a run of this program on the selected device, now.
nlohmann::json make_header(std::uint64_t seed);

}  // namespace retime
