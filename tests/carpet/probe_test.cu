// The last steps from a random state: what they are, and that they show what a walk from one site
// does not.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "harness/cases/case_runner.h"
#include "kernels/carpet/initial_state.h"
#include "kernels/carpet/reference.h"
#include "kernels/carpet/tile.cuh"
#include "tests/carpet/walks.h"
#include "tests/variants/check_variants.h"
#include "variants/carpet/runner.cuh"

namespace carpet {
namespace {

using retime::status;

/// Eq. (1) as it stands, site by site.
distribution by_definition(const problem& problem) {
  std::map<std::pair<int, int>, double> p;
  for_each_initial(problem, [&](int x, int y, double value) { p[{x, y}] = value; });
  const auto p_at = [&](int x, int y) { return p.contains({x, y}) ? p[{x, y}] : 0; };
  for (int s = problem.first_step; s <= problem.steps; ++s) {
    std::map<std::pair<int, int>, double> next;
    for (int y = -s; y <= s; ++y) {
      for (int x = -s; x <= s; ++x) {
        if (!problem.accessible(x, y)) continue;
        const double sum = p_at(x - 1, y) + p_at(x + 1, y) + p_at(x, y - 1) + p_at(x, y + 1);
        next[{x, y}] = (sum + (4 - problem.neighbours(x, y)) * p_at(x, y)) / 4;
      }
    }
    p = std::move(next);
  }
  return gathered(problem, p_at);
}

TEST(CarpetProbe, ReferenceTakesTheLastSteps) {
  problem last = make_problem(walk(30, built_in_generators(0.35)));
  for (const int first : {1, 2, 5, 28, 30}) {
    last.first_step = first;
    last.in_double = true;
    const distribution expected = by_definition(last);
    EXPECT_EQ(greatest_difference_of_a_site(reference(last), expected), 0) << first;
    last.in_double = false;
    const double rounded = greatest_difference_of_a_site(reference(last), expected);
    EXPECT_EQ(rounded > 0, first > 1) << "the last steps alone are in single precision";
    EXPECT_LT(rounded, 5 * 0x1p-24 * 30);
  }
}

TEST(CarpetProbe, ItsStateIsOfOrderOneOnAllSitesThatCanHaveBeenReached) {
  problem last = make_problem(walk(30, built_in_generators(0.35)));
  last.first_step = 28;
  int sites = 0;
  for_each_initial(last, [&](int x, int y, double p) {
    EXPECT_TRUE(last.accessible(x, y) && p >= 0.5 && p < 1);
    EXPECT_EQ(static_cast<float>(p), p);
    EXPECT_NE(p, random_probability(x + 1, y));
    EXPECT_NE(p, random_probability(y, x + 1));
    ++sites;
  });
  EXPECT_EQ(sites, make_problem(walk(27, built_in_generators(0.35))).sites());
}

TEST(CarpetProbe, AWalkOfThreeStepsNeedsNone) {
  const auto probe_of = [](int steps) -> std::string {
    const tests::workload walk(tests::family_named("carpet"), {{"steps", steps}});
    return walk.probes.empty() ? "none" : walk.probes.at(0).asked.name;
  };
  EXPECT_EQ(probe_of(3), "none");
  EXPECT_EQ(probe_of(4), "over steps 2 to 4 from a random state of all sites");
  EXPECT_EQ(probe_of(50), "over steps 40 to 50 from a random state of all sites");
}

/// What a step does at sites with |x|+|y| > 80.
enum class fault {
  none,
  never_updates,
  reads_new_for_old,      ///< as where a step begins before the one before has ended
  reads_new_at_the_halo,  ///< the same, by the first thread of a block for its left neighbour
  no_halo_in_a_corner,    ///< where x > 80 too, the first thread of a block takes it for 0
  misses_the_outer_ring,  ///< |x|+|y| = s, as by a numbering that is one short
};

template <class Real>
__global__ void far_fault(device::span<const Real> old, device::span<Real> next, plane_shape plane,
                          window reach, int s, fault far) {
  const int x = reach.x_min + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = reach.y_min + static_cast<int>(blockIdx.y);
  const int distance = std::abs(x) + std::abs(y), i = plane.at(x, y);
  if (x > reach.x_max || distance > s || old[i] < 0) return;
  const fault wrong = distance > 80 ? far : fault::none;
  if (wrong == fault::never_updates || (wrong == fault::misses_the_outer_ring && distance == s))
    return;
  const auto read = [&](int place) {
    const bool in_halo = place == i - 1 && threadIdx.x == 0;
    const bool is_new =
        wrong == fault::reads_new_for_old || (wrong == fault::reads_new_at_the_halo && in_halo);
    return is_new ? next[place] : old[place];
  };
  const bool cut = wrong == fault::no_halo_in_a_corner && x > 80 && threadIdx.x == 0;
  next[i] = with_branches::next(read(i), cut ? Real{0} : read(i - 1), read(i + 1),
                                read(i - plane.pitch), read(i + plane.pitch));
}

template <class Real, int>
class far_fault_walk : public dense_walk<Real> {
 public:
  far_fault_walk(const problem& problem, const walk_options& options, fault far)
      : dense_walk<Real>(problem, options), far_(far) {}
  void step(device::stream& queue, int s) {
    const window& reach = this->problem_.reach;
    const dim3 grid(static_cast<unsigned>(reach.width() + 31) / 32,
                    static_cast<unsigned>(reach.height()));
    device::launch(queue, far_fault<Real>, {.grid = grid, .block = dim3(32)}, this->old_at(s),
                   this->new_at(s), this->layout_, reach, s, far_);
  }

