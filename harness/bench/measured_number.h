// What recorded cases say of a number that a paper prints.
#pragma once

#include <optional>
#include <vector>

#include "harness/bench/published.h"

namespace retime::bench {

/// In which a variant with a paper's label runs; variants without one count in both.
enum class form { as_printed, tuned };

struct measured_number {
  double value = 0;      ///< in the unit of the published one
  double size = 0;       ///< the largest that it rests on; 0 where there is no size axis
  bool noisy = false;    ///< rests on a time that missed its precision
  bool sampled = false;  ///< a time of a part of the work, scaled to all of it
};

/// Of the best cases of one run: as printed, of those that ran so; tuned, of all. Of ratios at the
/// largest size that both sides have. Nothing where the run does not hold what it takes.
std::optional<measured_number> measured(const published_table& table,
                                        const published_number& number, const recorded_run& run,
                                        form wanted);

/// Of the runs' answers that of the largest size, the first of these; runs are never mixed.
std::optional<measured_number> measured(const published_table& table,
                                        const published_number& number,
                                        const std::vector<recorded_run>& runs, form wanted);

}  // namespace retime::bench
