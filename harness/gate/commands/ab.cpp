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
#include "harness/gate/ab/session.h"
#include "harness/gate/commands/compare_flags.h"
#include "harness/gate/report.h"
#include "harness/gate/sequential.h"
#include "harness/host/clock.h"
#include "harness/host/exit_status.h"
#include "harness/record/header.h"
#include "harness/record/run_directory.h"
#include "harness/sweep/flags/sweep_flags.h"
#include "harness/text/output.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_rows = 12;  // of open cases

std::string row_of(const case_result& entry) {
  if (!entry.effect) return fmt::format("{:>9}  {}", "?", entry.key);
  return fmt::format("{:>+7.2f} %  {}", percent(entry.effect->log_ratio), entry.key);
}

std::string summary(const session& session, double elapsed_s, double budget_s) {
  const auto& result = session.result();
  return fmt::format("round {}, {:.0f} of {:.0f} s: {} slower, {} faster, {} same, {} open",
                     session.rounds(), elapsed_s, budget_s, result.count(verdict::slower),
                     result.count(verdict::faster), result.count(verdict::same),
                     session.open().size());
}

/// How many cases are decided, and the open ones, on stderr. On a terminal a table that is drawn
/// anew after each round; in a log a line a round.
class open_cases {
 public:
  explicit open_cases(double budget_s) : budget_s_(budget_s) {}
  void begin(std::size_t place, std::size_t cases, const std::string& key);
  void show(const session& session, double elapsed_s);

 private:
  double budget_s_;
  std::size_t lines_ = 0;  ///< of the table that stands on the terminal
};

void open_cases::begin(std::size_t place, std::size_t cases, const std::string& key) {
  if (status_is_terminal()) show_progress(fmt::format("case {} of {}: {}", place + 1, cases, key));
}

void open_cases::show(const session& session, double elapsed_s) {
  if (!status_is_terminal()) return print_status("{}\n", summary(session, elapsed_s, budget_s_));
  clear_progress();
  if (lines_ > 0) write_status(fmt::format("\033[{}A\033[J", lines_));
  std::string text = summary(session, elapsed_s, budget_s_) + "\n";
  lines_ = 1;
  for (const auto* entry : by_severity(session.result())) {
    if (entry->word != verdict::undecided || lines_ > most_rows) continue;
    text += row_of(*entry) + "\n";
    ++lines_;
  }
  print_status("{}", text);
}

struct ab_command {
  sweep::sweep_flags sweep;
  compare_flags deciding;
  report_files files;
  std::string base_program, new_program, out;
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

void check(const ab_command& flags) {
  check_folder(flags.out.empty() ? state_directory() : fs::path(flags.out), "--out");
  check_program(flags.base_program);
  check_program(flags.new_program);
  check_between("--budget", flags.budget_s, 0, 1e6);
  check_between("--timeout", flags.timeout_s, 0, 1e6);
  if (flags.slowdown != 0) check_between("--inject", flags.slowdown, 0.0009, 10);
  flags.files.check();
  if (!flags.out.empty()) check_out(flags.out);
}

session_options options_of(const ab_command& flags) {
  // Ahead of the aggregate: what throws inside one, GCC 12 follows by a wrong destructor.
  compare_options options = flags.deciding.options();
  return {.base_program = flags.base_program,
          .new_program = flags.new_program,
          .measuring = {.device = flags.sweep.device,
                        .cases = flags.sweep.request_to_worker(),
                        .seed = static_cast<std::uint64_t>(flags.sweep.seed.value_or(1)),
                        .timeout_s = flags.timeout_s},
          .slowdown = flags.slowdown,
          .deciding = std::move(options)};
}

void warn_if_too_few(double round_s, const ab_command& flags) {
  constexpr std::size_t many = 100;
  const auto fewest = looks(many, flags.deciding.options().alpha).front().pairs;
  const double needed_s = std::ceil(static_cast<double>(fewest) * round_s);
  if (needed_s <= flags.budget_s) return;
  print_status(
      "nothing will be decided: {} rounds are the fewest, one takes {:.0f} s; take fewer cases, "
      "or --budget {:.0f}s\n",
      fewest, round_s, needed_s);
}

/// Rounds until every case is decided, or the next round would end after the budget.
void measure(session& session, const ab_command& flags) {
  const stopwatch watch;
  open_cases shown(flags.budget_s);
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
    if (session.rounds() == 1 && !is_interrupted()) warn_if_too_few(round.s(), flags);
  } while (!session.open().empty() && !is_interrupted() &&
           watch.s() + case_s * static_cast<double>(session.open().size()) <= flags.budget_s);
}

/// Why it ended early, if not by Ctrl-C. The rounds before that count.
std::optional<bad_input> measure_as_far_as_possible(session& session, const ab_command& flags) {
  try {
    measure(session, flags);
  } catch (const bad_input& error) {
    if (session.rounds() == 0) throw;
    return error;
  }
  return std::nullopt;
}

int run(const ab_command& flags) {
  check(flags);
  session session(options_of(flags));
  const auto broken_off = measure_as_far_as_possible(session, flags);
  const auto& result = session.result();
  const fs::path folder =
      flags.out.empty()
          ? fs::path(default_run_path(session.header().at("device").at("name")).string() + "-ab")
          : fs::path(flags.out);
  session.write(folder, command_line());
  flags.files.write(result);
  flags.files.print(result);
  if (session.is_same_program())
    print_result("BASE and NEW are the same program: {} of {} verdicts are false\n",
                 result.count(verdict::slower) + result.count(verdict::faster),
                 result.cases.size());
  if (fs::exists(folder)) print_result("{}\n", folder.string());
  if (broken_off) throw *broken_off;
  return is_interrupted() ? interrupted_status : exit_status_of(result, flags.strict);
}

void add_ab(CLI::App& command) {
  auto flags = std::make_shared<ab_command>();
  command
      .add_option("BASE_PROGRAM", flags->base_program, "A retime, such as that of the merge base")
      ->type_name("FILE")
      ->required();
  command
      .add_option("NEW_PROGRAM", flags->new_program,
                  "The one that is judged; BASE_PROGRAM again shows what the machine does to "
                  "equal code")
      ->type_name("FILE")
      ->required();
  flags->sweep.add_to(command);
  begin_group(command, "Measuring");
  add_seconds(command, "--budget",
              "Time after which no further round is begun; at least 8 rounds decide",
              [flags](double seconds) { flags->budget_s = seconds; })
      ->default_str("5min");
  add_timeout(command, flags->timeout_s, case_timeout_help);
  command
      .add_option("--inject", flags->slowdown,
                  "Make NEW slower by this much, by more runs a sample: does the gate find it?")
      ->capture_default_str();
  flags->deciding.add_deciding_to(command);
  command.add_flag("--strict", flags->strict, "End with 4 if a case is undecided or missing");
  begin_group(command, "Output");
  add_run_folder(command, flags->out, "Folder of the runs base and new", "-ab");
  flags->files.add_to(command);
  command.footer(
      "Exit status: 0 nothing slower, 1 slower or correct no more, 2 bad input, 3 not comparable, "
      "4 undecided or missing (--strict), 130 Ctrl-C.");
  add_example(command, "base/retime new/retime " + example_cases() + " --margin 0.01");
  command.callback([flags] {
    const int status = run(*flags);
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
