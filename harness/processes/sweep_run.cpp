#include "harness/processes/sweep_run.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/processes/merge.h"
#include "harness/support/shuffled_order.h"
#include "harness/worker/case_json.h"
#include "harness/worker/run_requests.h"

namespace retime {
namespace {

using nlohmann::json;
using case_list = std::vector<const benchmark_case*>;

case_list shuffled(const case_list& cases, std::uint64_t seed, std::uint64_t process) {
  std::vector<std::string> inputs;
  for (const auto* one : cases) inputs.push_back(one->workload_key);
  case_list result;
  for (const auto place : shuffled_order(inputs, seed, process)) result.push_back(cases[place]);
  return result;
}

class sweep_run {
 public:
  sweep_run(worker& device, run_directory& into, const sweep_run_options& options,
            const sweep_run_observer& observer)
      : device_(device), into_(into), options_(options), observer_(observer) {}

  void run(const std::vector<benchmark_case>& cases) {
    for (case_list open = open_cases(cases); !open.empty(); open = open_cases(cases)) {
      std::size_t process = measured_by(*open.front());
      for (const auto* one : open) process = std::min(process, measured_by(*one));
      std::erase_if(open, [&](const auto* one) { return measured_by(*one) > process; });
      if (options_.shuffled) open = shuffled(open, options_.seed, process);
      if (process > 0) device_.stop();
      for (std::size_t place = 0; place < open.size(); ++place) {
        if (observer_.is_interrupted()) return;
        observer_.begins({process, place, open.size(), open[place]});
        take(measured(*open[place], process));
      }
    }
    into_.finish();
  }

 private:
  case_list open_cases(const std::vector<benchmark_case>& cases) const {
    case_list open;
    for (const auto& one : cases) {
      if (!into_.has(one.key)) open.push_back(&one);
    }
    return open;
  }

  std::size_t measured_by(const benchmark_case& one) { return into_.measured(one.key).size(); }

  /// The case's record by the process.
  json measured(const benchmark_case& next, std::size_t process) {
    const process_plan& plan = options_.plan_of(next.key);
    run_request request{.what = to_json(next),
                        .timed = options_.timed,
                        .traced = process == 0,
                        .save = process == 0 ? options_.save : "",
                        .precision = plan.precision_within(),
                        .budget_s = plan.share_s(),
                        .longest_repeated = plan.longest_repeated(),
                        .cache = options_.cache,
                        .thread_order = options_.thread_order};
    if (process > 0)
      request.method = into_.measured(next.key).front().at("measurement").at("method");
    const auto reply = device_.ask(to_json(request), options_.timeout_s);
    return reply.failed ? record_of_failure(to_json(blank_record(next)), *reply.failed)
                        : reply.answer.at("record");
  }

  void take(json record) {
    const std::string key = record.at("key");
    std::vector<json> all = into_.measured(key);
    all.push_back(std::move(record));
    const process_plan& plan = options_.plan_of(key);
    json together = merged(all, plan.precision);
    const recorded_case so_far = case_of(together);
    const auto reason = enough(plan, so_far);
    if (!reason) return into_.append_measured(all.back());
    if (all.size() > 1 && so_far.measured() != nullptr)
      together["measurement"]["stop_reason"] = to_text(*reason);
    into_.append(together);
    observer_.has_record(so_far);
  }

  worker& device_;
  run_directory& into_;
  const sweep_run_options& options_;
  const sweep_run_observer& observer_;
};

}  // namespace

void run_sweep(const std::vector<benchmark_case>& cases, worker& device, run_directory& into,
               const sweep_run_options& options, const sweep_run_observer& observer) {
  sweep_run(device, into, options, observer).run(cases);
}

}  // namespace retime
