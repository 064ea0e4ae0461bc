// Where files go that no flag gives a place to: never into the folder one stands in.
#pragma once

#include <filesystem>
#include <string>

namespace retime {

/// $XDG_STATE_HOME/retime, else ~/.local/state/retime. Throws bad_input where there is no home.
std::filesystem::path state_directory();

/// <state>/runs/<UTC time>-<process>-<device>: a run without --out. Runs begun in one microsecond
/// do not meet.
std::filesystem::path default_run_path(const std::string& device_name);

/// <state>/<gpu>/best.json, the winners of `tune` without --out and what `run --tuned` reads;
/// "NVIDIA H200" has the folder h200.
std::filesystem::path default_table(const std::string& device_name);

}  // namespace retime
