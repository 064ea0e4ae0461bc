#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/files/state_directory.h"
#include "harness/files/write_file.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/flags/seconds_option.h"
#include "harness/gate/ab/session.h"
#include "harness/gate/commands/compare_flags.h"
#include "harness/gate/commands/open_cases.h"
#include "harness/gate/commands/report_files.h"
#include "harness/gate/sequential.h"
#include "harness/host/clock.h"
#include "harness/host/exit_status.h"
#include "harness/host/interrupt.h"
#include "harness/record/header.h"
#include "harness/record/run_directory.h"
#include "harness/sweep/flags/sweep_flags.h"
#include "harness/text/output.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

namespace fs = std::filesystem;

struct ab_command {
  sweep::sweep_flags sweep;
  compare_flags how;
  report_files files;
  std::string base, fresh, out;
  double budget_s = 300, timeout_s = 600, slowdown = 0;
  bool strict = false;
};

void check_program(const std::string& path) {
  if (fs::is_regular_file(path) && ::access(path.c_str(), X_OK) == 0) return;
  throw bad_input(fmt::format("{}: not a program; name the file of a retime", path));
}

/// Ahead of all measuring, which would be lost.
void check_out(const fs::path& folder) {
  for (const char* side : {"base", "new"}) {
    if (fs::exists(folder / side))
      throw bad_input(
          fmt::format("--out {}: holds runs already; give another folder", folder.string()));
    run_directory::create(folder / side, {});  // writes nothing yet
  }
}

void check(const ab_command& given) {
  check_folder(given.out.empty() ? state_directory() : fs::path(given.out), "--out");
  check_program(given.base);
  check_program(given.fresh);
  check_between("--budget", given.budget_s, 0, 1e6);
  check_between("--timeout", given.timeout_s, 0, 1e6);
  if (given.slowdown != 0) check_between("--inject", given.slowdown, 0.0009, 10);
  given.files.check();
  if (!given.out.empty()) check_out(given.out);
}

session_options options_of(const ab_command& given) {
  // Ahead of the aggregate: what throws inside one, GCC 12 follows by a wrong destructor.
  compare_options how = given.how.options();
  return {.base_program = given.base,
          .new_program = given.fresh,
          .measuring = {.device = given.sweep.device,
                        .cases = given.sweep.request_to_worker(),
                        .seed = static_cast<std::uint64_t>(given.sweep.seed.value_or(1)),
                        .timeout_s = given.timeout_s},
          .slowdown = given.slowdown,
          .how = std::move(how)};
}

void warn_if_too_few(double round_s, const ab_command& given) {
  constexpr std::size_t many = 100;
  const auto fewest = looks(many, given.how.options().alpha).front().pairs;
  const double needed_s = std::ceil(static_cast<double>(fewest) * round_s);
  if (needed_s <= given.budget_s) return;
  print_status(
      "nothing will be decided: {} rounds are the fewest, one takes {:.0f} s; take fewer cases, "
      "or --budget {:.0f}s\n",
      fewest, round_s, needed_s);
}

/// Rounds until every case is decided, or the next round would end after the budget.
void measure(session& session, const ab_command& given) {
  const stopwatch watch;
  open_cases shown(given.budget_s);
  double case_s = 0;
  note_interrupts();
  do {
    const stopwatch round;
    const auto cases = static_cast<double>(session.open().size());
    session.round([&](std::size_t place, std::size_t count, const std::string& key) {
      shown.begin(place, count, key);
      return !is_interrupted();
    });
    case_s = round.s() / cases;
    shown.show(session, watch.s());
    if (session.rounds() == 1 && !is_interrupted()) warn_if_too_few(round.s(), given);
  } while (!session.open().empty() && !is_interrupted() &&
           watch.s() + case_s * static_cast<double>(session.open().size()) <= given.budget_s);
}

/// Why it ended early, if not by Ctrl-C. The rounds before that count.
std::optional<bad_input> measure_as_far_as_possible(session& session, const ab_command& given) {
  try {
    measure(session, given);
  } catch (const bad_input& error) {
    if (session.rounds() == 0) throw;
    return error;
  }
  return std::nullopt;
}

int run(const ab_command& given) {
  check(given);
  session session(options_of(given));
  const auto broken_off = measure_as_far_as_possible(session, given);
  const auto& result = session.result();
  const fs::path folder =
      given.out.empty()
          ? fs::path(default_run_path(session.header().at("device").at("name")).string() + "-ab")
          : fs::path(given.out);
  session.write(folder, command_line());
  given.files.write(result);
  given.files.print(result);
  if (session.is_same_program())
    print_result("BASE and NEW are the same program: {} of {} verdicts are false\n",
                 result.count(verdict::slower) + result.count(verdict::faster),
                 result.cases.size());
  if (fs::exists(folder)) print_result("{}\n", folder.string());
  if (broken_off) throw *broken_off;
  return is_interrupted() ? interrupted_status : exit_status_of(result, given.strict);
}

void add_ab(CLI::App& command) {
  auto given = std::make_shared<ab_command>();
  command.add_option("BASE_PROGRAM", given->base, "A retime, such as that of the merge base")
      ->type_name("FILE")
      ->required();
  command
      .add_option("NEW_PROGRAM", given->fresh,
                  "The one that is judged; BASE_PROGRAM again shows what the machine does to "
                  "equal code")
      ->type_name("FILE")
      ->required();
  given->sweep.add_to(command);
  begin_group(command, "Measuring");
  add_seconds(command, "--budget",
              "Time after which no further round is begun; at least 8 rounds decide",
              [given](double seconds) { given->budget_s = seconds; })
      ->default_str("5min");
  add_timeout(command, given->timeout_s, case_timeout_help);
  command
      .add_option("--inject", given->slowdown,
                  "Make NEW slower by this much, by more runs a sample: does the gate find it?")
      ->capture_default_str();
  given->how.add_deciding_to(command);
  command.add_flag("--strict", given->strict, "End with 4 if a case is undecided or missing");
  begin_group(command, "Output");
  add_run_folder(command, given->out, "Folder of the runs base and new", "-ab");
  given->files.add_to(command);
  command.footer(
      "Exit status: 0 nothing slower, 1 slower or correct no more, 2 bad input, 3 not comparable, "
      "4 undecided or missing (--strict), 130 Ctrl-C.");
  add_example(command, "base/retime new/retime " + example_cases() + " --margin 0.01");
  command.callback([given] {
    const int status = run(*given);
    if (status != 0) throw exit_status{status};
  });
}

const bool has_ab = register_command(
    {.id = "ab",
     .help = "Measure two programs in alternation until each case is slower, faster or the same",
     .chapter = "Gate",
     .place = 120,
     .add = add_ab});

}  // namespace
}  // namespace retime::gate
