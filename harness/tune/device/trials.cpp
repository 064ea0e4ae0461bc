#include "harness/tune/device/trials.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/text/number_text.h"

namespace retime::tune {
namespace {

trial trial_of(const evaluation& evaluated, const objective& goal, double search_ms) {
  const recorded_case& measured = evaluated.result;
  trial result{.result = outcome_of(measured),
               .framework_ms = evaluated.framework_ms,
               .search_ms = search_ms,
               .validation_ms = evaluated.validation_ms};
  result.timestamp = utc_text();
  result.reason = measured.reason;
  if (!result.valid()) return result;
  for (const double sample_ns : samples_ns(measured))
    result.runtimes_ms.push_back(sample_ns * 1e-6);
  result.objective = goal.value_of(evaluated.record);
  if (std::isnan(result.objective)) {
    result.result = outcome::runtime;
    result.reason = fmt::format("its record has no {}", goal.name);
  }
  return result;
}

}  // namespace

std::vector<double> samples_ns(const recorded_case& result) {
  return result.times ? result.times->samples_ns : std::vector<double>();
}

rounds rounds_of(const recorded_case& result) {
  rounds medians_ns;
  if (!result.times) return medians_ns;
  for (const auto& block : result.times->blocks) medians_ns.push_back(block.median_ns);
  return medians_ns;
}

outcome outcome_of(const recorded_case& result) {
  switch (result.outcome) {
    case status::correct:
      return outcome::correct;
    case status::incorrect:
      return outcome::correctness;
    case status::constraint:
      return outcome::constraints;
    case status::compile_error:
      return outcome::compile;
    case status::timeout:
      return outcome::timeout;
    default:
      return outcome::runtime;  // out of memory has no class of its own
  }
}

void trials::compare_boards(std::span<const evaluation> by_board) {
  for (const auto& evaluated : by_board) {
    spent_s_ += evaluated.spent_s();
    if (evaluated.result.outcome != status::correct) continue;
    speeds_.add(evaluated.board(), estimate_of(samples_ns(evaluated.result)));
  }
}

const measured_trial& trials::add(configuration index, evaluation evaluated, double search_ms) {
  measured_trial next{trial_of(evaluated, goal_, search_ms)};
  next.index = index;
  next.evaluated = std::move(evaluated);
  if (next.valid()) {
    const double ratio = goal_.is_least_time ? speeds_.ratio(next.evaluated.board()) : 1;
    next.time = estimate_of(samples_ns(next.evaluated.result)).over(ratio);
    next.value = next.objective / ratio;
  }
  failures_ += !next.valid();
  spent_s_ += next.evaluated.spent_s() + search_ms * 1e-3;
  if (place_.size() <= index) place_.resize(index + 1);
  place_[index] = all_.size();
  all_.push_back(std::move(next));
  const measured_trial& latest = all_.back();
  const auto is_better_than = [&](const measured_trial& other) {
    return is_better(latest.value, other.value, goal_.towards);
  };
  if (latest.valid() && (!best_ || is_better_than(all_[*best_]))) best_ = all_.size() - 1;
  if (best_) convergence_.push_back(all_[*best_].value);
  return all_.back();
}

const measured_trial* trials::find(configuration index) const {
  if (index >= place_.size() || !place_[index]) return nullptr;
  return &all_[*place_[index]];
}

reading trials::told_of(const measured_trial& trial) const {
  return {trial.result, to_minimise(trial.value, goal_.towards)};
}

std::optional<double> trials::elimination_threshold_ns(const std::string& board) const {
  if (!best_ || !goal_.is_least_time) return std::nullopt;
  return all_[*best_].time.high_ns * speeds_.ratio(board);
}

}  // namespace retime::tune
