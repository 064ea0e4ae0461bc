#include "harness/cases/worker/run_requests.h"

#include <fmt/format.h>

#include <memory>

#include "harness/cases/case_runner.h"
#include "harness/cases/worker/requests.h"
#include "harness/files/json_output.h"
#include "harness/host/clock.h"
#include "harness/measure/calibration.h"
#include "harness/registry/sweep.h"
#include "kernels/device/order.h"

namespace retime::cases {
namespace {

using nlohmann::json;

class run_server {
 public:
  run_server(request_line& requests, std::uint64_t seed, host_share host)
      : requests_(requests), seed_(seed), host_(std::move(host)), runner_({}) {}

  json run(const json& request) {
    const turn_given_back after(host_.begin);
    const benchmark_case benchmark = case_from(request.at("case"));
    run_options options = options_of(request);
    const stopwatch watch;
    options.input_is_made = [&] { requests_.send({{"input_ms", watch.ms()}}); };
    if (const json& seed = request.at("thread_order"); !seed.is_null())
      device::shuffle_threads(seed);
    runner_.set_options(std::move(options));
    return {{"record", to_json(runner_.run(benchmark))}};
  }

 private:
  run_options options_of(const json& request) const {
    run_options options;
    options.timed = request.at("timed");
    if (options.timed) options.ceiling_bytes_per_s = calibrate().copy_bytes_per_s;
    if (const std::string save = request.at("save"); !save.empty()) options.save = save;
    options.traced = request.at("traced");
    options.runs = request.at("runs");
    options.measuring = {.precision = request.at("precision"),
                         .budget_s = request.at("budget_s"),
                         .longest_repeated = request.at("longest_repeated"),
                         .cache = cache_state_from(request.at("cache")).value(),
                         .method = timing_method_from(request.at("method")),
                         .seed = seed_,
                         .stopping_rule = request.value("stop", default_stopping_rule),
                         .begin_use = host_.begin};
    options.input = {.cores = host_.cores_now(),
                     .is_short = request.at("short_input"),
                     .begin_ahead = host_.begin_ahead};
    if (const json& next = request.at("next"); !next.is_null())
      options.input.next = case_from(next);
    return options;
  }

  request_line& requests_;
  std::uint64_t seed_;
  host_share host_;
  case_runner runner_;
};

json cases(const json& request) {
  sweep_request sweep{.filter = request.at("filter"), .profile = request.at("profile")};
  for (const std::string axis : request.at("axes")) sweep.axes.push_back(parse_axis_setting(axis));
  if (request.at("seed").is_number()) sweep.seed = request["seed"].get<std::int64_t>();
  json listed = json::array();
  for (const auto& benchmark : expand(sweep))
    listed.push_back({{"case", to_json(benchmark)}, {"blank", to_json(blank_record(benchmark))}});
  return {{"cases", listed}};
}

}  // namespace

json to_json(const run_request& request) {
  return {{"do", "run"},
          {"case", request.benchmark},
          {"timed", request.timed},
          {"traced", request.traced},
          {"save", request.save},
          {"precision", request.precision},
          {"budget_s", request.budget_s},
          {"longest_repeated", request.longest_repeated},
          {"short_input", request.short_input},
          {"next", request.next},
          {"cache", request.cache},
          {"method", request.method},
          {"stop", request.stop},
          {"runs", request.runs},
          {"thread_order", or_null(request.thread_order)}};
}

recorded_case record_of_failure(recorded_case blank, const worker_reply::failure& failed) {
  blank.outcome = failed.outcome;
  blank.reason = failed.reason;
  return blank;
}

namespace {

answers run_answers(request_line& requests, std::uint64_t seed, const host_share& host) {
  auto server = std::make_shared<run_server>(requests, seed, host);
  return {{"run", [server](const json& request) { return server->run(request); }},
          {"cases", cases}};
}

const bool has_run_requests = register_requests({.id = "run", .make = run_answers});

}  // namespace

}  // namespace retime::cases
