// --maximize and --minimize: the direction of an objective as it is asked for.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "harness/tune/direction.h"

namespace retime::tune {

/// `towards` stays as it is where neither is given.
void add_direction(CLI::App& command, std::optional<direction>& towards);

}  // namespace retime::tune
