#include "harness/sweep/processes/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "harness/sweep/processes/case_pool.h"
#include "kernels/support/bad_input.h"

namespace retime::sweep {

shard shard_named(const std::string& text) {
  shard named{0, 0};
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, named.index);
  const bool has_both = first.ec == std::errc{} && first.ptr != end && *first.ptr == '/';
  const auto second = has_both ? std::from_chars(first.ptr + 1, end, named.count) : first;
  if (!has_both || second.ec != std::errc{} || second.ptr != end || named.index < 1 ||
      named.index > named.count)
    throw bad_input(fmt::format("--shard '{}': I/N, the I-th of N parts, such as 1/8", text));
  return named;
}

std::vector<benchmark_case> cases_of(const shard& part, const std::vector<benchmark_case>& cases,
                                     const std::map<std::string, double>& seconds,
                                     const compared_inputs& compared) {
  std::vector<double> load(part.count, 0);
  std::set<const benchmark_case*> ours;
  for (const auto& group :
       with_compared_together(groups_by_input(cases, seconds), compared, part.count)) {
    const auto least = std::ranges::min_element(load);
    *least += group.cost;
    if (static_cast<std::size_t>(least - load.begin()) + 1 == part.index)
      ours.insert(group.cases.begin(), group.cases.end());
  }
  std::vector<benchmark_case> result;
  for (const auto& benchmark : cases)
    if (ours.contains(&benchmark)) result.push_back(benchmark);
  return result;
}

}  // namespace retime::sweep
