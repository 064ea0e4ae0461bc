// What the family says of walks that are too long, and of the memory that they take.
#include <gtest/gtest.h>

#include "tests/variants/check_variants.h"

namespace {

/// All axes at their fallbacks but for those given.
retime::point with(const retime::axis_values& given, const retime::variant& one) {
  retime::point at;
  for (const auto& axis : retime::family_of(one).axes) at.set(axis.name, axis.default_value);
  for (const auto& axis : one.axes) at.set(axis.name, axis.default_value);
  for (const auto& [name, value] : given) at.set(name, value);
  return at;
}

TEST(CarpetFamily, AWalkTooLongForItsIndicesIsAConstraintAndNoBadInput) {
  const auto& family = tests::family_named("carpet");
  for (const auto* one : tests::variants_of(family)) {
    const auto refused = [&](const retime::axis_values& given) {
      return one->invalid(with(given, *one)).has_value();
    };
    EXPECT_FALSE(refused({{"steps", 23000}})) << one->id;
    EXPECT_TRUE(refused({{"steps", 23001}})) << one->id;
    EXPECT_FALSE(refused({{"steps", 1000000}, {"surface", "100"}})) << one->id;
    EXPECT_TRUE(refused({{"steps", 1000000}, {"surface", "300"}})) << one->id;
    auto far = with({{"steps", 150000}}, *one);
    EXPECT_NO_THROW(family.resolve(far));
  }
}

TEST(CarpetFamily, MemoryIsThePapers) {
  for (const auto* one : tests::variants_of(tests::family_named("carpet"))) {
    if (one->paper.label == "Variant A") {
      EXPECT_NEAR(one->memory_bytes(with({{"steps", 5000}}, *one)), 800e6, 1e6);
    } else if (one->paper.label == "Variant C") {
      EXPECT_NEAR(one->memory_bytes(with({{"steps", 9500}}, *one)), 404e6, 4e6);
    }
  }
}

TEST(CarpetFamily, SeveralStepsMoveTheirSitesOnceAPass) {
  const auto& family = tests::family_named("carpet");
  for (const auto* one : tests::variants_of(family)) {
    if (one->id != "several_steps") continue;
    for (const auto& [precision, bytes] : {std::pair{"float", 9}, {"double", 17}}) {
      const tests::workload on(family, {{"steps", 16}, {"precision", precision}});
      const auto work = one->work(on.problem, tests::tuned(on, *one));
      EXPECT_EQ(work.bytes, bytes * (145 + 545));  // diamonds of radius 8 and 16
      EXPECT_EQ(work.observables.at("last_step_bytes"), bytes * 545);
      EXPECT_EQ(work.items, 16 * (2 * 256 + 6 * 16 + 7) / 3.0);
    }
  }
}

}  // namespace
