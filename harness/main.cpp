// retime and retime-emulated: the same program, linked with the GPU or with its emulation.
#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <stdexcept>

#include "harness/cli/commands.h"
#include "harness/cli/help.h"
#include "harness/cli/mpirun.h"
#include "harness/cli/refusal.h"
#include "harness/ranks/mpi_job.h"
#include "harness/record/build_info.h"
#include "harness/support/exit_status.h"
#include "harness/support/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"
#include "variants/registry.h"

namespace {

void complain(std::string_view what) {
  if (retime::ranks::is_launched_beside_others()) return;  // the first rank says it
  retime::print_status("retime: {}\n", retime::one_line(what));
}

std::string version_text(const std::string& program) {
  const auto& build = retime::built();
  return fmt::format("{} {} (git {}{}), device: {}", program, build.version, build.git_sha,
                     build.git_dirty ? ", with changes" : "",
                     device::is_emulation() ? "emulation" : build.cuda_compiler);
}

/// Whether the forms of this program's families and variants are right; else says why not.
bool registered_rightly() try {
  const auto faults = retime::registration_faults(retime::families(), retime::variants());
  for (const auto& fault : faults) complain(fault);
  return faults.empty();
} catch (const std::logic_error& error) {  // a part of a family that is not there
  complain(error.what());
  return false;
}

/// Results that did not reach standard output are no success.
int finished(int status) {
  if (retime::results_are_written()) return status;
  complain("standard output cannot be written");
  return status == 0 ? 1 : status;
}

struct command {
  const char* group;
  void (*add)(CLI::App& app);
};

/// In the order of use. One a line: branches that add commands then merge.
constexpr command commands[] = {
    {"Measure", retime::add_list},      {"Measure", retime::add_run},
    {"Measure", retime::add_verify},    {"Measure", retime::add_device},
    {"Measure", retime::add_occupancy}, {"Read", retime::add_show},
    {"Read", retime::add_table},        {"Read", retime::add_export},
    {"Read", retime::add_merge},        {"Read", retime::add_history},
    {"Gate", retime::add_compare},      {"Gate", retime::add_ab},
    {"Gate", retime::add_audit},        {"Tune", retime::add_tune},
    {"Tune", retime::add_replay},       {"Shell", retime::add_completion},
    {"", retime::add_worker},
};

void add_commands(CLI::App& app) {
  for (const auto& one : commands) {
    one.add(app);
    app.get_subcommands({}).back()->group(one.group);
  }
}

int parse_and_run(CLI::App& app, int argc, char** argv) try {
  retime::check_words(argc, argv);
  app.parse(argc, argv);
  return 0;
} catch (const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
  complain(retime::refusal(app, error, argc > 1 ? argv[1] : ""));
  return 2;
} catch (const retime::bad_input& error) {
  complain(error.what());
  return 2;
} catch (const std::filesystem::filesystem_error& error) {  // of a path that a user named
  complain(fmt::format("{}: {}", error.path1().string(), error.code().message()));
  return 2;
} catch (const std::bad_alloc&) {
  complain("this machine has not the memory for that; take a smaller size");
  return 2;
} catch (const retime::exit_status& status) {
  return status.value;
} catch (const std::exception& error) {
  complain(error.what());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  retime::prepare_output();
  if (!registered_rightly()) return 2;
  CLI::App app{
      "Times kernels on the GPU in front of you: verified, tuned, compared, and set beside what "
      "papers print."};
  app.name(argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "retime");
  app.set_version_flag(
      "--version", [&] { return version_text(app.get_name()); },
      "Print version, commit and device");
  app.require_subcommand(1);
  retime::use_own_help(app);
  add_commands(app);
  retime::hold_to_plain_values(app);
  const int status = finished(parse_and_run(app, argc, argv));
  retime::tell_status(status);
  return status;
}
