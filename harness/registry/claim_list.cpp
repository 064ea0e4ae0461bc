#include "harness/registry/claim_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/files/json_input.h"

namespace retime {
namespace {

using nlohmann::json;

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Each axis at its listed value, or at its default: an axis that is younger than the list.
template <class Axis>
point listed_point(const std::vector<Axis>& axes, const json& listed) {
  point values;
  for (const auto& axis : axes) {
    const auto value = listed.find(axis.name);
    values.set(axis.name, value == listed.end() ? axis.default_value : axis_value_from(*value));
  }
  return values;
}

claim_case case_from_list(const json& listed, const sweep_request& request) {
  const std::string family = listed.at("family"), id = listed.at("variant");
  const variant* member = find_variant(family, id);
  if (member == nullptr)
    throw std::runtime_error(fmt::format("claim_cases.json: no variant {}/{}", family, id));
  const json& axes = listed.at("axes");
  point workload = listed_point(family_of(*member).axes, axes);
  if (request.seed && workload.has("seed")) workload.set("seed", *request.seed);
  const point tuning = listed_point(member->axes, request.as_printed ? axes : json::object());
  for (const auto& [name, value] : axes.items()) {
    if (!workload.has(name) && !std::ranges::count(member->axes, name, &tuning_axis::name))
      throw std::runtime_error(
          fmt::format("claim_cases.json: {}/{} has no axis {}", family, id, name));
  }
  return {case_at(*member, workload, tuning), listed.at("input_s"), listed.at("case_s")};
}

/// Cases that are chosen, and how many processes make each input.
class choice {
 public:
  explicit choice(const claim_list& list) : list_(list) {}

  /// Takes the cases if what they add leaves the sum within the limit.
  bool take(const std::vector<std::size_t>& cases, std::size_t processes, double most_s) {
    auto inputs = inputs_;
    auto chosen = chosen_;
    double more_s = 0;
    for (const auto place : cases) {
      const claim_case& listed = list_.cases[place];
      more_s += listed.case_s * added(chosen[place], processes);
      more_s += listed.input_s * added(inputs[listed.benchmark.workload_key], processes);
    }
    if (seconds_ + more_s > most_s) return false;
    seconds_ += more_s;
    inputs_ = std::move(inputs);
    chosen_ = std::move(chosen);
    return true;
  }

  const std::map<std::size_t, std::size_t>& chosen() const { return chosen_; }
  double seconds() const { return seconds_; }

 private:
  static double added(std::size_t& count, std::size_t least) {
    const std::size_t before = count;
    count = std::max(count, least);
    return static_cast<double>(count - before);
  }

  const claim_list& list_;
  std::map<std::size_t, std::size_t> chosen_;
  std::map<std::string, std::size_t> inputs_;
  double seconds_ = 0;
};

}  // namespace

claim_list claim_list_from(const std::string& text, const sweep_request& request) {
  claim_list list;
  if (text.empty()) return list;
  const json listed = json::parse(text);
  list.sampling_s = listed.at("sampling_s");
  for (const auto& entry : listed.at("cases")) list.cases.push_back(case_from_list(entry, request));
  for (const auto& claim : listed.at("claims"))
    list.claims.push_back(
        {claim.at("family"), claim.at("claim"), claim.at("processes"), claim.at("cases")});
  return list;
}

claim_choice choose(const claim_list& list, const key_filter& filter, double most_s) {
  claim_choice result;
  choice within(list), all(list);
  for (const auto& claim : list.claims) {
    std::vector<std::size_t> chosen;
    std::ranges::copy_if(claim.cases, std::back_inserter(chosen), [&](std::size_t place) {
      return filter.matches(list.cases[place].benchmark.key);
    });
    if (chosen.empty()) continue;
    all.take(chosen, claim.processes, no_limit);
    const bool fits = within.take(chosen, claim.processes, most_s);
    if (chosen.size() < claim.cases.size()) continue;
    ++result.claims_in_all;
    if (fits) ++result.claims;
  }
  result.processes = within.chosen();
  result.seconds = within.seconds();
  result.seconds_in_all = all.seconds();
  return result;
}

}  // namespace retime
