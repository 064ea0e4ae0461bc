#include "harness/gate/copies.h"

#include <fmt/format.h>

#include <algorithm>

namespace retime::gate {
namespace {

bool same_results(const timed_case& a, const timed_case& b) {
  return a.status == b.status && a.median_ns == b.median_ns && a.processes == b.processes;
}

/// Leaves `run` out of `side` if it is a copy of one of `known`.
void keep_new(const timing_run& run, const std::vector<timing_run>& known,
              std::vector<timing_run>& side, std::vector<std::string>& remarks) {
  const auto same =
      std::ranges::find_if(known, [&](const timing_run& other) { return is_copy(run, other); });
  if (same == known.end()) {
    side.push_back(run);
  } else {
    remarks.push_back(fmt::format("{} is a copy of {} and counts once", run.source, same->source));
  }
}

std::vector<timing_run> each_once(const std::vector<timing_run>& side,
                                  std::vector<std::string>& remarks) {
  std::vector<timing_run> kept;
  for (const auto& run : side) keep_new(run, kept, kept, remarks);
  return kept;
}

std::vector<timing_run> not_in(const std::vector<timing_run>& side, std::vector<timing_run> equal,
                               std::vector<std::string>& remarks) {
  if (side.size() < 2) return equal;
  std::vector<timing_run> kept;
  for (const auto& run : equal) keep_new(run, side, kept, remarks);
  return kept;
}

}  // namespace

bool is_copy(const timing_run& a, const timing_run& b) {
  if (a.utc.empty() || a.utc != b.utc) return false;
  return std::ranges::equal(a.cases, b.cases, [](const auto& one, const auto& other) {
    return one.first == other.first && same_results(one.second, other.second);
  });
}

inputs without_copies(inputs from, std::vector<std::string>& remarks) {
  from.base = each_once(from.base, remarks);
  from.fresh = each_once(from.fresh, remarks);
  from.equal = each_once(from.equal, remarks);
  from.equal = not_in(from.fresh, not_in(from.base, std::move(from.equal), remarks), remarks);
  return from;
}

std::string shared_run(const inputs& from) {
  for (const auto& base : from.base) {
    for (const auto& fresh : from.fresh) {
      if (is_copy(base, fresh)) {
        return fmt::format("{} and {} are one and the same run: there is nothing to compare",
                           base.source, fresh.source);
      }
    }
  }
  return {};
}

}  // namespace retime::gate