 private:
  fault far_;
};

/// The outcome of a walk with that fault.
retime::recorded_case outcome_of(fault far, const std::string& steps, const char* occupancy,
                                 bool probed) {
  auto planned = retime::expand({.filter = "^carpet/b_diamond/",
                                 .axes = {{"steps", steps}, {"occupancy", occupancy}}})
                     .at(0);
  retime::variant faulty = *planned.variant;
  faulty.prepare = [far](const retime::erased& problem, const retime::point& point) {
    return std::make_unique<retime::runner_eraser<distribution>>(
        prepare_walk<far_fault_walk, 1>(retime::as<carpet::problem>(problem), point, far));
  };
  retime::family owner = *planned.family;
  if (!probed) owner.probes = [](const auto&) { return std::vector<retime::erased_probe>{}; };
  planned.variant = &faulty;
  planned.family = &owner;
  return retime::cases::case_runner({.timed = false, .traced = false}).run(planned);
}

TEST(CarpetProbe, AloneShowsAFaultFarFromTheStart) {
  for (const auto& [far, few_steps] :
       {std::pair{fault::never_updates, "84"},
        {fault::reads_new_for_old, "84"},
        {fault::reads_new_at_the_halo, "120"},  // few sites stand there
        {fault::no_halo_in_a_corner, "120"},
        {fault::misses_the_outer_ring, "84"}}) {
    for (const char* occupancy : {"0.093", "0.35", "0.59"}) {
      for (const char* steps : {few_steps, "131"}) {
        const std::string where = std::string(occupancy) + ", " + steps + " steps, fault " +
                                  std::to_string(static_cast<int>(far));
        EXPECT_EQ(outcome_of(far, steps, occupancy, false).outcome, status::correct) << where;
        const retime::recorded_case probed = outcome_of(far, steps, occupancy, true);
        EXPECT_EQ(probed.outcome, status::incorrect) << where;
        EXPECT_NE(probed.reason.find("from a random state"), std::string::npos) << probed.reason;
      }
    }
  }
}

TEST(CarpetProbe, LetsARightWalkPass) {
  for (const char* steps : {"84", "131"}) {
    const retime::recorded_case right = outcome_of(fault::none, steps, "0.59", true);
    EXPECT_EQ(right.outcome, status::correct) << right.reason;
    EXPECT_TRUE(right.verify->note.starts_with("also right over steps ")) << right.verify->note;
  }
}

}  // namespace
}  // namespace carpet
