#include "harness/ab/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/processes/merge.h"
#include "harness/record/recorded_run.h"
#include "harness/record/run_directory.h"
#include "harness/run/repeated_runner.h"
#include "harness/support/shuffled_order.h"
#include "kernels/support/bad_input.h"

namespace retime::ab {
namespace {

using nlohmann::json;

// A process's own samples must not be what leaves a pair uncertain.
constexpr double precision_within = 0.002;
constexpr double cases_timeout_s = 60;

bool is_correct(const json& record) { return record.at("status") == to_text(status::correct); }

compare::timing_run run_of(const json& header, const char* name, const side& which) {
  recorded_run run{.path = name, .header = retime::header_of(header), .cases = {}};
  for (const json& record : which.records()) run.cases.push_back(case_of(record));
  return compare::timing_run_of(run);
}

std::vector<std::string> not_in(const side& other, const std::vector<std::string>& keys) {
  std::vector<std::string> only;
  std::ranges::copy_if(keys, std::back_inserter(only),
                       [&](const std::string& key) { return !other.has(key); });
  return only;
}

}  // namespace

side::side(const session_options& options, const std::string& program, int runs)
    : options_(options),
      runs_(runs),
      device_({.command = worker_command(program, options.device, options.seed)}) {
  worker_reply reply;
  try {
    device_.header();
    reply = device_.ask(options_.cases, cases_timeout_s);
  } catch (const std::runtime_error& error) {
    throw bad_input(fmt::format("{}: serves no cases: {}", program, error.what()));
  }
  if (reply.failed) throw bad_input(fmt::format("{}: {}", program, reply.failed->reason));
  for (const json& one : reply.answer.at("cases")) {
    keys_.push_back(one.at("case").at("key"));
    cases_[keys_.back()] = one;
  }
}

const std::string& side::workload_of(const std::string& key) const {
  return cases_.at(key).at("case").at("workload_key").get_ref<const std::string&>();
}

bool side::measure(const std::string& key) {
  const run_request request{.what = cases_.at(key).at("case"),
                            .traced = false,
                            .precision = precision_within,
                            .budget_s = options_.sampling_s,
                            .runs = runs_};
  const auto reply = device_.ask(to_json(request), options_.timeout_s);
  auto& records = measured_[key];
  records.push_back(reply.failed ? record_of_failure(cases_.at(key).at("blank"), *reply.failed)
                                 : reply.answer.at("record"));
  return is_correct(records.back());
}

std::vector<json> side::records() const {
  std::vector<json> all;
  for (const auto& key : keys_) {
    const auto found = measured_.find(key);
    if (found != measured_.end()) all.push_back(merged(found->second, options_.how.margin));
  }
  return all;
}

session::session(session_options options)
    : options_(std::move(options)),
      base_(options_, options_.base_program, lengthening_by(options_.slowdown).base),
      new_(options_, options_.new_program, lengthening_by(options_.slowdown).longer),
      id_(base_.header().at("utc").get<std::string>() + " ab"),
      only_base_(not_in(new_, base_.keys())),
      only_new_(not_in(base_, new_.keys())) {
  for (const auto& key : base_.keys()) {
    if (new_.has(key)) open_.push_back(key);
  }
  if (open_.empty())
    throw bad_input(fmt::format("{} and {} have no case in common", options_.base_program,
                                options_.new_program));
}

void session::round(const turn_observer& begins) {
  std::vector<std::string> inputs, open;
  for (const auto& key : open_) inputs.push_back(base_.workload_of(key));
  for (const auto place : shuffled_order(inputs, options_.seed, rounds_))
    open.push_back(open_[place]);
  const auto who_is_first = round_order(2 * open.size(), options_.seed, rounds_);
  base_.begin_process();
  new_.begin_process();
  for (std::size_t place = 0; place < open.size(); ++place) {
    const std::string& key = open[place];
    if (!begins(place, open.size(), key)) break;
    const bool base_first = who_is_first[place] < open.size();
    side &first = base_first ? base_ : new_, &second = base_first ? new_ : base_;
    const bool first_is_correct = first.measure(key), second_is_correct = second.measure(key);
    if (!first_is_correct || !second_is_correct) std::erase(open_, key);
  }
  ++rounds_;
  look();
}

void session::look() {
  result_ = compare::compare_runs({.base = {run_of(header_of(base_), "base", base_)},
                                   .fresh = {run_of(header_of(new_), "new", new_)},
                                   .equal = {}},
                                  options_.how);
  result_.missing = only_base_;
  result_.added = only_new_;
  for (const auto& one : result_.cases) {
    if (one.word != compare::verdict::undecided) std::erase(open_, one.key);
  }
}

bool session::is_same_program() {
  return options_.slowdown == 0 && base_.header().at("program") == new_.header().at("program");
}

json session::header_of(side& which) const {
  json header = which.header();
  header["interleave"] = {{"session", id_}, {"looked_at", true}};
  if (options_.slowdown != 0) {
    const auto longer = lengthening_by(options_.slowdown);
    header["injected"] = {{"base_runs", longer.base}, {"new_runs", longer.longer}};
  }
  return header;
}

void session::write(const std::filesystem::path& folder, const std::vector<std::string>& argv) {
  for (const auto& [name, which] : {std::pair("base", &base_), std::pair("new", &new_)}) {
    json header = header_of(*which);
    header["argv"] = argv;
    auto run = run_directory::create(folder / name, header);
    for (const json& record : which->records()) run.append(record);
  }
}

}  // namespace retime::ab
