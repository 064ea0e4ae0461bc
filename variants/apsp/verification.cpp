#include "variants/apsp/verification.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "kernels/apsp/reference.h"

namespace apsp {
namespace {

std::string sources_note(const problem& problem) {
  if (!problem.sampled()) return "all sources";
  return "a seeded sample of " + std::to_string(problem.sources.size()) + " of " +
         std::to_string(problem.network.vertices()) + " sources";
}

retime::verification compare_histograms(const problem& problem, const distances& got,
                                        const distances& expected) {
  std::int64_t wrong = 0;
  for (std::size_t d = 0; d < std::max(got.pairs_at.size(), expected.pairs_at.size()); ++d) {
    const auto pairs = [d](const distances& of) {
      return d < of.pairs_at.size() ? of.pairs_at[d] : 0;
    };
    wrong += std::abs(pairs(got) - pairs(expected));
  }
  return {
      .metric = "pairs counted at another distance",
      .value = static_cast<double>(wrong),
      .tolerance = 0,
      .note = sources_note(problem) + (is_checked_by_bits(problem)
                                           ? "; expected: the CPU's search of 256 sources a pass"
                                           : "")};
}

}  // namespace

retime::verification compare(const problem& problem, const distances& got,
                             const distances& expected) {
  if (problem.histogram_only) return compare_histograms(problem, got, expected);
  auto wrong = static_cast<double>(expected.rows.size());
  if (got.rows.size() == expected.rows.size() && got.matrix.size() == expected.matrix.size()) {
    wrong = 0;
    for (std::size_t i = 0; i < expected.rows.size(); ++i) wrong += got.rows[i] != expected.rows[i];
    if (wrong == 0 && got.matrix != expected.matrix) wrong = 1;
  }
  return {.metric = "rows of distances that differ",
          .value = wrong,
          .tolerance = 0,
          .note = sources_note(problem)};
}

}  // namespace apsp
