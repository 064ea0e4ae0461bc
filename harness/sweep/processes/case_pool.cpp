#include "harness/sweep/processes/case_pool.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <variant>

namespace retime::sweep {
namespace {

/// For the order alone, where nobody knows the time: how much is computed, as far as the numbers of
/// elements, steps and the like say it.
double size_of(const benchmark_case& what) {
  double size = 1;
  for (const auto& axis : what.family->axes) {
    const auto found = what.at.values().find(axis.name);
    if (axis.name == "seed" || found == what.at.values().end()) continue;
    const auto* number = std::get_if<std::int64_t>(&found->second);
    if (number != nullptr && *number > 1) size *= static_cast<double>(*number);
  }
  return size;
}

/// In the order in which they are handed out.
enum class kind { gpu, cpu, whole_host };

kind kind_of(const benchmark_case& what) {
  if (what.variant->runs_on == processor::gpu) return kind::gpu;
  return what.variant->cores == host_cores::all ? kind::whole_host : kind::cpu;
}

}  // namespace

bool case_group::is_on_gpu() const { return kind_of(*cases.front()) == kind::gpu; }
bool case_group::keeps_whole_host_busy() const {
  return kind_of(*cases.front()) == kind::whole_host;
}

bool case_pool::needs_no_board() const {
  return !waiting_.empty() && !waiting_.front().is_on_gpu();
}

std::optional<case_group> case_pool::take(const std::function<bool(const case_group&)>& is_wanted) {
  const auto found = std::ranges::find_if(waiting_, is_wanted);
  if (found == waiting_.end()) return std::nullopt;
  case_group next = std::move(*found);
  waiting_.erase(found);
  return next;
}

std::vector<case_group> longest_first(std::vector<case_group> groups) {
  std::ranges::stable_sort(groups, std::greater(), &case_group::cost);
  std::ranges::stable_sort(groups, {},
                           [](const case_group& group) { return kind_of(*group.cases.front()); });
  return groups;
}

std::vector<case_group> one_group(const std::vector<benchmark_case>& cases) {
  case_group all;
  for (const auto& what : cases) all.cases.push_back(&what);
  return {std::move(all)};
}

std::vector<case_group> groups_by_input(const std::vector<benchmark_case>& cases,
                                        const std::map<std::string, double>& seconds,
                                        const least_processes& processes) {
  std::vector<case_group> groups;
  std::map<std::pair<kind, std::string>, std::size_t> place;
  const bool are_known = std::ranges::all_of(
      cases, [&](const benchmark_case& what) { return seconds.contains(what.key); });
  for (const auto& what : cases) {
    const auto [found, is_new] =
        place.try_emplace({kind_of(what), what.workload_key}, groups.size());
    if (is_new) groups.emplace_back();
    case_group& group = groups[found->second];
    group.cases.push_back(&what);
    group.cost +=
        static_cast<double>(processes(what)) * (are_known ? seconds.at(what.key) : size_of(what));
  }
  return longest_first(std::move(groups));
}

}  // namespace retime::sweep
