#include "harness/sweep/processes/compared_groups.h"

#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace retime::sweep {
namespace {

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
      const auto found = group_of_.find(input);
      if (found != group_of_.end() && places.insert(found->second).second)
        cost += groups_[found->second].cost;
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
  void move_cases(std::size_t from, std::size_t into) {
    for (const auto* one : groups_[from].cases) group_of_[one->workload_key] = into;
    std::ranges::move(groups_[from].cases, std::back_inserter(groups_[into].cases));
    groups_[into].cost += groups_[from].cost;
    groups_[from] = {};
  }

  std::vector<case_group> groups_;
  std::map<std::string, std::size_t> group_of_;  ///< by workload_key
  double share_ = 0;                             ///< of a board
};

}  // namespace

std::vector<case_group> with_compared_together(std::vector<case_group> groups,
                                               const compared_inputs& compared,
                                               std::size_t boards) {
  if (boards == 1) return groups;
  groups_to_join joining(std::move(groups), boards);
  for (const auto& inputs : compared) joining.join(inputs);
  return std::move(joining).joined();
}

}  // namespace retime::sweep
