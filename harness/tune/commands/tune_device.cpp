// `retime tune` on the GPU, on the CPU variants' CPU, and in emulation.
#include <fmt/format.h>

#include <fstream>

#include "harness/files/append_file.h"
#include "harness/files/state_directory.h"
#include "harness/files/write_file.h"
#include "harness/record/best_table.h"
#include "harness/record/header.h"
#include "harness/record/run_directory.h"
#include "harness/sweep/boards.h"
#include "harness/text/number_text.h"
#include "harness/text/output.h"
#include "harness/tune/commands/tune_flags.h"
#include "harness/tune/device/objective_check.h"
#include "harness/tune/device/results.h"
#include "harness/tune/device/search.h"
#include "harness/tune/t4.h"
#include "harness/tune/warm_start.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

void check_free(const fs::path& out, bool resume) {
  if (!resume && fs::exists(out / "header.json"))
    throw bad_input(fmt::format("--out {}: holds a run already; give --resume or another folder",
                                out.string()));
}

void check(const tune_flags& flags) {
  sweep::check_precision(flags.precision);
  sweep::cache_named(flags.cache);
  sweep::check_lock_clocks(flags.locked_clock, flags.sweep.device);
  if (flags.resume && flags.out.empty())
    throw bad_input("--resume: name the run to go on with by --out DIR");
  check_folder(flags.out, "--out");
  check_file_to_make(flags.table, "--table");
  if (flags.out.empty()) return;
  for (const char* name : {"header.json", "journal.jsonl", "records.jsonl", "best.json"})
    check_file_to_make(fs::path(flags.out) / name, "--out");
  check_free(flags.out, flags.resume);
  if (!fs::exists(fs::path(flags.out) / "header.json") && flags.resume)
    throw bad_input(fmt::format("--resume: {} holds no run (no header.json)", flags.out));
}

std::string interval_text(double low_ns, double high_ns) {
  return fmt::format("{} .. {}", duration_text(low_ns), duration_text(high_ns));
}

/// Whether the winner, measured anew, took what the rounds with the other finalists let expect.
std::string expectation_text(const finals& finals) {
  const auto& within = finals.expected_ns;
  const std::string expected = interval_text(within.low, within.high);
  if (finals.as_expected()) return fmt::format("expected {}", expected);
  return fmt::format(
      "measured anew, and {} than the expected {}: the pace has changed since the rounds, so only "
      "times of the same rounds compare",
      finals.time_ns < within.low ? "less" : "more", expected);
}

class device_tuning {
 public:
  device_tuning(const tune_flags& flags, std::unique_ptr<sweep::ranks::members> ranks)
      : flags_(flags),
        strategy_(strategy_named(flags.strategy)),
        allowed_(flags.budget()),
        objective_(objective_named(flags.objective, flags.towards)),
        problems_(problems_of(flags.sweep.request())),
        boards_(sweep::boards_named(flags.sweep.device, std::move(ranks), flags.seed, false)),
        evaluator_(boards_->workers(), {.cache = flags.cache, .timeout_s = flags.timeout_s}) {
    std::vector<const tuning_space*> spaces;
    for (const auto& each : problems_) {
      if (each.space) spaces.push_back(&*each.space);
    }
    neighbours_ = read_neighbours(flags.warm_start, objective_.name, objective_.towards, spaces);
  }

  int run() {
    if (flags_.locked_clock) boards_->lock_clocks(*flags_.locked_clock);
    json header = evaluator_.header();
    header["argv"] = command_line();
    device_ = header["device"]["name"];
    out_ = flags_.out.empty() ? fs::path(default_run_path(device_).string() + "-tune")
                              : fs::path(flags_.out);
    // A journal of another device could not be gone on with; of another build of the program it
    // can.
    if (fs::exists(out_ / "header.json")) require_same_origin(out_, header, origin::device);
    emulated_ = header["device"]["kind"] == "emulation";
    for (const auto& file : table_files()) table_in(file);  // refused before anything is written
    require_recorded(objective_, evaluator_, problems_);
    std::error_code failed;  // the journal says so
    fs::create_directories(out_, failed);
    journal journal(out_ / "journal.jsonl");
    boards_->workers().keep_losses_in(out_);
    check_free(out_, flags_.resume);  // again: another program may have begun and ended meanwhile
    if (emulated_)
      print_status(
          "emulation: shows the search at work; times of GPU variants are not a measurement\n");
    write_whole(out_ / "header.json", header.dump(2) + "\n");
    bool all_won = true;
    for (const auto& problem : problems_) {
      all_won &= tune_one(problem, journal);
      write_records();
      update_tables();
    }
    print_result("{}\n", out_.string());
    return all_won ? 0 : 1;
  }

 private:
  run_description description() const {
    return {.strategy = flags_.strategy, .budget = to_text(allowed_), .seed = flags_.seed};
  }

