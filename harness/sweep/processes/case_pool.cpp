#include "harness/sweep/processes/case_pool.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>
#include <variant>

namespace retime::sweep {
namespace {

/// For the order alone, where nobody knows the time: how much is computed, as far as the numbers of
/// elements, steps and the like say it.
double size_of(const benchmark_case& benchmark) {
  double size = 1;
  for (const auto& axis : benchmark.family->axes) {
    const auto entry = benchmark.point.values().find(axis.name);
    if (axis.name == "seed" || entry == benchmark.point.values().end()) continue;
    const auto* number = std::get_if<std::int64_t>(&entry->second);
    if (number != nullptr && *number > 1) size *= static_cast<double>(*number);
  }
  return size;
}

/// In the order in which they are handed out.
enum class kind { gpu, cpu, whole_host };

kind kind_of(const benchmark_case& benchmark) {
  if (benchmark.variant->runs_on == processor::gpu) return kind::gpu;
  return benchmark.variant->cores == host_cores::all ? kind::whole_host : kind::cpu;
}

class groups_to_join {
 public:
  groups_to_join(std::vector<case_group> groups, std::size_t boards) : groups_(std::move(groups)) {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!groups_[i].is_on_gpu()) continue;
      group_of_[groups_[i].cases.front()->workload_key] = i;
      share_ += groups_[i].cost / static_cast<double>(boards);
    }
  }

  void join(const std::set<std::string>& inputs) {
    std::set<std::size_t> places;
    double cost = 0;
    for (const auto& input : inputs) {
      const auto entry = group_of_.find(input);
      if (entry != group_of_.end() && places.insert(entry->second).second)
        cost += groups_[entry->second].cost;
    }
    if (places.size() < 2 || cost > share_) return;
    const std::size_t into = *places.begin();
    for (auto place = std::next(places.begin()); place != places.end(); ++place)
      move_cases(*place, into);
  }

  std::vector<case_group> joined() && {
    std::erase_if(groups_, [](const case_group& group) { return group.cases.empty(); });
    return longest_first(std::move(groups_));
  }

 private:
  void move_cases(std::size_t source, std::size_t into) {
    for (const auto* each : groups_[source].cases) group_of_[each->workload_key] = into;
    std::ranges::move(groups_[source].cases, std::back_inserter(groups_[into].cases));
    groups_[into].cost += groups_[source].cost;
    groups_[source] = {};
  }

  std::vector<case_group> groups_;
  std::map<std::string, std::size_t> group_of_;  ///< by workload_key
  double share_ = 0;                             ///< of a board
};

}  // namespace

bool case_group::is_on_gpu() const { return kind_of(*cases.front()) == kind::gpu; }
bool case_group::keeps_whole_host_busy() const {
  return kind_of(*cases.front()) == kind::whole_host;
}

bool case_pool::needs_no_board() const {
  return !waiting_.empty() && !waiting_.front().is_on_gpu();
}

std::optional<case_group> case_pool::take(const std::function<bool(const case_group&)>& is_wanted) {
  const auto entry = std::ranges::find_if(waiting_, is_wanted);
  if (entry == waiting_.end()) return std::nullopt;
  case_group next = std::move(*entry);
  waiting_.erase(entry);
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
  for (const auto& benchmark : cases) all.cases.push_back(&benchmark);
  return {std::move(all)};
}

std::vector<case_group> groups_by_input(const std::vector<benchmark_case>& cases,
                                        const std::map<std::string, double>& seconds,
                                        const least_processes& processes) {
  std::vector<case_group> groups;
  std::map<std::pair<kind, std::string>, std::size_t> place;
  const bool are_known = std::ranges::all_of(
      cases, [&](const benchmark_case& benchmark) { return seconds.contains(benchmark.key); });
  for (const auto& benchmark : cases) {
    const auto [entry, is_new] =
        place.try_emplace({kind_of(benchmark), benchmark.workload_key}, groups.size());
    if (is_new) groups.emplace_back();
    case_group& group = groups[entry->second];
    group.cases.push_back(&benchmark);
    group.cost += static_cast<double>(processes(benchmark)) *
                  (are_known ? seconds.at(benchmark.key) : size_of(benchmark));
  }
  return longest_first(std::move(groups));
}

std::vector<case_group> with_compared_together(std::vector<case_group> groups,
                                               const compared_inputs& compared,
                                               std::size_t boards) {
  if (boards == 1) return groups;
  groups_to_join joining(std::move(groups), boards);
  for (const auto& inputs : compared) joining.join(inputs);
  return std::move(joining).joined();
}

}  // namespace retime::sweep
