// Every carpet variant on surfaces of its own, which no built-in set gives.
#include <gtest/gtest.h>

#include "harness/run/run_once.h"
#include "tests/carpet/walks.h"
#include "tests/scratch_folder.h"
#include "tests/variants/check_variants.h"

namespace carpet {
namespace {

using retime::axis_values;

tests::workload on_set(const tests::scratch_folder& folder, const char* set, axis_values given) {
  given["generators"] = folder.write("set", set);
  return {tests::family_named("carpet"), given};
}

TEST(CarpetVariants, EqualTheReferenceToTheLastBitOnOddSurfacesAndStarts) {
  const tests::scratch_folder folder;
  for (const char* set : {all_open, sierpinski, plus, two_of_seven}) {
    for (const char* across : {"1", "2"}) {
      for (const char* start : {"centre", "3:1"}) {
        const auto on = on_set(folder, set,
                               {{"steps", 23},
                                {"level", 2},
                                {"surface", across},
                                {"start", start},
                                {"precision", "double"}});
        for (const auto* which : tests::variants_of(on.family)) {
          for (const auto& fault : faults_of(*which, on, {{}, which->printed}))
            ADD_FAILURE() << set << fault;
          const auto runner = which->prepare(on.problem, tuned(on, *which));
          EXPECT_EQ(
              on.family.compare(on.problem, retime::run_once(*runner).answer, on.expected).value, 0)
              << set << which->id;
        }
      }
    }
  }
}

TEST(CarpetVariants, AnAllOpenPlaneGivesTheStepsAsDisplacement) {
  const tests::scratch_folder folder;
  const auto on = on_set(folder, all_open, {{"steps", 30}, {"precision", "double"}});
  for (const auto* which : tests::variants_of(on.family)) {
    const auto along = retime::trace_once(*which->prepare(on.problem, tuned(on, *which)))
                           .at("mean_square_displacement");
    for (std::size_t i = 0; i < along.x.size(); ++i)
      EXPECT_NEAR(along.y[i], along.x[i], 1e-12 * along.x[i]) << which->id;
  }
}

TEST(CarpetVariants, SinglePrecisionKeepsTheSum) {
  const tests::scratch_folder folder;
  const auto on = on_set(folder, sierpinski, {{"steps", 3000}, {"surface", "1"}});
  for (const auto* which : tests::variants_of(on.family)) {
    const auto runner = which->prepare(on.problem, tuned(on, *which));
    const auto seen = on.family.observe(on.problem, retime::run_once(*runner).answer).numbers;
    EXPECT_NEAR(seen.at("total_probability"), 1, 1e-6) << which->id;
  }
}

}  // namespace
}  // namespace carpet
