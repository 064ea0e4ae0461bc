#include "harness/tune/device/worker.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <numeric>

#include "harness/measure/calibration.h"
#include "harness/record/header.h"
#include "harness/run/case_runner.h"
#include "harness/support/clock.h"
#include "harness/support/json_values.h"
#include "harness/tune/device/racing.h"
#include "harness/tune/device/worker_process.h"
#include "kernels/device/errors.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

using nlohmann::json;
std::optional<double> number_in(const json& request, const char* name) {
  return request.contains(name) && request[name].is_number()
             ? std::optional(request[name].get<double>())
             : std::nullopt;
}

/// The same case on an input that no candidate has seen; nothing if its input has no seed.
std::optional<benchmark_case> reseeded(benchmark_case what, const json& request) {
  if (!request.at("fresh_seed").is_number() || !what.at.has("seed")) return std::nullopt;
  const std::int64_t seed = request["fresh_seed"];
  what.at.set("seed", seed);
  what.workload_key += fmt::format("/fresh_seed={}", seed);
  return what;
}

bool device_is_alive() {
  try {
    device::current();
    return true;
  } catch (const device::error&) {
    return false;
  }
}

double time_in_samples_ms(const record& result) {
  if (!result.timing) return 0;
  const auto& samples = result.timing->samples_ns;
  return 1e-6 * static_cast<double>(result.timing->runs_per_sample) *
         std::accumulate(samples.begin(), samples.end(), 0.0);
}

class worker {
 public:
  explicit worker(const worker_options& options)
      : options_(options), cases_(run_with({})), fresh_(run_with({})) {}

  void serve() {
    requests_.send({{"header", make_header(options_.seed)}});
    while (const auto request = requests_.next()) {
      try {
        requests_.send(answer(*request));
      } catch (const bad_input& error) {
        requests_.send({{"bad_input", error.what()}});
      } catch (const std::exception& error) {
        requests_.send({{"error", error.what()}, {"alive", device_is_alive()}});
      }
    }
  }

 private:
  run_options run_with(measure_options measuring) const {
    measuring.cache = options_.cache;
    measuring.seed = options_.seed;
    run_options options{.measuring = std::move(measuring), .traced = false};
    options.ceiling_bytes_per_s = calibrate().copy_bytes_per_s;
    return options;
  }

  json answer(const json& request) {
    if (request.at("do") == "evaluate")
      return one(request, {.brief = race(number_in(request, "elimination_threshold_ns"))});
    if (request.at("do") == "confirm")
      return one(request,
                 {.precision = request.at("precision"), .budget_s = request.at("budget_s")});
    return finals(request);
  }

  /// Makes the inputs first and says so: they are no candidate's time.
  void make_inputs(const benchmark_case& what, const std::optional<benchmark_case>& fresh) {
    const stopwatch watch;
    cases_.make_input(what);
    double fresh_ms = 0;
    if (fresh) {
      const stopwatch fresh_watch;
      fresh_.make_input(*fresh);
      fresh_ms = fresh_watch.ms();
    }
    requests_.send({{"input_ms", watch.ms()}, {"fresh_input_ms", fresh_ms}});
  }

  /// Wrong on the fresh input: the record of that, under the case's own name.
  std::optional<record> refuted(const benchmark_case& what,
                                const std::optional<benchmark_case>& fresh) {
    if (!fresh) return std::nullopt;
    record checked = std::move(fresh_.prepare(*fresh).result);
    if (checked.outcome == status::correct) return std::nullopt;
    checked.what = what;
    if (checked.outcome == status::incorrect)
      checked.reason = fmt::format("seed={}: {}", fresh->at.integer("seed"), checked.reason);
    return checked;
  }

  json one(const json& request, measure_options measuring) {
    const benchmark_case what = case_from(request.at("case"));
    const auto fresh = reseeded(what, request);
    make_inputs(what, fresh);
    const stopwatch watch;
    auto result = refuted(what, fresh);
    const double validation_ms = watch.ms();
    const stopwatch run_watch;
    if (!result) {
      cases_.set_measuring(run_with(std::move(measuring)).measuring);
      result = cases_.run(what);
    }
    const double framework_ms = std::max(0.0, run_watch.ms() - time_in_samples_ms(*result));
    return {{"record", retime::to_json(*result)},
            {"validation_ms", validation_ms},
            {"framework_ms", framework_ms},
            {"alive", device_is_alive()}};
  }

  json finals(const json& request) {
    std::vector<benchmark_case> all, sound;
    for (const auto& text : request.at("cases")) all.push_back(case_from(text));
    const auto fresh = reseeded(all.front(), request);
    make_inputs(all.front(), fresh);
    std::map<std::string, record> results;
    for (const auto& what : all) {
      auto wrong = refuted(what, reseeded(what, request));
      if (wrong)
        results.emplace(what.key, std::move(*wrong));
      else
        sound.push_back(what);
    }
    const std::size_t rounds = request.at("rounds");
    measure_options measuring{.brief = [rounds](auto) { return rounds; }};
    cases_.set_measuring(run_with(std::move(measuring)).measuring);
    for (auto& timed : cases_.run_interleaved(sound))
      results.emplace(timed.what.key, std::move(timed));
    json records = json::array();
    for (const auto& what : all) records.push_back(retime::to_json(results.at(what.key)));
    return {{"records", records}, {"alive", device_is_alive()}};
  }

  worker_options options_;
  request_line requests_;
  case_runner cases_, fresh_;
};

}  // namespace

void serve(const worker_options& options) {
  // A tuner that is killed takes its worker along, even one that hangs.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  worker(options).serve();
}

json to_json(const benchmark_case& what) {
  return {{"family", what.family->id},
          {"variant", what.variant->id},
          {"axes", retime::to_json(what.at.values())},
          {"workload_key", what.workload_key},
          {"key", what.key}};
}

benchmark_case case_from(const json& request) {
  const std::string family = request.at("family"), id = request.at("variant");
  const auto which = std::ranges::find_if(
      variants(), [&](const variant& one) { return one.family == family && one.id == id; });
  if (which == variants().end())
    throw std::runtime_error("no such variant: " + request.at("key").get<std::string>());
  benchmark_case what{
      &family_of(*which), &*which, {}, request.at("workload_key"), request.at("key")};
  for (const auto& [name, value] : request.at("axes").items())
    what.at.set(name, axis_value_from(value));
  return what;
}

}  // namespace retime::tune
