#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "harness/cases/case_runner.h"
#include "harness/cases/worker/requests.h"
#include "harness/files/json_output.h"
#include "harness/host/clock.h"
#include "harness/measure/calibration.h"
#include "harness/registry/sweep.h"
#include "harness/tune/device/racing.h"

namespace retime::tune {
namespace {

using nlohmann::json;
std::optional<double> number_in(const json& request, const char* name) {
  return request.contains(name) && request[name].is_number()
             ? std::optional(request[name].get<double>())
             : std::nullopt;
}

/// The same case on an input that no candidate has seen; nothing if its input has no seed.
std::optional<benchmark_case> reseeded(benchmark_case benchmark, const json& request) {
  if (!request.at("fresh_seed").is_number() || !benchmark.point.has("seed")) return std::nullopt;
  const std::int64_t seed = request["fresh_seed"];
  benchmark.point.set("seed", seed);
  benchmark.workload_key += fmt::format("/fresh_seed={}", seed);
  return benchmark;
}

double time_in_samples_ms(const recorded_case& result) {
  if (!result.times) return 0;
  const auto& samples = result.times->samples_ns;
  return 1e-6 * static_cast<double>(result.times->runs_per_sample) *
         std::accumulate(samples.begin(), samples.end(), 0.0);
}

class search_server {
 public:
  search_server(cases::request_line& requests, std::uint64_t seed, cases::host_share host)
      : requests_(requests),
        seed_(seed),
        host_(std::move(host)),
        cases_(run_with({})),
        fresh_(run_with({})) {}

  json evaluate(const json& request) {
    return answer(request, {.brief = race(number_in(request, "elimination_threshold_ns"))});
  }

  json confirm(const json& request) {
    return answer(request,
                  {.precision = request.at("precision"), .budget_s = request.at("budget_s")});
  }

  json finals(const json& request) {
    std::vector<benchmark_case> all, sound;
    for (const auto& text : request.at("cases")) all.push_back(case_from(text));
    const auto other_seed = reseeded(all.front(), request);
    make_inputs(all.front(), other_seed);
    std::map<std::string, recorded_case> results;
    for (const auto& benchmark : all) {
      auto wrong = refuted(benchmark, reseeded(benchmark, request));
      if (wrong)
        results.emplace(benchmark.key, std::move(*wrong));
      else
        sound.push_back(benchmark);
    }
    const std::size_t rounds = request.at("rounds");
    time_by(request, {.brief = [rounds](auto) { return rounds; }});
    for (auto& timed : cases_.run_interleaved(sound)) results.emplace(timed.key, std::move(timed));
    json records = json::array();
    for (const auto& benchmark : all) records.push_back(retime::to_json(results.at(benchmark.key)));
    return {{"records", records}};
  }

 private:
  cases::run_options run_with(measure_options measuring) const {
    measuring.seed = seed_;
    measuring.begin_use = host_.begin;
    return {
        .measuring = std::move(measuring), .traced = false, .input = {.cores = host_.cores_now()}};
  }

  void time_by(const json& request, measure_options measuring) {
    measuring.cache = cache_state_from(request.at("cache")).value();
    cases::run_options options = run_with(std::move(measuring));
    options.ceiling_bytes_per_s = calibrate().copy_bytes_per_s;
    cases_.set_options(std::move(options));
  }

  /// Makes the inputs first and says so: they are no candidate's time.
  void make_inputs(const benchmark_case& benchmark,
                   const std::optional<benchmark_case>& other_seed) {
    const stopwatch watch;
    cases_.make_input(benchmark);
    double fresh_ms = 0;
    if (other_seed) {
      const stopwatch fresh_watch;
      fresh_.make_input(*other_seed);
      fresh_ms = fresh_watch.ms();
    }
    requests_.send({{"input_ms", watch.ms()}, {"fresh_input_ms", fresh_ms}});
  }

  /// Wrong on the fresh input: the record of that, under the case's own name.
  std::optional<recorded_case> refuted(const benchmark_case& benchmark,
                                       const std::optional<benchmark_case>& other_seed) {
    if (!other_seed) return std::nullopt;
    recorded_case checked = std::move(fresh_.prepare(*other_seed).result);
    if (checked.outcome == status::correct) return std::nullopt;
    name_case(checked, benchmark);
    if (checked.outcome == status::incorrect)
      checked.reason =
          fmt::format("seed={}: {}", other_seed->point.integer("seed"), checked.reason);
    return checked;
  }

  json answer(const json& request, measure_options measuring) {
    const benchmark_case benchmark = case_from(request.at("case"));
    const auto other_seed = reseeded(benchmark, request);
    make_inputs(benchmark, other_seed);
    const stopwatch watch;
    auto result = refuted(benchmark, other_seed);
    const double validation_ms = watch.ms();
    const stopwatch run_watch;
    if (!result) {
      time_by(request, std::move(measuring));
      result = cases_.run(benchmark);
    }
    const double framework_ms = std::max(0.0, run_watch.ms() - time_in_samples_ms(*result));
    return {{"record", retime::to_json(*result)},
            {"validation_ms", validation_ms},
            {"framework_ms", framework_ms}};
  }

  cases::request_line& requests_;
  std::uint64_t seed_;
  cases::host_share host_;
  cases::case_runner cases_, fresh_;
};

/// What a worker answers:
///   {"do": "evaluate", "case", "fresh_seed", "elimination_threshold_ns"}
///      -> {"input_ms", "fresh_input_ms"} once the inputs are made, {"record", "validation_ms",
///         "framework_ms"}
///   {"do": "confirm", "case", "fresh_seed", "precision", "budget_s"}   -> as evaluate
///   {"do": "finals", "cases", "fresh_seed", "rounds"}
///      -> {"input_ms", "fresh_input_ms"}, {"records"} in the order given
/// Each has "cache" too; fresh_seed may be null.
cases::answers search_answers(cases::request_line& requests, std::uint64_t seed,
                              const cases::host_share& host) {
  auto server = std::make_shared<search_server>(requests, seed, host);
  const auto in_turn = [host, server](json (search_server::*answer)(const json&)) {
    return [=](const json& request) {
      const turn_given_back after(host.begin);
      return (server.get()->*answer)(request);
    };
  };
  return {{"evaluate", in_turn(&search_server::evaluate)},
          {"confirm", in_turn(&search_server::confirm)},
          {"finals", in_turn(&search_server::finals)}};
}

const bool has_search_requests = cases::register_requests({.id = "tune", .make = search_answers});

}  // namespace
}  // namespace retime::tune
