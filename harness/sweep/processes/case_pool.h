// Cases that wait for a board.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/registry/planned_sweep.h"

namespace retime::sweep {

/// Cases that are compared with each other, and so are measured on one board.
struct case_group {
  std::vector<const benchmark_case*> cases;
  double cost = 0;

  bool is_on_gpu() const;
  bool keeps_whole_host_busy() const;
};

class case_pool {
 public:
  /// In the order in which they are handed out.
  explicit case_pool(std::vector<case_group> groups)
      : waiting_(std::make_move_iterator(groups.begin()), std::make_move_iterator(groups.end())) {}

  bool is_empty() const { return waiting_.empty(); }
  /// The next group is of CPU variants.
  bool needs_no_board() const;
  /// The first group of which this holds; nothing if there is none.
  std::optional<case_group> take(const std::function<bool(const case_group&)>& is_wanted);
  /// Behind all others: its board was lost, and it may be the reason.
  void give_back(case_group group) { waiting_.push_back(std::move(group)); }

 private:
  std::deque<case_group> waiting_;
};

/// All of them as one group.
std::vector<case_group> one_group(const std::vector<benchmark_case>& cases);

using least_processes = std::function<std::size_t(const benchmark_case&)>;

/// What costs most, over all its processes, comes first, so that no long one is left for the end.
/// Behind the GPU variants the CPU variants, which need no board, and behind these those that keep
/// all cores busy: for them the whole host waits.
std::vector<case_group> longest_first(std::vector<case_group> groups);

/// GPU variants on one input as a group, which shares it and whose times a speed-up compares; the
/// longest first.
std::vector<case_group> groups_by_input(
    const std::vector<benchmark_case>& cases, const std::map<std::string, double>& seconds,
    const least_processes& processes = [](const auto&) { return std::size_t{1}; });

/// The groups, of one input each, with those of inputs whose times a claim compares as one, since
/// boards of one kind differ by more than many claims do; but where that costs no more than a
/// board's share of all GPU variants: claim for claim, so that the first ones have the choice.
/// For one board they stay as they are.
std::vector<case_group> with_compared_together(std::vector<case_group> groups,
                                               const compared_inputs& compared, std::size_t boards);

}  // namespace retime::sweep
