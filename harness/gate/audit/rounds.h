// From rounds of fresh processes to comparisons whose right answer is known.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "harness/gate/audit/audit.h"
#include "harness/gate/audit/designs.h"

namespace retime::gate {

/// One case: what a process of each side measured in each round, in which they took turns.
struct measured_rounds {
  std::vector<timed_case> base;
  std::map<double, std::vector<timed_case>> fresh;  ///< by the slow-down; at 0 the code is equal
};

/// One run a side, three, and a session that is looked at.
std::vector<design> designs_across();
/// With fewer rounds, some of these designs have no comparison at all.
inline constexpr int fewest_rounds = 10;

struct audited_rounds {
  confusion_matrix matrix{};
  std::vector<double> half_widths{};  ///< of the intervals at equal code, relative
};

/// As many comparisons as the rounds are enough for, of which none has a process that is another
/// one's; each is decided alone. Runs follow each other: the processes of the one side are of
/// earlier rounds than those of the other. Processes of a session are of the same rounds.
audited_rounds judge_rounds(const design& how, const measured_rounds& measured,
                            const compare_options& options);

}  // namespace retime::gate
