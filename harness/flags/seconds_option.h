// Flags whose value is a time: seconds, or with a unit.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace retime {

/// "10", "10s", "200ms", "2min" or "1h" in seconds. Throws bad_input that names `flag` for anything
/// else, and for less than a microsecond or more than 30 years.
double seconds_of(const std::string& text, const std::string& flag);

/// `set` gets the seconds.
CLI::Option* add_seconds(CLI::App& command, const std::string& flag, const std::string& help,
                         std::function<void(double)> set);

}  // namespace retime
