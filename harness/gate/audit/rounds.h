// From rounds of measurements to comparisons whose right answer is known.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/cases/repeated_runner.h"
#include "harness/gate/audit/confusion_matrix.h"
#include "harness/gate/compare.h"

namespace retime::gate {

/// The sides that BASE is compared with: the same code once more, then each of the slow-downs, by
/// more runs a sample than those of BASE.
std::vector<cases::lengthening> injected_sides(const std::vector<double>& slowdowns);

/// What each side measured in each round, in which they took turns.
struct measured_rounds {
  std::vector<timed_case> base;
  std::map<double, std::vector<timed_case>>
      new_sides;  ///< by the slow-down; at 0 the code is equal
};

struct measured_case {
  std::string key;
  std::string reason;  ///< why it could not be audited; else empty
  measured_rounds rounds{};
};

/// What takes turns in a comparison.
enum class alternation {
  none,       ///< the processes of one side are of earlier rounds than those of the other
  blocks,     ///< both sides' blocks in one process, which is a round
  processes,  ///< both sides' processes, round by round; looked at after each
};

/// A way of measuring two builds.
struct design {
  std::string name;
  int runs = 1, processes = 1;  ///< a side; processes of each run, or the most of a session
  alternation turns = alternation::none;
};

/// Blocks of one process.
std::vector<design> designs_within();
/// One run a side, three, and a session that is looked at.
std::vector<design> designs_across();
/// With fewer rounds, some of the designs across processes have no comparison at all.
inline constexpr int fewest_rounds = 10;

struct audited_rounds {
  confusion_matrix matrix{};
  std::vector<double> half_widths{};  ///< of the intervals at equal code, relative
};

/// As many comparisons as the rounds are enough for, of which none has a round of one side that is
/// another one's; each is decided alone.
audited_rounds judge_rounds(const design& way, const measured_rounds& measured,
                            const compare_options& options);

}  // namespace retime::gate
