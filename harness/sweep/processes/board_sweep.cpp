#include "harness/sweep/processes/board_sweep.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/cases/worker/run_requests.h"
#include "harness/measure/shuffled_order.h"
#include "harness/registry/sweep.h"
#include "harness/sweep/processes/merged_processes.h"

namespace retime::sweep {
namespace {

using nlohmann::json;
using case_list = std::vector<const benchmark_case*>;

case_list shuffled(const case_list& cases, std::uint64_t seed, std::uint64_t process) {
  std::vector<std::string> inputs;
  for (const auto* each : cases) inputs.push_back(each->workload_key);
  case_list result;
  for (const auto place : shuffled_order(inputs, seed, process)) result.push_back(cases[place]);
  return result;
}

bool needs_a_board(const case_list& cases) {
  return std::ranges::any_of(
      cases, [](const auto* each) { return each->variant->runs_on == processor::gpu; });
}

}  // namespace

board_sweep::board_sweep(case_pool& pool, run_directory& into, const sweep_run_options& options,
                         std::string board, double turn_s)
    : pool_(pool), into_(into), options_(options), board_(std::move(board)), turn_s_(turn_s) {}

case_list board_sweep::open_cases() const {
  case_list open;
  for (const auto& group : taken_) {
    std::ranges::copy_if(group.cases, std::back_inserter(open),
                         [&](const auto* each) { return !into_.has(each->key); });
  }
  return open;
}

std::size_t board_sweep::measured_by(const benchmark_case& benchmark) const {
  return into_.measured(benchmark.key, board_).size();
}

/// Its cases join the turn of the first process, unless an earlier run of the folder gave it to
/// them already.
bool board_sweep::takes_a_group(bool others_have_work) {
  auto group = pool_.take([&](const case_group& waiting) {
    return !others_have_work || !waiting.keeps_whole_host_busy();
  });
  if (!group) return false;
  case_list unmeasured;
  for (const auto* each : group->cases) {
    if (!into_.has(each->key) && measured_by(*each) == 0) unmeasured.push_back(each);
  }
  if (options_.shuffled) unmeasured = shuffled(unmeasured, options_.seed, 0);
  turn_.insert(turn_.end(), unmeasured.begin(), unmeasured.end());
  taken_.push_back(*std::move(group));
  return true;
}

bool board_sweep::begins_next_process() {
  case_list open = open_cases();
  if (open.empty()) return false;
  process_ = measured_by(*open.front());
  for (const auto* each : open) process_ = std::min(process_, measured_by(*each));
  std::erase_if(open, [&](const auto* each) { return measured_by(*each) > process_; });
  turn_ = options_.shuffled ? shuffled(open, options_.seed, process_) : std::move(open);
  place_ = 0;
  return true;
}

bool board_sweep::may_take_more(const case_list& open) const {
  return process_ == 0 && since_begun_.s() < turn_s_ &&
         !(pool_.needs_no_board() && needs_a_board(open));
}

void board_sweep::look_ahead(bool others_have_work) {
  looks_ahead_ = true;
  if (place_ + 1 == turn_.size() && may_take_more(open_cases())) takes_a_group(others_have_work);
}

/// Behind the last one on the present input.
const benchmark_case* board_sweep::next_with_long_input() const {
  if (place_ + 1 >= turn_.size()) return nullptr;
  const std::string& input = turn_[place_ + 1]->workload_key;
  const bool has_input = input == turn_[place_]->workload_key;
  return has_input || options_.short_inputs.contains(input) ? nullptr : turn_[place_ + 1];
}

std::optional<case_turn> board_sweep::next(bool others_have_work) {
  while (place_ == turn_.size()) {
    const case_list open = open_cases();
    if (open.empty()) {  // of whatever process this is, the next group has had none
      taken_.clear();
      turn_.clear();
      place_ = process_ = 0;
      since_begun_ = stopwatch();
    }
    if ((open.empty() || may_take_more(open)) && takes_a_group(others_have_work)) continue;
    if (!begins_next_process()) return std::nullopt;
  }
  return case_turn{process_, place_, turn_.size(), turn_[place_]};
}

json board_sweep::request(const case_turn& turn) const {
  const benchmark_case& benchmark = *turn.next;
  const process_plan& plan = options_.plan_of(benchmark.key);
  cases::run_request request{.benchmark = to_json(benchmark),
                             .timed = options_.timed,
                             .traced = turn.process == 0,
                             .save = turn.process == 0 ? options_.save : "",
                             .precision = plan.precision_within(),
                             .budget_s = plan.share_s(),
                             .longest_repeated = plan.longest_repeated(),
                             .short_input = options_.short_inputs.contains(benchmark.workload_key),
                             .cache = options_.cache,
                             .stop = options_.stop,
                             .thread_order = options_.thread_order};
  if (const auto* next = looks_ahead_ ? next_with_long_input() : nullptr)
    request.next = to_json(*next);
  if (turn.process > 0)
    request.method = into_.measured(benchmark.key, board_).front().times->method;
  return to_json(request);
}

std::optional<recorded_case> board_sweep::take(const case_turn& turn,
                                               const cases::worker_reply& reply) {
  const benchmark_case& benchmark = *turn.next;
  ++place_;
  recorded_case result = reply.failed
                             ? cases::record_of_failure(blank_record(benchmark), *reply.failed)
                             : case_of(reply.answer.at("record"));
  result.board = board_;
  std::vector<recorded_case> all = into_.measured(benchmark.key, board_);
  all.push_back(std::move(result));
  const process_plan& plan = options_.plan_of(benchmark.key);
  recorded_case so_far = merged(all, plan.precision);
  const auto reason = enough(plan, so_far);
  if (!reason) {
    into_.append_measured(all.back());
    return std::nullopt;
  }
  if (all.size() > 1 && so_far.measured() != nullptr) so_far.times->stopped = *reason;
  into_.append(so_far);
  return so_far;
}

std::vector<case_group> board_sweep::unfinished() const {
  std::vector<case_group> groups;
  std::ranges::copy_if(taken_, std::back_inserter(groups), [&](const case_group& group) {
    return !std::ranges::all_of(group.cases,
                                [&](const auto* each) { return into_.has(each->key); });
  });
  return groups;
}

}  // namespace retime::sweep
