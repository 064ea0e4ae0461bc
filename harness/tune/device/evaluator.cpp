#include "harness/tune/device/evaluator.h"

#include "harness/support/json_values.h"
#include "harness/worker/case_json.h"
#include "harness/worker/run_requests.h"

namespace retime::tune {

using nlohmann::json;

evaluation evaluator::ask(const benchmark_case& what, json request, double timeout_s) {
  request["case"] = retime::to_json(what);
  request["cache"] = options_.cache;
  const worker_reply reply = worker_.ask(request, timeout_s);
  evaluation result{.wall_s = reply.wall_s};
  if (reply.failed) {
    result.reported =
        reported_case(record_of_failure(retime::to_json(blank_record(what)), *reply.failed));
    result.framework_ms = 1e3 * reply.wall_s;
    return result;
  }
  result.reported = reported_case(reply.answer.at("record"));
  result.validation_ms = reply.answer.at("validation_ms");
  result.framework_ms = reply.answer.at("framework_ms");
  result.fresh_input_s = 1e-3 * reply.inputs_made.at("fresh_input_ms").get<double>();
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
  for (const auto& what : cases) texts.push_back(retime::to_json(what));
  const json request = {{"do", "finals"},
                        {"cases", texts},
                        {"fresh_seed", or_null(fresh_seed)},
                        {"rounds", rounds},
                        {"cache", options_.cache}};
  const auto reply =
      worker_.ask(request, options_.timeout_s * static_cast<double>(1 + cases.size()));
  if (reply.failed) return std::nullopt;
  std::vector<reported_case> reported;
  for (const json& record : reply.answer.at("records")) reported.emplace_back(record);
  return reported;
}

}  // namespace retime::tune
