// The error rates of every way of measuring on every kind of noise; margin 0.5 %, error 1 %.
#include <gtest/gtest.h>

#include "harness/gate/audit/confusion_matrix.h"
#include "harness/gate/compare.h"
#include "tests/gate/noise.h"
#include "tests/thorough.h"

namespace retime::gate {
namespace {

using test::noise_source;

constexpr compare_options uncorrected{.correct = correction::none};

/// A way of measuring two builds.
struct tried_design {
  std::string name;
  int runs = 1, processes = 1;  ///< a side; processes of each run
  bool paired = false;          ///< the i-th runs of both sides follow each other, in random order
  bool looked_at = false;       ///< one session, looked at after each pair of processes and ended
                                ///< when it is decided; `processes` is the most
};

timing_run empty_run(const tried_design& design) {
  timing_run run{.source = "simulated"};
  if (design.looked_at) run.session = "simulated";
  run.looked_at = design.looked_at;
  return run;
}

void add_process(timing_run& run, double median_ns) {
  timed_case& times = run.cases["case"];
  times.median_ns = median_ns;
  times.processes.push_back({static_cast<std::int64_t>(times.processes.size()), median_ns});
}

/// BASE first, then NEW.
inputs in_two_jobs(const tried_design& design, noise_source& machine, double slowdown) {
  inputs runs;
  const double last = 2 * design.runs * design.processes - 1;
  double done = 0;
  for (const bool is_base : {true, false}) {
    for (int i = 0; i < design.runs; ++i) {
      machine.begin_run();
      timing_run run = empty_run(design);
      for (int j = 0; j < design.processes; ++j)
        add_process(run, machine.process_median_ns(is_base ? 0 : slowdown, done++ / last));
      (is_base ? runs.base : runs.new_runs).push_back(std::move(run));
    }
  }
  return runs;
}

/// One process of either side, in random order, at the i-th of `rounds` moments of a session.
void add_pair(timing_run& base, timing_run& new_run, noise_source& machine, double slowdown, int i,
              int rounds) {
  const bool base_first = machine.coin();
  for (const int turn : {0, 1}) {
    const double moment = (2 * i + turn) / (2.0 * rounds - 1);
    const bool is_base = base_first == (turn == 0);
    add_process(is_base ? base : new_run,
                machine.process_median_ns(is_base ? 0 : slowdown, moment));
  }
}

inputs in_pairs(const tried_design& design, noise_source& machine, double slowdown) {
  inputs runs;
  for (int i = 0; i < design.runs; ++i) {
    runs.base.push_back(empty_run(design));
    runs.new_runs.push_back(empty_run(design));
    machine.begin_run();
    add_pair(runs.base.back(), runs.new_runs.back(), machine, slowdown, i, design.runs);
  }
  return runs;
}

verdict judge_looking(const tried_design& design, noise_source& machine, double slowdown) {
  inputs runs{.base = {empty_run(design)}, .new_runs = {empty_run(design)}};
  machine.begin_run();
  for (int i = 0; i < design.processes; ++i) {
    add_pair(runs.base.front(), runs.new_runs.front(), machine, slowdown, i, design.processes);
    const auto result = compare_runs(runs, uncorrected);
    if (!decided(result).empty()) return result.cases.front().word;
  }
  return verdict::undecided;
}

/// What a comparison by the design says of code that takes `slowdown` longer.
verdict judge(const tried_design& design, noise_source& machine, double slowdown) {
  if (design.looked_at) return judge_looking(design, machine, slowdown);
  compare_options options = uncorrected;
  options.pair_runs = design.paired;
  const auto runs =
      design.paired ? in_pairs(design, machine, slowdown) : in_two_jobs(design, machine, slowdown);
  return compare_runs(runs, options).cases.front().word;
}

confusion_matrix audited(const std::string& machine, const tried_design& design, std::uint64_t seed,
                         int comparisons, const std::vector<double>& slowdowns) {
  confusion_matrix matrix;
  for (const auto& model : test::noise_models()) {
    if (model.name != machine) continue;
    noise_source source(model, seed);
    for (const double slowdown : slowdowns) {
      for (int i = 0; i < comparisons; ++i) matrix.add(slowdown, judge(design, source, slowdown));
    }
  }
  EXPECT_EQ(matrix.injected().size(), slowdowns.size()) << "no machine of that name: " << machine;
  return matrix;
}

/// The rows of the table in docs/ci.md, which is of 2000 comparisons.
const tried_design designs[] = {
    {.name = "1 v 1"},
    {.name = "1 v 1, 3 processes", .processes = 3},
    {.name = "1 v 1, 10 processes", .processes = 10},
    {.name = "3 v 3", .runs = 3},
    {.name = "3 v 3, 5 processes", .runs = 3, .processes = 5},
    {.name = "12 pairs", .runs = 12, .paired = true},
    {.name = "looked at, to 22 pairs", .processes = 22, .looked_at = true}};

TEST(Designs, NoneIsFalseInMoreThanOnePerCentOnAnyMachine) {
  const int comparisons = tests::thorough() ? 400 : 200;
  std::uint64_t seed = 1;
  for (const auto& machine : test::noise_models()) {
    for (const auto& design : designs) {
      const auto matrix = audited(machine.name, design, seed++, comparisons, {0});
      EXPECT_LE(matrix.false_share(), 0.01) << machine.name << ", " << design.name;
      if (design.name == "1 v 1") {
        EXPECT_EQ(matrix.share(0, verdict::undecided), 1);
      }
    }
  }
}
/// A change of just the margin is the hardest not to be wrong about, either way.
TEST(Designs, AtTheMarginNeitherClaimIsMadeInMoreThanItsError) {
  for (const auto& design :
       {tried_design{.name = "pairs", .runs = 12, .paired = true},
        tried_design{.name = "looked at", .processes = 22, .looked_at = true}}) {
    for (const char* machine : {"processes 0.3 %", "two speeds of a process", "process tails t2"}) {
      const auto matrix = audited(machine, design, 21, 1000, {0.005});
      EXPECT_LE(matrix.share(0.005, verdict::slower), 0.01) << design.name << ", " << machine;
      EXPECT_LE(matrix.share(0.005, verdict::same), 0.015) << design.name << ", " << machine;
    }
  }
}

/// A clock of two speeds, one for a process: few of them agree by chance, and must not be believed.
TEST(Designs, UnitsThatAgreeByChanceAreNotBelieved) {
  for (const int units : {2, 3, 4, 5, 6}) {
    for (const auto& design : {tried_design{.name = "runs", .runs = units},
                               tried_design{.name = "processes", .processes = units},
                               tried_design{.name = "pairs", .runs = units, .paired = true}}) {
      const auto matrix = audited("two speeds of a process", design, 5, 2000, {0});
      EXPECT_LE(matrix.false_share(), 0.01) << units << " " << design.name;
    }
  }
}

TEST(Designs, FindWhatTheyAreMeantToFind) {
  const tried_design pairs{.name = "pairs", .runs = 12, .paired = true};
  const tried_design looked_at{.name = "looked at", .processes = 22, .looked_at = true};
  for (const auto& design : {pairs, looked_at}) {
    const auto calm = audited("processes 0.3 %", design, 8, 300, {0, 0.02});
    EXPECT_GE(calm.share(0.02, verdict::slower), 0.95) << design.name;
    EXPECT_GE(calm.share(0, verdict::same), 0.4) << design.name;
    const auto exact = audited("samples 0.5 %", design, 9, 300, {0, 0.01});
    EXPECT_GE(exact.share(0.01, verdict::slower), 0.95) << design.name;
    EXPECT_GE(exact.share(0, verdict::same), 0.95) << design.name;
  }
  const tried_design processes{.name = "processes", .processes = 10};
  EXPECT_GE(audited("processes 1 %", processes, 9, 300, {0.05}).share(0.05, verdict::slower), 0.95);
}

}  // namespace
}  // namespace retime::gate
