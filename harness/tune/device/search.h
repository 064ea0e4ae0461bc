// The loop of a search on a device: ask the strategy, measure or recall, tell.
#pragma once

#include "harness/tune/budget.h"
#include "harness/tune/device/journaled_evaluator.h"
#include "harness/tune/device/trials.h"
#include "harness/tune/strategy.h"

namespace retime::tune {

struct search_options {
  const strategy_form* strategy = nullptr;
  budget allowed;
  objective goal;
  std::uint64_t seed = 1;
  std::vector<prior> warm_start{};
};

/// The usual configuration is tried first, so that what was gained is known, and the recommended
/// one, so that the winner is no slower than it; where boards have names the first of these on
/// each of them. Each evaluation counts once, failures too; those that the journal has count as
/// they did when they were made.
trials search(const tuning_problem& problem, journaled_evaluator& device,
              const search_options& options);

}  // namespace retime::tune
