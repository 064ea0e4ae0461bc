// `retime tune` on the GPU, on the CPU variants' CPU, and in emulation.
#include <fmt/format.h>

#include <fstream>

#include "harness/cli/tune_flags.h"
#include "harness/record/header.h"
#include "harness/record/run_directory.h"
#include "harness/support/state_directory.h"
#include "harness/support/whole_file.h"
#include "harness/tune/formats.h"
#include "harness/tune/live/live_line.h"
#include "harness/tune/live/results.h"
#include "harness/tune/live/search.h"
#include "harness/tune/replay.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* default_budget = "200";

void check(const tune_flags& flags) {
  if (!(flags.precision > 0 && flags.precision < 1))
    throw bad_input(
        fmt::format("--precision {}: a relative half-width above 0 and below 1", flags.precision));
  if (flags.cache != "warm" && flags.cache != "cold")
    throw bad_input(fmt::format("--cache '{}': warm or cold", flags.cache));
  if (!(flags.timeout_s > 0))
    throw bad_input(fmt::format("--timeout {}: seconds, above 0", flags.timeout_s));
  if (!flags.space.empty()) throw bad_input("--space: goes with --replay alone");
  if (flags.resume && flags.out.empty())
    throw bad_input("--resume: name the run to go on with by --out DIR");
  if (flags.out.empty()) return;
  const bool holds_run = fs::exists(fs::path(flags.out) / "header.json");
  if (holds_run && !flags.resume)
    throw bad_input(
        fmt::format("--out {}: holds a run already; give --resume or another folder", flags.out));
  if (!holds_run && flags.resume)
    throw bad_input(fmt::format("--resume: {} holds no run (no header.json)", flags.out));
  if (fs::exists(flags.out) && !fs::is_directory(flags.out))
    throw bad_input(fmt::format("--out {}: is not a folder", flags.out));
}

/// Each candidate runs in another process of this same program.
std::vector<std::string> worker_command(const tune_flags& flags) {
  return {fs::read_symlink("/proc/self/exe").string(),
          "tune-worker",
          "--device",
          flags.sweep.device,
          "--cache",
          flags.cache,
          "--seed",
          fmt::format("{}", flags.seed)};
}

/// A journal of another device could not be gone on with; of another build of the program it can.
void check_same_device(const fs::path& out, const json& now) {
  std::ifstream in(out / "header.json");
  if (!in) return;
  const json earlier = json::parse(in, nullptr, false);
  for (const char* place : {"/schema_version", "/device/name", "/device/uuid"}) {
    const json::json_pointer at(place);
    const json was = earlier.is_object() ? earlier.value(at, json()) : json(),
               is = now.value(at, json());
    if (was != is)
      throw bad_input(
          fmt::format("--resume: {} was written with {} {}, this is {}; use another --out",
                      out.string(), place + 1, was.dump(), is.dump()));
  }
}

std::string interval_text(double low_ns, double high_ns) {
  return fmt::format("{} .. {}", tune::time_text(low_ns * 1e-6), tune::time_text(high_ns * 1e-6));
}

class device_tuning {
 public:
  explicit device_tuning(const tune_flags& flags)
      : flags_(flags),
        strategy_(tune::strategy_named(flags.strategy)),
        allowed_(tune::parse_budget(flags.budget.empty() ? default_budget : flags.budget)),
        objective_(tune::objective_named(flags.objective)),
        problems_(tune::problems_of(flags.sweep.request())),
        evaluator_({.command = worker_command(flags), .timeout_s = flags.timeout_s}) {
    for (const auto& file : flags.warm_start)
      neighbours_.push_back(tune::read_recording(file, objective_name()));
  }

  int run() {
    json header = evaluator_.header();
    header["argv"] = command_line();
    device_ = header["device"]["name"];
    out_ = flags_.out.empty() ? fs::path(default_run_path(device_).string() + "-tune")
                              : fs::path(flags_.out);
    check_same_device(out_, header);
    emulated_ = header["device"]["kind"] == "emulation";
    for (const auto& file : table_files()) table_in(file);  // refused before anything is written
    if (emulated_)
      fmt::print(
          stderr,
          "emulation: shows the search at work; times of GPU variants are not a measurement\n");
    tune::journal journal(out_ / "journal.jsonl");
    tune::write_whole(out_ / "header.json", header.dump(2) + "\n");
    bool all_won = true;
    for (const auto& problem : problems_) {
      all_won &= tune_one(problem, journal);
      write_records();
      update_tables();
    }
    fmt::print("{}\n", out_.string());
    return all_won ? 0 : 1;
  }

 private:
  std::string objective_name() const {
    return flags_.objective.empty() ? "time" : flags_.objective;
  }

  tune::run_description description() const {
    return {.strategy = flags_.strategy,
            .budget = flags_.budget.empty() ? default_budget : flags_.budget,
            .objective = objective_name(),
            .seed = flags_.seed};
  }

