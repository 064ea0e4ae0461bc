// Flags that several commands have, with one meaning and one help.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace retime {

/// All options that are added from now on stand under this title in the command's help.
void begin_group(CLI::App& command, const char* title);

CLI::Option* add_filter(CLI::App& command, std::string& filter,
                        const std::string& help = "Regular expression, searched in the case keys");
/// One device of this program.
CLI::Option* add_device_name(CLI::App& command, std::string& device);
/// `type`: "FILE" or "DIR".
CLI::Option* add_out(CLI::App& command, std::string& out, const char* type,
                     const std::string& help);
/// `ending`: that of the run's default name.
CLI::Option* add_run_folder(CLI::App& command, std::string& out, const std::string& help,
                            const std::string& ending = "");
CLI::Option* add_precision(CLI::App& command, double& precision, const std::string& whose);
CLI::Option* add_cache(CLI::App& command, std::string& cache);
/// "10", "10s", "200ms", "2min" or "1h" in seconds. Throws bad_input that names `flag` for anything
/// else, and for less than a microsecond or more than 30 years.
double seconds_of(const std::string& text, const std::string& flag);

/// `set` gets the seconds.
CLI::Option* add_seconds(CLI::App& command, const std::string& flag, const std::string& help,
                         std::function<void(double)> set);
/// Shows `seconds` as the default.
CLI::Option* add_timeout(CLI::App& command, double& seconds, const std::string& help);

/// What --timeout means for a case in a fresh process.
inline constexpr const char* case_timeout_help =
    "Time that a case may take in one process once its input is made";

}  // namespace retime
