// Every registered carpet variant at every tuning point against the reference; in double precision
// bit for bit.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/reference.h"
#include "kernels/device/device.h"
#include "tests/carpet/walks.h"
#include "variants/form.h"

namespace carpet {
namespace {

using retime::point;

std::vector<const retime::variant*> carpet_variants() {
  std::vector<const retime::variant*> found;
  for (const retime::variant& one : retime::variants()) {
    if (one.family == "carpet") found.push_back(&one);
  }
  return found;
}

/// The fallback of every tuning axis, and the paper's own form: one thread a site.
std::vector<point> chief_points(const retime::variant& of) {
  point plain;
  for (const auto& axis : of.axes) plain.set(axis.name, axis.fallback);
  if (!plain.has("sites_per_thread")) return {plain};
  point one_site = plain;
  one_site.set("sites_per_thread", std::int64_t{1});
  return {plain, one_site};
}

/// The same, with one tuning axis after the other going through all its values.
std::vector<point> tuning_points(const retime::variant& of) {
  std::vector<point> all = chief_points(of);
  for (const auto& axis : of.axes) {
    for (const auto& value : axis.values) {
      all.push_back(all.front());
      all.back().set(axis.name, value);
    }
  }
  return all;
}

std::string text(const point& at) {
  std::string all;
  for (const auto& [name, value] : at.values()) all += "/" + name + "=" + retime::to_text(value);
  return all;
}

struct outcome {
  std::vector<double> p, again;
  retime::series displacement;
};

outcome run(const retime::variant& of, const problem& on, const point& at) {
  const auto shared = std::shared_ptr<const void>(&on, [](const void*) {});
  const auto runner = of.prepare(shared, at);
  device::stream queue;
  outcome seen;
  runner->reset();
  runner->run(queue);
  seen.p = static_cast<const distribution*>(runner->answer().get())->p;
  runner->run(queue);  // from what the last run left, as when timed
  runner->reset();
  runner->run(queue);
  seen.again = static_cast<const distribution*>(runner->answer().get())->p;
  runner->reset();
  seen.displacement = runner->trace(queue).at("mean_square_displacement");
  return seen;
}

using points_of = std::vector<point>(const retime::variant&);

void check_all(const parameters& asked, points_of points = chief_points) {
  const problem on = make_problem(asked);
  const distribution expected = reference(on);
  const bool exact = asked.precision == real_type::double_precision;
  for (const retime::variant* variant : carpet_variants()) {
    for (const point& at : points(*variant)) {
      const std::string name = variant->id + text(at) + " steps " + std::to_string(asked.steps);
      const outcome seen = run(*variant, on, at);
      if (exact) {
        EXPECT_EQ(seen.p, expected.p) << name;
      } else {
        EXPECT_LT(greatest_difference({seen.p}, expected), 2e-6) << name;
      }
      EXPECT_EQ(seen.p, seen.again) << name;
      EXPECT_EQ(seen.displacement.x.back(), asked.steps) << name;
      EXPECT_EQ(seen.displacement.y.back(), mean_square_displacement(on, {seen.p})) << name;
    }
  }
}

TEST(CarpetVariants, ThePapersSixAreRegistered) {
  std::vector<std::string> ids;
  for (const auto* variant : carpet_variants()) ids.push_back(variant->id);
  for (const char* id :
       {"a_branchless", "a_dense", "b_diamond", "c_compact", "cpu_serial", "cpu_task_pool"}) {
    EXPECT_EQ(std::ranges::count(ids, id), 1) << id;
  }
}

TEST(CarpetVariants, EqualTheReferenceAtEveryTuningPoint) {
  parameters asked = walk(37, built_in_generators(0.35));
  check_all(asked, tuning_points);
  asked.precision = real_type::single_precision;
  check_all(asked, tuning_points);
}

TEST(CarpetVariants, EqualTheReferenceOnBuiltInSets) {
  for (const double occupancy : {0.093, 0.59}) {
    for (const int steps : {1, 2, 3, 75}) check_all(walk(steps, built_in_generators(occupancy)));
  }
}

TEST(CarpetVariants, EqualTheReferenceOnOddSurfacesAndStarts) {
  for (const char* set : {all_open, sierpinski, plus, two_of_seven}) {
    for (const std::int64_t across : {1, 2}) {
      for (const auto start : {std::optional<site>{}, std::optional{site{3, 1}}}) {
        parameters asked = walk(23, set);
        asked.level = 2;
        asked.across = across;
        asked.start = start;
        check_all(asked);
      }
    }
  }
}

TEST(CarpetVariants, DoNotDependOnTheOrderOfBlocksAndThreads) {
  device::emulation::shuffle(7);
  parameters asked = walk(19, built_in_generators(0.35));
  check_all(asked);
  device::emulation::unshuffle();
}

TEST(CarpetVariants, AnAllOpenPlaneGivesTheStepsAsDisplacement) {
  parameters asked = walk(30, all_open);
  const problem on = make_problem(asked);
  for (const retime::variant* variant : carpet_variants()) {
    const retime::series along = run(*variant, on, chief_points(*variant).front()).displacement;
    for (std::size_t i = 0; i < along.x.size(); ++i)
      EXPECT_NEAR(along.y[i], along.x[i], 1e-12 * along.x[i]);
  }
}

TEST(CarpetVariants, SinglePrecisionKeepsTheSum) {
  parameters asked = walk(3000, sierpinski);
  asked.level = 3;
  asked.across = 1;
  asked.precision = real_type::single_precision;
  const problem island = make_problem(asked);
  for (const retime::variant* variant : carpet_variants()) {
    const outcome seen = run(*variant, island, chief_points(*variant).front());
    EXPECT_NEAR(total_probability(island, {seen.p}), 1, 1e-6) << variant->id;
  }
}

}  // namespace
}  // namespace carpet
