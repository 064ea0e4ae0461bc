#include "variants/carpet/verification.h"

#include <algorithm>
#include <string>

#include "kernels/carpet/distribution.h"

namespace carpet {
namespace {

/// For a single-precision walk from one site: the largest p is rounded by a few 1e-6 of itself in
/// 5000 steps; one site near the start treated wrongly in one step moves p by far more.
constexpr double tolerance_in_single = 2e-5;

/// Up to 511 steps no p is below 4^-511, so none is denormal in double precision, and variants
/// agree with the reference bit for bit. Beyond, the CPU counts denormal numbers as 0 and the GPU
/// does not.
double tolerance_in_double(int steps) { return steps <= 511 ? 0 : 1e-12; }

}  // namespace

/// Eleven steps are a pass of eight, of two and of one where a pass takes several steps, and write
/// both arrays more than once. Three steps from one site show every site by themselves: p is at
/// least 1/64 where it is not 0.
std::vector<retime::probe<problem>> probes(const problem& problem) {
  constexpr int steps = 11, shown_without = 3;
  if (problem.steps <= shown_without) return {};
  carpet::problem last = problem;
  last.first_step = std::max(problem.steps - steps + 1, 2);
  return {{"over steps " + std::to_string(last.first_step) + " to " + std::to_string(last.steps) +
               " from a random state of all sites",
           last}};
}

retime::verification compare(const problem& problem, const distribution& got,
                             const distribution& expected) {
  // Variants add in the reference's order, in its precision, and nothing here is denormal.
  if (problem.first_step > 1) {
    return {.metric = "max |p - p_ref| / p_ref of a site",
            .value = greatest_difference_of_a_site(got, expected)};
  }
  return {
      .metric = "max |p - p_ref| / max p_ref",
      .value = greatest_difference(got, expected),
      .tolerance = problem.in_double ? tolerance_in_double(problem.steps) : tolerance_in_single};
}

}  // namespace carpet
