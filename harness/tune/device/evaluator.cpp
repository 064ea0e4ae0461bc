#include "harness/tune/device/evaluator.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "harness/support/clock.h"
#include "harness/support/json_values.h"
#include "harness/tune/device/worker.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

using nlohmann::json;
/// Of a case whose worker did not live to report it.
reported_case failure_record(const benchmark_case& what, status outcome, std::string reason) {
  record lost = blank_record(what);
  lost.outcome = outcome;
  lost.reason = std::move(reason);
  return reported_case(retime::to_json(lost));
}

struct timed_out {};

}  // namespace

void evaluator::start() {
  worker_ = std::make_unique<worker_process>(options_.command);
  const auto ready = worker_->receive(options_.start_timeout_s);
  if (!ready) throw worker_died("no answer", std::nullopt);
  header_ = ready->at("header");
}

/// A device that was lost may need some time to come back.
void evaluator::start_again() {
  worker_.reset();
  for (const int pause_s : {0, 1, 5, 20}) {
    std::this_thread::sleep_for(std::chrono::seconds(pause_s));
    try {
      return start();
    } catch (const worker_died&) {
      worker_.reset();
    }
  }
  throw std::runtime_error(
      "the device does not come back; the journal is whole, go on by --resume");
}

const json& evaluator::header() {
  try {
    if (!worker_) start();
  } catch (const worker_died& death) {
    if (death.exit_status == 2) throw exit_status{2};
    throw std::runtime_error(fmt::format("the worker process does not start: {}", death.what()));
  }
  return header_;
}

json evaluator::exchange(const json& request, double timeout_s, evaluation& took) {
  if (!worker_) start_again();
  worker_->send(request);
  stopwatch watch;
  double allowed_s = options_.input_timeout_s;
  for (;;) {
    const auto got = worker_->receive(allowed_s - watch.s());
    if (!got) throw timed_out{};
    if (got->contains("bad_input")) throw bad_input(got->at("bad_input"));
    if (!got->contains("input_ms")) {
      took.wall_s = watch.s();
      if (!got->value("alive", true)) worker_.reset();
      return *got;
    }
    took.fresh_input_s = 1e-3 * got->value("fresh_input_ms", 0.0);
    watch = stopwatch();
    allowed_s = timeout_s;
  }
}

evaluation evaluator::ask(const benchmark_case& what, json request, double timeout_s) {
  evaluation result;
  const stopwatch watch;
  const auto fail = [&](status outcome, std::string reason) {
    result.reported = failure_record(what, outcome, std::move(reason));
    result.wall_s = watch.s();
    result.framework_ms = 1e3 * result.wall_s;
    worker_.reset();
  };
  request["case"] = to_json(what);
  try {
    const json got = exchange(request, timeout_s, result);
    if (got.contains("error")) {
      fail(status::runtime_error, got["error"]);
      return result;
    }
    result.reported = reported_case(got.at("record"));
    result.validation_ms = got.at("validation_ms");
    result.framework_ms = got.at("framework_ms");
  } catch (const timed_out&) {
    fail(status::timeout, fmt::format("no end within {} s; its process was stopped", timeout_s));
  } catch (const worker_died& death) {
    fail(status::runtime_error, fmt::format("its process ended: {}", death.what()));
  }
  return result;
}

evaluation evaluator::evaluate(const benchmark_case& what, std::optional<std::int64_t> fresh_seed,
                               std::optional<double> elimination_threshold_ns) {
  return ask(what,
             {{"do", "evaluate"},
              {"fresh_seed", or_null(fresh_seed)},
              {"elimination_threshold_ns", or_null(elimination_threshold_ns)}},
             options_.timeout_s);
}

evaluation evaluator::confirm(const benchmark_case& what, std::optional<std::int64_t> fresh_seed,
                              double precision, double budget_s) {
  return ask(what,
             {{"do", "confirm"},
              {"fresh_seed", or_null(fresh_seed)},
              {"precision", precision},
              {"budget_s", budget_s}},
             options_.timeout_s + 3 * budget_s);
}

std::optional<std::vector<reported_case>> evaluator::finals(std::span<const benchmark_case> cases,
                                                            std::optional<std::int64_t> fresh_seed,
                                                            std::size_t rounds) {
  json texts = json::array();
  for (const auto& what : cases) texts.push_back(to_json(what));
  const json request = {
      {"do", "finals"}, {"cases", texts}, {"fresh_seed", or_null(fresh_seed)}, {"rounds", rounds}};
  evaluation took;
  try {
    const json got =
        exchange(request, options_.timeout_s * static_cast<double>(1 + cases.size()), took);
    if (got.contains("records")) {
      std::vector<reported_case> reported;
      for (const json& record : got["records"]) reported.emplace_back(record);
      return reported;
    }
  } catch (const timed_out&) {
  } catch (const worker_died&) {
  }
  worker_.reset();
  return std::nullopt;
}

}  // namespace retime::tune