  bool tune_one(const tuning_problem& problem, journal& journal) {
    if (!problem.space) {
      done_.push_back({.problem = &problem, .tried = trials(objective_), .finals = {}});
      print_result("{}\n  no configuration is valid: {}\n", problem.key,
                   problem.excluded.front().second);
      return true;
    }
    const auto how_many = objective_.is_least_time ? launches::raced : launches::equal;
    journaled_evaluator device(evaluator_, journal, problem, flags_.cache, how_many, flags_.seed);
    search_options options{.strategy = &strategy_,
                           .allowed = allowed_,
                           .wanted = objective_,
                           .seed = flags_.seed,
                           .warm_start = transfer(neighbours_, *problem.space)};
    for (const auto& other : done_) {
      if (other.problem->any().variant == problem.any().variant)
        options.warm_start.push_back(neighbour_of(other, *problem.space));
    }
    auto tried = search(problem, device, options);
    auto finals = run_finals(problem, tried, device, {.precision = flags_.precision});
    done_.push_back({&problem, std::move(tried), std::move(finals)});
    report(done_.back(), device.measured());
    write_whole(out_ / t4_name(problem), t4_of(done_.back()).dump(1) + "\n");
    return done_.back().finals.has_value();
  }

  /// To stand before a time; nothing where the objective is one.
  std::string value_text(double value) const {
    return objective_.is_least_time ? "" : objective_.text(value) + ", ";
  }

  void report(const tuned_problem& tuned, std::size_t measured) const {
    const tuning_problem& problem = *tuned.problem;
    const auto& tried = tuned.tried;
    const bool emulated = emulated_ && problem.any().variant->runs_on == processor::gpu;
    print_result("{}{}\n", problem.key, emulated ? "  (emulation: not a measurement)" : "");
    print_result(
        "  {} of {} configurations evaluated in {:.1f} s ({} measured now), {} failed, {} "
        "excluded\n",
        tried.all().size(), problem.cases.size(), tried.spent_s(), measured, tried.failures(),
        problem.excluded.size());
    if (!tuned.finals) {
      print_result("  none ran correctly: {}\n",
                   tried.all().empty() ? "none was tried" : tried.all().front().as_trial.reason);
      return;
    }
    const auto& finalists = tuned.finals->finalists;
    const auto text = [&](const finalist& one) { return problem.space->text(one.which); };
    print_result("  winner {}  {}{} ({})\n", text(finalists[0]), value_text(tuned.finals->value),
                 duration_text(tuned.finals->time_ns), expectation_text(*tuned.finals));
    for (const auto& one : finalists) {
      const auto within = prediction(one.rounds_ns);
      if (one.is_tied && &one != &finalists[0])
        print_result("  tied   {}  {}{}\n", text(one), value_text(one.value),
                     interval_text(within.low, within.high));
      if (problem.usual == one.which)
        print_result("  {} {}  {}{} ({:.3f} times the winner's {} in the same rounds)\n",
                     one.reported.result.printed.value_or(false) ? "as printed" : "untuned",
                     text(one), value_text(one.value), duration_text(one.median_ns),
                     one.median_ns / finalists[0].median_ns, duration_text(finalists[0].median_ns));
    }
  }

  void write_records() const {
    std::string lines;
    for (const auto& one : done_) {
      for (const auto& record : records_of(one, description()))
        lines += to_json(record).dump() + "\n";
    }
    write_whole(out_ / "records.jsonl", lines);
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

  best_table table_in(const fs::path& file) const {
    auto found = fs::exists(file) ? best_table::read(file) : best_table(device_);
    if (found.device() != device_)
      throw bad_input(fmt::format("{}: is of {}, this is {}; name another file", file.string(),
                                  found.device(), device_));
    return found;
  }

  /// Read anew each time, and held until written: other programs add to them meanwhile. The lock
  /// lies beside the table, which is replaced.
  void update_tables() const {
    for (const auto& file : table_files()) {
      std::error_code failed;  // the lock says so
      if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
      const file_lock held(file.string() + ".lock", if_held::wait);
      auto table = table_in(file);
      for (const auto& one : done_) {
        if (one.finals) table.put(entry_of(one, description()));
      }
      table.write(file);
    }
  }

  const tune_flags& flags_;
  const strategy_form& strategy_;
  budget allowed_;
  objective objective_;
  std::vector<tuning_problem> problems_;
  std::unique_ptr<sweep::boards> boards_;
  evaluator evaluator_;
  std::vector<recording> neighbours_;
  std::string device_;
  fs::path out_;
  bool emulated_ = false;
  std::vector<tuned_problem> done_;
};

}  // namespace

int tune_device(const tune_flags& flags, std::unique_ptr<sweep::ranks::members> ranks) {
  check(flags);
  return device_tuning(flags, std::move(ranks)).run();
}

}  // namespace retime::tune
