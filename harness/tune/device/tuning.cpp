#include "harness/tune/device/tuning.h"

#include <algorithm>

#include "harness/files/write_file.h"
#include "harness/tune/device/report.h"
#include "harness/tune/warm_start.h"

namespace retime::tune {

run_description tuning::description() const {
  const search_options& search = options_.search;
  return {.strategy = search.strategy->id, .budget = to_text(search.allowed), .seed = search.seed};
}

void tuning::tune(const tuning_problem& problem) {
  if (problem.space) {
    search_problem(problem);
  } else {
    done_.push_back({.problem = &problem, .tried = trials(options_.search.goal), .finals = {}});
    report(done_.back(), 0, options_.is_emulated);
  }
  std::string lines;
  for (const auto& tuned : done_) {
    for (const auto& record : records_of(tuned, description()))
      lines += retime::to_json(record).dump() + "\n";
  }
  write_whole(out_ / "records.jsonl", lines);
}

void tuning::search_problem(const tuning_problem& problem) {
  search_options options = options_.search;
  options.warm_start = transfer(options_.neighbours, *problem.space);
  const auto how_many = options.goal.is_least_time ? launches::raced : launches::equal;
  journaled_evaluator device(device_, journal_, problem, options_.cache, how_many, options.seed);
  for (const auto& other : done_) {
    if (other.problem->any().variant == problem.any().variant)
      options.warm_start.push_back(neighbour_of(other, *problem.space));
  }
  auto tried = search(problem, device, options);
  auto finals = run_finals(problem, tried, device, {.precision = options_.precision});
  done_.push_back({&problem, std::move(tried), std::move(finals)});
  report(done_.back(), device.measured(), options_.is_emulated);
  write_whole(out_ / t4_name(problem), t4_of(done_.back()).dump(1) + "\n");
}

bool tuning::all_won() const {
  return std::ranges::all_of(
      done_, [](const auto& tuned) { return tuned.finals || !tuned.problem->space; });
}

std::vector<nlohmann::json> tuning::entries() const {
  std::vector<nlohmann::json> entries;
  for (const auto& tuned : done_) {
    if (tuned.finals) entries.push_back(entry_of(tuned, description()));
  }
  return entries;
}

}  // namespace retime::tune
