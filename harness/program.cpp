#include "harness/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <vector>

#include "harness/flags/command.h"
#include "harness/flags/help.h"
#include "harness/flags/refusal.h"
#include "harness/host/exit_status.h"
#include "harness/record/build_info.h"
#include "harness/sweep/ranks/mpi_job.h"
#include "harness/sweep/ranks/mpirun.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"
#include "variants/registry.h"

namespace retime {
namespace {

void complain(std::string_view message) {
  if (sweep::ranks::is_launched_beside_others()) return;  // the first rank says it
  print_status("retime: {}\n", one_line(message));
}

std::string version_text(const std::string& program) {
  const auto& build = built();
  return fmt::format("{} {} (git {}{}), device: {}", program, build.version, build.git_sha,
                     build.git_dirty ? ", with changes" : "",
                     device::is_emulation() ? "emulation" : build.cuda_compiler);
}

/// Whether the forms of this program's families and variants are right; else says why not.
bool registered_rightly() try {
  const auto faults = registration_faults(families(), variants());
  for (const auto& fault : faults) complain(fault);
  return faults.empty();
} catch (const std::logic_error& error) {  // a part of a family that is not there
  complain(error.what());
  return false;
}

/// Results that did not reach standard output are no success.
int finished(int status) {
  if (results_are_written()) return status;
  complain("standard output cannot be written");
  return status == 0 ? 1 : status;
}

/// Those that people use come first, by their places in the help.
void add_commands(CLI::App& app) {
  std::vector<const command_form*> commands;
  for (const auto& form : forms<command_form>::all()) commands.push_back(&form);
  std::ranges::stable_sort(commands, {}, &command_form::place);
  for (const auto* form : commands) {
    CLI::App* command = app.add_subcommand(form->id, form->help);
    form->add(*command);
    command->group(form->chapter);
  }
}

int parse_and_run(CLI::App& app, int argc, char** argv) try {
  check_words(argc, argv);
  app.parse(argc, argv);
  return 0;
} catch (const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
  complain(refusal(app, error, argc > 1 ? argv[1] : ""));
  return 2;
} catch (const bad_input& error) {
  complain(error.what());
  return 2;
} catch (const std::filesystem::filesystem_error& error) {  // of a path that a user named
  complain(fmt::format("{}: {}", error.path1().string(), error.code().message()));
  return 2;
} catch (const std::bad_alloc&) {
  complain("this machine has not the memory for that; take a smaller size");
  return 2;
} catch (const exit_status& status) {
  return status.value;
} catch (const std::exception& error) {
  complain(error.what());
  return 1;
}

}  // namespace

int run_program(int argc, char** argv) {
  prepare_output();
  if (!registered_rightly()) return 2;
  CLI::App app{
      "Times kernels on the GPU in front of you: verified, tuned, compared, and set beside what "
      "papers print."};
  app.name(argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "retime");
  app.set_version_flag(
      "--version", [&] { return version_text(app.get_name()); },
      "Print version, commit and device");
  app.require_subcommand(1);
  use_own_help(app);
  add_commands(app);
  hold_to_plain_values(app);
  const int status = finished(parse_and_run(app, argc, argv));
  sweep::tell_status(status);
  return status;
}

}  // namespace retime
