// The subcommands. Each lives in harness/cli/<name>.cpp and adds itself, its flags and its
// callback.
#pragma once

#include <CLI/CLI.hpp>

namespace retime {

void add_list(CLI::App& app);
void add_run(CLI::App& app);
void add_verify(CLI::App& app);
void add_show(CLI::App& app);
void add_table(CLI::App& app);
void add_device(CLI::App& app);
void add_occupancy(CLI::App& app);
void add_compare(CLI::App& app);
void add_ab(CLI::App& app);
void add_audit(CLI::App& app);
void add_export(CLI::App& app);
void add_history(CLI::App& app);
void add_merge(CLI::App& app);
void add_replay(CLI::App& app);
void add_tune(CLI::App& app);
void add_completion(CLI::App& app);
void add_worker(CLI::App& app);  ///< not for people: other commands start it

}  // namespace retime
