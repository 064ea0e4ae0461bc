// A part of a sweep, for sites that start many independent jobs.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/registry/planned_sweep.h"

namespace retime::sweep {

struct shard {
  std::size_t index = 1, count = 1;  ///< the first one is 1
};

/// "2/8". Throws bad_input for other texts.
shard shard_named(const std::string& text);

/// The shard's cases: GPU variants on one input together, and on compared inputs as far as a shard
/// holds them, and so that shards take about as long, as far as `seconds` by key or the sizes tell.
/// Every case is in one shard; the same sweep has the same shards everywhere. May be empty.
std::vector<benchmark_case> cases_of(const shard& part, const std::vector<benchmark_case>& cases,
                                     const std::map<std::string, double>& seconds,
                                     const compared_inputs& compared = {});

}  // namespace retime::sweep
