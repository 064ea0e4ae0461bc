// What the family says of walks that are too long, of the memory and the bytes that they take, and
// how often the host waits.
#include <gtest/gtest.h>

#include "kernels/device/stream.h"
#include "tests/variants/check_variants.h"

namespace {

const retime::family& carpets() { return tests::family_named("carpet"); }

/// A walk of so many steps, all other axes at their default.
retime::point walk_of(std::int64_t steps, const retime::variant& variant,
                      const char* surface = "auto") {
  retime::point point;
  for (const auto& axis : carpets().axes) point.set(axis.name, axis.default_value);
  for (const auto& axis : variant.axes) point.set(axis.name, axis.default_value);
  point.set("steps", steps);
  point.set("surface", surface);
  return point;
}

TEST(CarpetFamily, AWalkTooLongForItsIndicesIsAConstraintAndNoBadInput) {
  for (const auto* variant : tests::variants_of(carpets())) {
    EXPECT_FALSE(variant->invalid(walk_of(23000, *variant))) << variant->id;
    EXPECT_TRUE(variant->invalid(walk_of(23001, *variant))) << variant->id;
    EXPECT_FALSE(variant->invalid(walk_of(1000000, *variant, "100"))) << variant->id;
    EXPECT_TRUE(variant->invalid(walk_of(1000000, *variant, "300"))) << variant->id;
    auto far = walk_of(150000, *variant);
    EXPECT_NO_THROW(carpets().resolve(far));
  }
}

TEST(CarpetFamily, MemoryIsThePapers) {
  for (const auto* variant : tests::variants_of(carpets())) {
    if (variant->paper.label == "Variant A") {
      EXPECT_NEAR(variant->memory_bytes(walk_of(5000, *variant)), 800e6, 1e6);
    } else if (variant->paper.label == "Variant C") {
      EXPECT_NEAR(variant->memory_bytes(walk_of(9500, *variant)), 404e6, 4e6);
    }
  }
}

/// Figs 6, 8 and 10: "wait for completion of the kernel functions".
TEST(CarpetFamily, AsPrintedTheHostWaitsForEveryStep) {
  const tests::workload walk(carpets(), {{"steps", 7}});
  const auto calls_of = [&](const retime::variant& variant, const retime::axis_values& tuning) {
    const auto runner = variant.prepare(walk.problem, tests::tuned(walk, variant, tuning));
    runner->reset();
    device::stream queue;
    const device::host_calls before = device::calls_so_far;
    runner->run(queue);
    return device::calls_so_far.since(before);
  };
  for (const auto* variant : tests::variants_of(carpets())) {
    if (!variant->paper.label.starts_with("Variant")) continue;
    EXPECT_EQ(calls_of(*variant, variant->printed).launches, 7u) << variant->id;
    EXPECT_EQ(calls_of(*variant, variant->printed).waits, 7u) << variant->id;
    EXPECT_EQ(calls_of(*variant, {{"launch", "stream"}}).waits, 0u) << variant->id;
  }
}

TEST(CarpetFamily, SeveralStepsMoveTheirSitesOnceAPass) {
  for (const auto* variant : tests::variants_of(carpets())) {
    if (variant->id != "several_steps") continue;
    for (const auto& [precision, bytes] : {std::pair{"float", 9}, {"double", 17}}) {
      const tests::workload walk(carpets(), {{"steps", 16}, {"precision", precision}});
      const auto work = variant->work(walk.problem, tests::tuned(walk, *variant));
      EXPECT_EQ(work.bytes, bytes * (145 + 545));  // diamonds of radius 8 and 16
      EXPECT_EQ(work.observables.at("last_step_bytes"), bytes * 545);
      EXPECT_EQ(work.items, 16 * (2 * 256 + 6 * 16 + 7) / 3.0);
    }
  }
}

}  // namespace