  bool tune_one(const tune::problem& of, tune::journal& journal) {
    if (!of.where) {
      done_.push_back({.of = &of, .searched = tune::history(objective_), .decided = {}});
      fmt::print("{}\n  no configuration is valid: {}\n", of.key, of.excluded.front().second);
      return true;
    }
    tune::bench bench(evaluator_, journal, of, flags_.cache, flags_.seed);
    tune::search_options options{
        .strategy = &strategy_, .allowed = allowed_, .minimised = objective_, .seed = flags_.seed};
    for (const auto& neighbour : neighbours_)
      options.warm_start.push_back(tune::transfer(neighbour, *of.where));
    for (const auto& other : done_) {
      if (other.of->any().variant == of.any().variant)
        options.warm_start.push_back(tune::neighbour_of(other, *of.where));
    }
    auto searched = tune::search(of, bench, options);
    auto decided = tune::decide(of, searched, bench, {.precision = flags_.precision});
    done_.push_back({&of, std::move(searched), std::move(decided)});
    report(done_.back(), bench.measured());
    tune::write_whole(out_ / tune::t4_name(of),
                      tune::t4_of(done_.back(), objective_name()).dump(1) + "\n");
    return done_.back().decided.has_value();
  }

  void report(const tune::tuned& of, std::size_t measured) const {
    const auto& searched = of.searched;
    const bool emulated = emulated_ && of.of->any().variant->runs_on == processor::gpu;
    fmt::print("{}{}\n", of.of->key, emulated ? "  (emulation: no performance)" : "");
    fmt::print(
        "  {} of {} configurations evaluated in {:.1f} s ({} measured now), {} failed, {} "
        "excluded\n",
        searched.all().size(), of.of->cases.size(), searched.spent_s(), measured,
        searched.failures(), of.of->excluded.size());
    if (!of.decided) {
      fmt::print("  none ran correctly: {}\n", searched.all().empty()
                                                   ? "none was tried"
                                                   : searched.all().front().as_trial.reason);
      return;
    }
    const auto& finalists = of.decided->finalists;
    const auto text = [&](const tune::finalist& one) { return of.of->where->text(one.which); };
    fmt::print("  winner {}  {} (expected {})\n", text(finalists[0]),
               tune::time_text(of.decided->time_ns * 1e-6),
               interval_text(of.decided->expected_ns.low, of.decided->expected_ns.high));
    for (const auto& one : finalists) {
      const auto within = tune::prediction(one.rounds_ns);
      if (one.is_tied && &one != &finalists[0])
        fmt::print("  tied   {}  {}\n", text(one), interval_text(within.low, within.high));
      if (of.of->usual && one.which == *of.of->usual)
        fmt::print("  usual  {}  {} ({:.3f} times the winner's)\n", text(one),
                   tune::time_text(one.median_ns * 1e-6), one.median_ns / finalists[0].median_ns);
    }
  }

  void write_records() const {
    std::string lines;
    for (const auto& one : done_) {
      for (const auto& record : tune::records_of(one, description())) lines += record.dump() + "\n";
    }
    tune::write_whole(out_ / "records.jsonl", lines);
  }

  /// best.json of the run; and that of --table, or else that of this GPU, which `run --tuned` uses,
  /// unless the run has a place of its own. What the emulation found is no GPU's best.
  std::vector<fs::path> table_files() const {
    std::vector<fs::path> files{out_ / "best.json"};
    if (!flags_.table.empty())
      files.emplace_back(flags_.table);
    else if (flags_.out.empty() && !emulated_)
      files.push_back(default_table(device_));
    return files;
  }

  tune::best_table table_in(const fs::path& file) const {
    auto found = fs::exists(file) ? tune::best_table::read(file) : tune::best_table(device_);
    if (found.device() != device_)
      throw bad_input(fmt::format("{}: is of {}, this is {}; name another file", file.string(),
                                  found.device(), device_));
    return found;
  }

  /// Read anew each time: another program may have added to them meanwhile.
  void update_tables() const {
    for (const auto& file : table_files()) {
      auto table = table_in(file);
      for (const auto& one : done_) {
        if (one.decided) table.put(tune::entry_of(one, description()));
      }
      table.write(file);
    }
  }

  const tune_flags& flags_;
  const tune::strategy_form& strategy_;
  tune::budget allowed_;
  tune::objective objective_;
  std::vector<tune::problem> problems_;
  tune::evaluator evaluator_;
  std::vector<tune::recording> neighbours_;
  std::string device_;
  fs::path out_;
  bool emulated_ = false;
  std::vector<tune::tuned> done_;
};

}  // namespace

int tune_device(const tune_flags& flags) {
  check(flags);
  return device_tuning(flags).run();
}

}  // namespace retime
