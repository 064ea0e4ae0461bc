// Every registered variant of every family, on the examples that its family gives: the answer is
// the reference's, and it does not depend on how it is computed.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/device/device.h"
#include "tests/thorough.h"
#include "tests/variants/check_variants.h"

namespace {

using retime::axis_values;
using tests::workload;

/// Those of the tree; the tests register some of their own, which go wrong on purpose.
std::vector<std::string> families() {
  std::vector<std::string> real;
  for (const auto& each : retime::families())
    if (each.source.find("tests/") == std::string::npos) real.push_back(each.id);
  return real;
}

class EveryVariant : public testing::TestWithParam<std::string> {
 protected:
  const retime::family& family_ = tests::family_named(GetParam());

  void TearDown() override { device::emulation::unshuffle(); }
};

TEST_P(EveryVariant, IsRightAtEveryTuning) {
  ASSERT_FALSE(family_.examples.empty());
  const bool all = tests::thorough();
  for (unsigned i = 0; i < family_.examples.size(); ++i) {
    const workload on(family_, family_.examples[i]);
    for (const auto* which : tests::variants_of(family_)) {
      const auto points = i == 0 ? tests::tuning_points(*which, all ? 12 : 3, all ? 6 : 2)
                                 : tests::tuning_points(*which, all ? 3 : 0, all ? 2 : 1, i);
      for (const auto& fault : faults_of(*which, on, points)) ADD_FAILURE() << fault;
    }
  }
}

TEST_P(EveryVariant, DoesNotDependOnTheOrderOfThreadsAndBlocks) {
  const workload on(family_, family_.examples.front());
  for (const auto* which : tests::variants_of(family_)) {
    if (which->runs_on != retime::processor::gpu) continue;
    for (const unsigned seed : tests::some_of<unsigned>({1, 2, 3}, 1)) {
      device::emulation::shuffle(seed, 3);
      for (const auto& fault : faults_of(*which, on, {{}, which->printed}))
        ADD_FAILURE() << "seed " << seed << ": " << fault;
    }
  }
}

TEST_P(EveryVariant, RunsAsPrintedAndSaysWhatItTakes) {
  for (const auto* which : tests::variants_of(family_)) {
    int usable = 0;
    for (const auto& example : family_.examples) {
      const workload on(family_, example);
      const auto at = tuned(on, *which, which->printed);
      if (which->invalid(at) || which->invalid(tuned(on, *which))) continue;
      ++usable;
      EXPECT_GT(which->memory_bytes(at), 0) << which->id;
      EXPECT_GT(which->work(on.problem, at).bytes, 0) << which->id;
    }
    EXPECT_GT(usable, 0) << which->id;
  }
}

/// A value that no one would ask for becomes a reason, never a crash.
TEST_P(EveryVariant, RefusesNonsense) {
  const workload on(family_, family_.examples.front());
  for (const auto* which : tests::variants_of(family_)) {
    for (const auto& axis : which->axes) {
      if (!std::holds_alternative<std::int64_t>(axis.default_value)) continue;
      for (const std::int64_t nonsense : {std::int64_t{-1}, std::int64_t{1} << 40}) {
        EXPECT_TRUE(which->invalid(tuned(on, *which, {{axis.name, nonsense}})))
            << which->id << ' ' << axis.name << '=' << nonsense;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, EveryVariant, testing::ValuesIn(families()),
                         [](const auto& named) { return named.param; });

/// The check itself, on a family of the tests.
TEST(EveryVariantCheck, SeesWhatIsWrong) {
  const auto& toy = tests::family_named("toy");
  const workload on(toy, {{"n", 50}});
  const auto faults = [&](const retime::variant& which) {
    return faults_of(which, on, tests::tuning_points(which, 64)).size();
  };
  const auto members = tests::variants_of(toy);
  const auto named = [&](const std::string& id) -> const retime::variant& {
    return **std::ranges::find(members, id, &retime::variant::id);
  };
  EXPECT_EQ(faults(named("right")), 0u);
  EXPECT_GT(faults(named("wrong")), 0u);
  EXPECT_GT(faults(named("wrong_later")), 0u);
  EXPECT_GT(faults(named("wrong_below_0")), 0u);

  retime::variant fickle = named("right");
  fickle.prepare = [&](const auto& problem, const retime::point& at) {
    return named(at.integer("block") == 64 ? "wrong" : "right").prepare(problem, at);
  };
  // Right as first tuned; wrong, another and wrong on a probe at 64.
  EXPECT_EQ(faults(fickle), 3u);
}

}  // namespace
