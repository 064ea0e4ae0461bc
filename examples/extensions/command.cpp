#include "harness/flags/command.h"

#include "harness/record/recorded_run.h"
#include "harness/text/output.h"

const bool has_names = retime::register_command(
    {.id = "names", .help = "Name a run's cases", .chapter = "Read", .add = [](CLI::App& command) {
       auto folder = std::make_shared<std::string>();
       command.add_option("RUN", *folder, "Run directory")->required();
       command.callback([folder] {
         const auto run = retime::read_run(*folder);
         for (const auto& each : run.cases) retime::print_result("{}\n", each.key);
       });
     }});
