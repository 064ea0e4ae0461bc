#include "harness/tune/device/evaluator.h"

#include <utility>

#include "harness/cases/worker/run_requests.h"
#include "harness/files/json_output.h"
#include "harness/registry/sweep.h"

namespace retime::tune {

using nlohmann::json;

namespace {

json request_of(const char* what_to_do, const benchmark_case& candidate, const std::string& cache,
                std::optional<std::int64_t> fresh_seed) {
  return {{"do", what_to_do},
          {"case", retime::to_json(candidate)},
          {"cache", cache},
          {"fresh_seed", or_null(fresh_seed)}};
}

}  // namespace

void evaluator::begin(std::size_t board, const benchmark_case& candidate,
                      std::optional<std::int64_t> fresh_seed,
                      std::optional<double> elimination_threshold_ns) {
  json request = request_of("evaluate", candidate, options_.cache, fresh_seed);
  request["elimination_threshold_ns"] = or_null(elimination_threshold_ns);
  under_way_.resize(boards_.count());
  under_way_[board] = &candidate;
  boards_.ask(board, candidate.key, request, options_.timeout_s);
}

ended_evaluation evaluator::wait() {
  for (;;) {
    const cases::board_answer answer = boards_.wait();
    const auto* candidate = std::exchange(under_way_[answer.board], nullptr);
    if (candidate == nullptr) continue;  // lost while it had nothing to do
    if (!answer.reply) return {answer.board};
    return {answer.board, evaluated(*candidate, answer)};
  }
}

evaluation evaluator::on_board(json record, std::size_t board) const {
  if (const std::string name = boards_.name(board); !name.empty()) record["board"] = name;
  return evaluation(std::move(record));
}

evaluation evaluator::evaluated(const benchmark_case& candidate,
                                const cases::board_answer& answer) const {
  const cases::worker_reply& reply = *answer.reply;
  evaluation result = on_board(reply.failed ? retime::to_json(cases::record_of_failure(
                                                  blank_record(candidate), *reply.failed))
                                            : reply.answer.at("record"),
                               answer.board);
  result.wall_s = reply.wall_s;
  result.waited_s = reply.waited_s;
  if (reply.failed) {
    result.framework_ms = 1e3 * reply.wall_s;
    return result;
  }
  result.validation_ms = reply.answer.at("validation_ms");
  result.framework_ms = reply.answer.at("framework_ms");
  result.fresh_input_s = 1e-3 * reply.inputs_made.at("fresh_input_ms").get<double>();
  return result;
}

cases::board_answer evaluator::ask_first_board(const std::string& key, const json& request,
                                               double timeout_s) {
  for (std::size_t board = 0;;) {
    while (boards_.is_lost(board)) ++board;  // once all are, wait() does not return
    boards_.ask(board, key, request, timeout_s);
    for (;;) {
      cases::board_answer answer = boards_.wait();
      if (answer.board != board) continue;
      if (answer.reply) return answer;
      break;
    }
  }
}

evaluation evaluator::evaluate(const benchmark_case& candidate) {
  json request = request_of("evaluate", candidate, options_.cache, std::nullopt);
  request["elimination_threshold_ns"] = nullptr;
  return evaluated(candidate, ask_first_board(candidate.key, request, options_.timeout_s));
}

evaluation evaluator::confirm(const benchmark_case& candidate,
                              std::optional<std::int64_t> fresh_seed, double precision,
                              double budget_s) {
  json request = request_of("confirm", candidate, options_.cache, fresh_seed);
  request["precision"] = precision;
  request["budget_s"] = budget_s;
  return evaluated(candidate,
                   ask_first_board(candidate.key, request, options_.timeout_s + 3 * budget_s));
}

std::optional<std::vector<evaluation>> evaluator::finals(std::span<const benchmark_case> cases,
                                                         std::optional<std::int64_t> fresh_seed,
                                                         std::size_t rounds_wanted) {
  json texts = json::array();
  for (const auto& candidate : cases) texts.push_back(retime::to_json(candidate));
  const json request = {{"do", "finals"},
                        {"cases", texts},
                        {"fresh_seed", or_null(fresh_seed)},
                        {"rounds", rounds_wanted},
                        {"cache", options_.cache}};
  const auto answer = ask_first_board(cases.front().key, request,
                                      options_.timeout_s * static_cast<double>(1 + cases.size()));
  if (answer.reply->failed) return std::nullopt;
  std::vector<evaluation> evaluations;
  for (const json& record : answer.reply->answer.at("records"))
    evaluations.push_back(on_board(record, answer.board));
  return evaluations;
}

}  // namespace retime::tune
