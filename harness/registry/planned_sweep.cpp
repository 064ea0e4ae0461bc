#include "harness/registry/planned_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

#include "harness/text/filter.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

bool is_claims(const sweep_request& request) { return request.profile == "claims"; }

void check(const sweep_request& request) {
  if (is_claims(request) && !request.axes.empty())
    throw bad_input(fmt::format("--axis {}: the cases of the profile claims have their own values",
                                request.axes.front().name));
}

/// Each once; those of one input together, in the order in which inputs are met.
void add_listed(planned_sweep& sweep, const claim_list& list) {
  std::vector<std::string> inputs;
  std::map<std::string, std::vector<benchmark_case>> by_input;
  for (const auto& [place, processes] : sweep.claims->processes) {
    const benchmark_case& listed = list.cases[place].benchmark;
    auto& most = sweep.processes[listed.key];
    const bool is_new = most == 0;
    most = std::max(most, processes);
    if (!is_new) continue;
    auto& beside = by_input[listed.workload_key];
    sweep.seconds[listed.key] = list.cases[place].case_s;
    if (beside.empty()) {
      inputs.push_back(listed.workload_key);
      sweep.seconds[listed.key] += list.cases[place].input_s;
      if (list.cases[place].input_s <= short_input_s)
        sweep.short_inputs.insert(listed.workload_key);
    }
    beside.push_back(listed);
  }
  for (const auto& input : inputs)
    std::ranges::move(by_input[input], std::back_inserter(sweep.cases));
}

/// By the claims that the chosen cases decide.
compared_inputs compared_by(const claim_list& list, const claim_choice& chosen) {
  compared_inputs all;
  for (const auto& claim : list.claims) {
    std::set<std::string> inputs;
    for (const auto place : claim.cases) {
      const benchmark_case& listed = list.cases[place].benchmark;
      if (listed.variant->runs_on == processor::gpu) inputs.insert(listed.workload_key);
    }
    const bool is_decided = std::ranges::all_of(
        claim.cases, [&](const auto place) { return chosen.processes.contains(place); });
    if (is_decided && inputs.size() > 1) all.push_back(std::move(inputs));
  }
  return all;
}

std::set<std::string> families_found(const claim_list& list, const key_filter& filter) {
  std::set<std::string> families;
  for (const auto& listed : list.cases)
    if (filter.matches(listed.benchmark.key)) families.insert(listed.benchmark.family->id);
  return families;
}

}  // namespace

bool takes_listed(const sweep_request& request, bool is_gpu) {
  return is_claims(request) || (is_gpu && request.profile == "quick" && request.axes.empty());
}

planned_sweep plan_sweep(const sweep_request& request, const claim_list& list, bool is_gpu) {
  check(request);
  planned_sweep sweep;
  if (!takes_listed(request, is_gpu)) return {.cases = expand(request)};
  if (is_claims(request) && list.cases.empty())
    throw bad_input("--profile claims: this program has no claims; smoke, quick or paper");
  const double most_s = is_claims(request) ? std::numeric_limits<double>::infinity() : quick_s;
  const key_filter filter(request.filter);
  auto chosen = choose(list, filter, most_s);
  if (chosen.processes.empty()) {
    if (!is_claims(request)) return {.cases = expand(request)};
    throw bad_input(
        fmt::format("--filter '{}': no case of a claim matches; `run --profile claims "
                    "--dry-run` names them",
                    request.filter));
  }
  sweep.claims = std::move(chosen);
  add_listed(sweep, list);
  sweep.compared = compared_by(list, *sweep.claims);
  if (is_claims(request)) return sweep;
  std::ranges::move(expand(request, families_found(list, filter)), std::back_inserter(sweep.cases));
  return sweep;
}

}  // namespace retime
