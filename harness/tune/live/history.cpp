#include "harness/tune/live/history.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

using nlohmann::json;

const char* member(objective which) {
  switch (which) {
    case objective::mean_time:
      return "mean_ns";
    case objective::worst_time:
      return "max_ns";
    default:
      return "median_ns";
  }
}

trial trial_of(const evaluation& of, objective minimised, double search_ms) {
  trial result{.result = outcome_of(of.record),
               .framework_ms = of.framework_ms,
               .search_ms = search_ms,
               .validation_ms = of.validation_ms};
  result.timestamp = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  result.reason = of.record.at("reason");
  if (!result.valid()) return result;
  for (const double sample_ns : samples_ns(of.record))
    result.runtimes_ms.push_back(sample_ns * 1e-6);
  result.objective = value_ms(minimised, of.record);
  return result;
}

}  // namespace

objective objective_named(const std::string& text) {
  if (text.empty() || text == "time") return objective::time;
  if (text == "mean_time") return objective::mean_time;
  if (text == "worst_time") return objective::worst_time;
  throw bad_input(
      fmt::format("--objective '{}': time (the median), mean_time or worst_time", text));
}

double value_ms(objective which, const json& record) {
  const json& statistics = record.at("statistics");
  if (!statistics.is_object()) return no_value;
  return statistics.at(member(which)).get<double>() * 1e-6;
}

std::vector<double> samples_ns(const json& record) {
  return record.at("samples_ns").get<std::vector<double>>();
}

rounds rounds_of(const json& record) {
  rounds found;
  if (!record.at("measurement").is_object()) return found;
  for (const auto& block : record["measurement"].at("blocks"))
    found.push_back(block.at("median_ns"));
  return found;
}

outcome outcome_of(const json& record) {
  const std::string status = record.at("status");
  if (status == "correct") return outcome::correct;
  if (status == "incorrect") return outcome::correctness;
  if (status == "constraint") return outcome::constraints;
  if (status == "compile_error") return outcome::compile;
  if (status == "timeout") return outcome::timeout;
  return outcome::runtime;  // out of memory has no class of its own
}

const tried& history::add(configuration which, evaluation found, double search_ms) {
  tried next{.which = which, .found = std::move(found), .as_trial = {}, .time = {}};
  next.as_trial = trial_of(next.found, minimised_, search_ms);
  if (next.as_trial.valid()) next.time = estimate_of(samples_ns(next.found.record));
  failures_ += !next.as_trial.valid();
  spent_s_ += next.found.wall_s + next.found.fresh_input_s + search_ms * 1e-3;
  if (place_.size() <= which) place_.resize(which + 1);
  place_[which] = all_.size();
  all_.push_back(std::move(next));
  const trial& latest = all_.back().as_trial;
  if (latest.valid() && (!best_ || latest.objective < all_[*best_].as_trial.objective))
    best_ = all_.size() - 1;
  if (best_) convergence_ms_.push_back(all_[*best_].as_trial.objective);
  return all_.back();
}

const tried* history::find(configuration which) const {
  if (which >= place_.size() || !place_[which]) return nullptr;
  return &all_[*place_[which]];
}

std::optional<double> history::reach_ns() const {
  if (!best_) return std::nullopt;
  return all_[*best_].time.high_ns;
}

}  // namespace retime::tune
