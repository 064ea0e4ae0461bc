// retime and retime-emulated: the same program, linked with the GPU or with its emulation.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "harness/cli/commands.h"
#include "harness/record/build_info.h"
#include "harness/support/exit_status.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"
#include "variants/registry.h"

namespace {

/// What the parser refuses, in one line that names where to read what would be right.
std::string refusal(const CLI::App& app, const CLI::ParseError& error, const std::string& command) {
  const std::string& name = app.get_name();
  if (command.empty()) return fmt::format("a command is missing; `{} --help` names them", name);
  if (command.starts_with('-')) return fmt::format("{}; see `{} --help`", error.what(), name);
  const auto is_it = [&](const CLI::App* known) { return known->get_name() == command; };
  if (app.get_subcommands(is_it).empty())
    return fmt::format("'{}': no such command; `{} --help` names them", command, name);
  return fmt::format("{}; see `{} {} --help`", error.what(), name, command);
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
  for (const auto& fault : faults) fmt::print(stderr, "retime: {}\n", fault);
  return faults.empty();
} catch (const std::logic_error& error) {  // a part of a family that is not there
  fmt::print(stderr, "retime: {}\n", error.what());
  return false;
}

/// Results that did not reach standard output are no success.
int finished(int status) {
  if (std::fflush(stdout) == 0) return status;
  fmt::print(stderr, "retime: standard output cannot be written\n");
  return status == 0 ? 1 : status;
}

}  // namespace

int main(int argc, char** argv) {
  if (!registered_rightly()) return 2;
  CLI::App app{"Re-times the GPU kernels of five published papers on the GPU in front of you."};
  app.name(argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "retime");
  app.set_version_flag("--version", [&] { return version_text(app.get_name()); });
  app.require_subcommand(1);
  app.get_formatter()->column_width(38);
  // One a line, with a comma after the last: branches that add commands then merge.
  for (const auto add : {
           retime::add_list,
           retime::add_run,
           retime::add_verify,
           retime::add_device,
           retime::add_occupancy,
           retime::add_compare,
           retime::add_ab,
           retime::add_audit,
           retime::add_export,
           retime::add_history,
           retime::add_score,
           retime::add_tune,
           retime::add_worker,
       }) {
    add(app);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return finished(app.exit(error));  // --help, --version
    fmt::print(stderr, "retime: {}\n", refusal(app, error, argc > 1 ? argv[1] : ""));
    return 2;
  } catch (const retime::bad_input& error) {
    fmt::print(stderr, "retime: {}\n", error.what());
    return 2;
  } catch (const retime::exit_status& status) {
    return finished(status.value);
  } catch (const std::exception& error) {
    fmt::print(stderr, "retime: {}\n", error.what());
    return 1;
  }
  return finished(0);
}
