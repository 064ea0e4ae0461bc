#include "harness/gate/ab/program.h"

#include <fmt/format.h>

#include "harness/measure/shuffled_order.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

using nlohmann::json;

// A process's own samples must not be what leaves a pair uncertain.
constexpr double precision_within = 0.002;
constexpr double cases_timeout_s = 60;

}  // namespace

program::program(const measuring_options& options, const std::string& path, int runs)
    : timeout_s_(options.timeout_s),
      sampling_s_(options.sampling_s),
      seed_(options.seed),
      runs_(runs),
      worker_({.command = cases::worker_command(path, options.device, options.seed)}) {
  try {
    worker_.header();
  } catch (const bad_input&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw bad_input(fmt::format("{}: serves no cases: {}", path, error.what()));
  }
  cases::worker_reply reply;
  try {
    reply = worker_.ask(options.cases, cases_timeout_s);
  } catch (const bad_input& error) {
    throw bad_input(fmt::format("{}: {}", path, error.what()));
  }
  if (reply.failed) throw bad_input(fmt::format("{}: {}", path, reply.failed->reason));
  for (const json& served_case : reply.answer.at("cases")) {
    keys_.push_back(served_case.at("case").at("key"));
    cases_[keys_.back()] = served_case;
  }
  end_process();
}

std::vector<std::string> program::shuffled(const std::vector<std::string>& keys,
                                           std::uint64_t round) const {
  std::vector<std::string> inputs, ordered;
  for (const auto& key : keys)
    inputs.push_back(cases_.at(key).at("case").at("workload_key").get<std::string>());
  for (const auto place : shuffled_order(inputs, seed_, round)) ordered.push_back(keys[place]);
  return ordered;
}

recorded_case program::measure(const std::string& key) {
  const cases::run_request request{.benchmark = cases_.at(key).at("case"),
                                   .traced = false,
                                   .precision = precision_within,
                                   .budget_s = sampling_s_,
                                   .longest_repeated = 1,
                                   .runs = runs_};
  const auto reply = worker_.ask(to_json(request), timeout_s_);
  return reply.failed ? cases::record_of_failure(case_of(cases_.at(key).at("blank")), *reply.failed)
                      : case_of(reply.answer.at("record"));
}

}  // namespace retime::gate
