// Inputs whose times a claim compares, on one board: boards of one kind differ by more than many
// claims do.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/registry/planned_sweep.h"
#include "harness/sweep/processes/case_pool.h"

namespace retime::sweep {

/// The groups, of one input each, with those of a claim's inputs as one where it costs no more than
/// a board's share of all GPU variants: claim for claim, so that the first ones have the choice.
/// For one board they stay as they are.
std::vector<case_group> with_compared_together(std::vector<case_group> groups,
                                               const compared_inputs& compared, std::size_t boards);

}  // namespace retime::sweep
