#include "tests/fuzz/readers.h"

#include <nlohmann/json.hpp>

#include "harness/exports/formats.h"
#include "harness/gate/compare.h"
#include "harness/gate/history/history.h"
#include "harness/gate/report.h"
#include "harness/record/best_table.h"
#include "harness/record/run_directory.h"
#include "harness/sweep/processes/merged_processes.h"
#include "harness/tune/device/journal.h"
#include "harness/tune/strategy.h"
#include "harness/tune/t4.h"
#include "kernels/support/bad_input.h"

namespace retime::fuzz {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Reading may refuse; what is accepted must be fit for all that follows.
template <class Call>
void allowed_to_refuse(Call call) {
  try {
    call();
  } catch (const bad_input&) {
    return;
  }
}

void compare_all(const fs::path& base, const fs::path& fresh, const shows& show) {
  const auto result = gate::compare_runs(
      {.base = {gate::read_timing_run(base)}, .new_runs = {gate::read_timing_run(fresh)}}, {});
  show(gate::table(result));
  show(gate::markdown(result));
  gate::junit(result);
  gate::to_json(result).dump();
}

void export_all(const fs::path& run) {
  const auto loaded = exports::load_run(run);
  const auto formats = forms<exports::export_form>::all();
  for (const auto& format : formats) {
    if (format.of_run) format.of_run(loaded, "out.json");
  }
  for (const auto& space : exports::tuning_spaces(loaded)) {
    if (!space.unfit.empty()) continue;
    for (const auto& format : formats) {
      if (format.of_space) format.of_space(loaded.header, space).dump();
    }
  }
}

void read_run_of(const fs::path& folder, const char* name, const shows& show) {
  const fs::path run = folder / name;
  allowed_to_refuse([&] { export_all(run); });
  allowed_to_refuse([&] { gate::to_json(gate::entry_of(run)).dump(); });
  compare_all(run, run, show);
}

/// As `run --resume` with the header that the run was begun with.
void resume(const fs::path& folder) {
  json header;
  with_json(folder / "run/header.json", [&](const json& value) { header = value; });
  auto run = run_directory::resume(folder / "interrupted", header);
  const std::string key = "apsp/cpu_floyd/graph=ring/n=60";
  const auto& waiting = run.measured(key, "");
  if (!waiting.empty()) to_json(sweep::merged(waiting, 0.01)).dump();
}

void read_one_history(const fs::path& folder, const shows& show) {
  const fs::path file = folder / "history.jsonl";
  const auto entries = gate::read_history(file);
  const auto all = gate::trends(entries, "", {});
  show(gate::history_table(all));
  show(gate::history_markdown(all));
  gate::history_json(all, {}).dump();
  gate::append_to_history(file, gate::entry_of(folder / "run"));
}

void read_space(const fs::path& file, const shows& show) {
  const auto recorded = tune::read_recording(file);
  show(recorded.objective + " " + recorded.unit);
  for (configuration c = 0; c < recorded.space.size(); ++c) show(recorded.space.text(c));
  const auto search = tune::strategy_named(tune::default_strategy)
                          .make({.where = &recorded.space, .budget = 10, .seed = 1});
  for (int told = 0; told < 10; ++told) {
    const auto next = search->ask();
    if (!next) return;
    search->tell(*next, {recorded.trials[*next].result, recorded.value_to_minimise(*next)});
  }
}

void read_best(const fs::path& file) {
  auto table = tune::best_table::read(file);
  for (const auto& benchmark : expand({.filter = "apsp/cpu_floyd_blocked", .axes = {{"n", "40"}}}))
    table.tuned(benchmark, {});
  table.write(file);
}

void read_journal(const fs::path& file) {
  const tune::journal journal(file);
  for (const char* tile : {"32", "64", "128", "256"}) {
    const auto* entry = journal.find(
        "0123456789abcdef", std::string("apsp/cpu_floyd_blocked/graph=ring/n=40/tile=") + tile);
    if (entry != nullptr) tune::evaluation_from(entry->line);
  }
}

std::vector<reader>& families_readers() {
  static std::vector<reader> added;
  return added;
}

}  // namespace

bool add_reader(reader added) {
  families_readers().push_back(std::move(added));
  return true;
}

std::vector<reader> readers() {
  const auto run = [](const char* name) {
    return [name](const fs::path& folder, const shows& show) { read_run_of(folder, name, show); };
  };
  const auto timings = [](const char* name) {
    return [name](const fs::path& folder, const shows& show) {
      compare_all(folder / "run", folder / name, show);
    };
  };
  const auto interrupted = [](const fs::path& folder, const shows&) { resume(folder); };
  std::vector<reader> all = {
      {"run/header.json", form::json, run("run")},
      {"run/records.jsonl", form::json_lines, run("run")},
      {"interrupted/header.json", form::json, interrupted},
      {"interrupted/records.jsonl", form::json_lines, interrupted},
      {"interrupted/processes.jsonl", form::json_lines, interrupted},
      {"google_benchmark.json", form::json, timings("google_benchmark.json")},
      {"nvbench.json", form::json, timings("nvbench.json")},
      {"nvbench.json-bin/0.bin", form::text, timings("nvbench.json")},
      {"history.jsonl", form::json_lines, read_one_history},
      {"t4.json", form::json,
       [](const fs::path& folder, const shows& show) { read_space(folder / "t4.json", show); }},
      {"t4.json.gz", form::text,
       [](const fs::path& folder, const shows& show) { read_space(folder / "t4.json.gz", show); }},
      {"best.json", form::json, of("best.json", read_best)},
      {"journal.jsonl", form::json_lines, of("journal.jsonl", read_journal)}};
  all.insert(all.end(), families_readers().begin(), families_readers().end());
  return all;
}

}  // namespace retime::fuzz
