#include "harness/gate/ab/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/cases/repeated_runner.h"
#include "harness/measure/shuffled_order.h"
#include "harness/record/recorded_run.h"
#include "harness/record/run_directory.h"
#include "harness/sweep/processes/merged_processes.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

using nlohmann::json;

timing_run run_of(const json& header, const char* name, std::vector<recorded_case> records) {
  return timing_run_of(
      {.path = name, .header = retime::header_of(header), .cases = std::move(records)});
}

std::vector<std::string> not_in(const program& other, const std::vector<std::string>& keys) {
  std::vector<std::string> only;
  std::ranges::copy_if(keys, std::back_inserter(only),
                       [&](const std::string& key) { return !other.has(key); });
  return only;
}

}  // namespace

bool measured_side::measure(const std::string& key) {
  auto& so_far = measured[key];
  so_far.push_back(code.measure(key));
  return so_far.back().outcome == status::correct;
}

std::vector<recorded_case> measured_side::records(double precision) const {
  std::vector<recorded_case> all;
  for (const auto& key : code.keys()) {
    const auto entry = measured.find(key);
    if (entry != measured.end()) all.push_back(sweep::merged(entry->second, precision));
  }
  return all;
}

session::session(session_options options)
    : options_(std::move(options)),
      base_{program(options_.measuring, options_.base_program,
                    cases::lengthening_by(options_.slowdown).base)},
      new_{program(options_.measuring, options_.new_program,
                   cases::lengthening_by(options_.slowdown).longer)},
      id_(base_.code.header().at("utc").get<std::string>() + " ab"),
      only_base_(not_in(new_.code, base_.code.keys())),
      only_new_(not_in(base_.code, new_.code.keys())) {
  for (const auto& key : base_.code.keys()) {
    if (new_.code.has(key)) open_.push_back(key);
  }
  if (open_.empty())
    throw bad_input(fmt::format("{} and {} have no case in common", options_.base_program,
                                options_.new_program));
}

void session::round(const turn_observer& begins) {
  const auto keys = base_.code.shuffled(open_, rounds_);
  measured_side* turns[] = {&base_, &new_};
  if (round_order(2, options_.measuring.seed, rounds_).front() == 1) std::swap(turns[0], turns[1]);
  std::size_t place = 0;
  bool goes_on = true;
  for (measured_side* side : turns) {
    for (const auto& key : keys) {
      goes_on = goes_on && begins(place++, 2 * keys.size(), key);
      if (goes_on && !side->measure(key)) std::erase(open_, key);
    }
    side->code.end_process();
  }
  ++rounds_;
  look();
}

void session::look() {
  const double margin = options_.deciding.margin;
  result_ = compare_runs({.base = {run_of(header_of(base_), "base", base_.records(margin))},
                          .new_runs = {run_of(header_of(new_), "new", new_.records(margin))},
                          .equal = {}},
                         options_.deciding);
  result_.missing = only_base_;
  result_.added = only_new_;
  for (const auto& entry : result_.cases) {
    if (entry.word != verdict::undecided) std::erase(open_, entry.key);
  }
}

bool session::is_same_program() {
  return options_.slowdown == 0 &&
         base_.code.header().at("program") == new_.code.header().at("program");
}

json session::header_of(measured_side& side) const {
  json header = side.code.header();
  header["interleave"] = {{"session", id_}, {"looked_at", true}};
  if (options_.slowdown != 0) {
    const auto longer = cases::lengthening_by(options_.slowdown);
    header["injected"] = {{"base_runs", longer.base}, {"new_runs", longer.longer}};
  }
  return header;
}

void session::write(const std::filesystem::path& folder, const std::vector<std::string>& argv) {
  for (const auto& [name, side] : {std::pair("base", &base_), std::pair("new", &new_)}) {
    json header = header_of(*side);
    header["argv"] = argv;
    auto run = run_directory::create(folder / name, header);
    for (auto& record : side->records(options_.deciding.margin)) run.append(std::move(record));
  }
}

}  // namespace retime::gate
