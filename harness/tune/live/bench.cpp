#include "harness/tune/live/bench.h"

#include "harness/tune/live/identity.h"

namespace retime::tune {
namespace {

using nlohmann::json;

constexpr double input_share = 0.25;

}  // namespace

std::int64_t fresh_seeds::renew() {
  // Small enough for any family's own type, and away from the seeds that people choose.
  current_ = 1'000'000 + static_cast<std::int64_t>(random_() % 1'000'000'000);
  return current_;
}

std::int64_t fresh_seeds::next() {
  const bool affordable = input_s_ + last_input_s_ <= input_share * evaluation_s_;
  return current_ < 0 || affordable ? renew() : current_;
}

void fresh_seeds::spent(double input_s, double evaluation_s) {
  input_s_ += input_s;
  if (input_s > 1e-3 * last_input_s_) last_input_s_ = input_s;  // else it was there already
  evaluation_s_ += evaluation_s;
}

bench::bench(evaluator& with, journal& remembering, const problem& of, const std::string& cache,
             std::uint64_t seed)
    : evaluator_(with), journal_(remembering), of_(of), seeds_(seed) {
  const json identity = identity_of(of.any(), with.header(), cache);
  identity_ = hash_of(identity.dump());
  journal_.introduce(identity_, identity);
}

template <class Measure>
evaluation bench::recall_or(const std::string& key, Measure measure) {
  if (const json* known = journal_.find(identity_, key)) return evaluation_from(*known);
  evaluation found = measure();
  seeds_.spent(found.fresh_input_s, found.wall_s);
  journal_.append(identity_, key, to_json(found));
  ++measured_;
  return found;
}

evaluation bench::evaluate(configuration which, std::optional<double> reach_ns) {
  const benchmark_case& what = of_.cases[which];
  return recall_or(what.key, [&] { return evaluator_.evaluate(what, seeds_.next(), reach_ns); });
}

evaluation bench::confirm(configuration which, double precision, double budget_s) {
  const benchmark_case& what = of_.cases[which];
  return recall_or(what.key + "#confirmed",
                   [&] { return evaluator_.confirm(what, seeds_.renew(), precision, budget_s); });
}

std::optional<std::vector<json>> bench::finals(std::span<const configuration> which,
                                               std::size_t rounds) {
  std::vector<benchmark_case> cases;
  json keys = json::array();
  for (const auto one : which) {
    cases.push_back(of_.cases[one]);
    keys.push_back(cases.back().key);
  }
  const std::string key = of_.key + "#finals";
  const json* known = journal_.find(identity_, key);
  if (known && known->at("cases") == keys) return known->at("records").get<std::vector<json>>();
  auto found = evaluator_.finals(cases, seeds_.renew(), rounds);
  if (found) journal_.append(identity_, key, {{"cases", keys}, {"records", *found}});
  return found;
}

}  // namespace retime::tune
