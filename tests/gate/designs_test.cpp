// The error rates of every way of measuring on every kind of noise; margin 0.5 %, error 1 %.
#include "harness/gate/audit/designs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/thorough.h"

namespace retime::gate {
namespace {

constexpr gate::compare_options uncorrected{.correct = correction::none};

gate::confusion_matrix audited(const std::string& machine, const design& how, std::uint64_t seed,
                               int comparisons, const std::vector<double>& slowdowns) {
  gate::confusion_matrix matrix;
  for (const auto& model : gate::noise_models()) {
    if (model.name != machine) continue;
    gate::noise_source source(model, seed);
    for (const double slowdown : slowdowns) {
      for (int i = 0; i < comparisons; ++i)
        matrix.add(slowdown, judge(how, source, slowdown, uncorrected));
    }
  }
  EXPECT_EQ(matrix.injected().size(), slowdowns.size()) << "no machine of that name: " << machine;
  return matrix;
}

TEST(Designs, NoneIsFalseInMoreThanOnePerCentOnAnyMachine) {
  const int streams = tests::thorough() ? 400 : 200;
  const auto all = gate::audit_designs({.slowdowns = {0}, .streams = streams}, uncorrected);
  EXPECT_EQ(all.size(), 13U * 7U);
  for (const auto& one : all) {
    EXPECT_EQ(one.matrix.total(0), static_cast<std::size_t>(streams));
    EXPECT_LE(one.matrix.false_share(), 0.01) << one.machine << ", " << one.design;
    if (one.design == "1 v 1") {
      EXPECT_EQ(one.matrix.share(0, verdict::undecided), 1);
    }
  }
}

/// A change of just the margin is the hardest not to be wrong about, either way.
TEST(Designs, AtTheMarginNeitherClaimIsMadeInMoreThanItsError) {
  for (const auto& how : {design{.name = "pairs", .runs = 12, .paired = true},
                          design{.name = "looked at", .processes = 22, .looked_at = true}}) {
    for (const char* machine : {"processes 0.3 %", "two speeds of a process", "process tails t2"}) {
      const auto matrix = audited(machine, how, 21, 1000, {0.005});
      EXPECT_LE(matrix.share(0.005, verdict::slower), 0.01) << how.name << ", " << machine;
      EXPECT_LE(matrix.share(0.005, verdict::same), 0.015) << how.name << ", " << machine;
    }
  }
}

/// A clock of two speeds, one for a process: few of them agree by chance, and must not be believed.
TEST(Designs, UnitsThatAgreeByChanceAreNotBelieved) {
  for (const int units : {2, 3, 4, 5, 6}) {
    for (const auto& how :
         {design{.name = "runs", .runs = units}, design{.name = "processes", .processes = units},
          design{.name = "pairs", .runs = units, .paired = true}}) {
      const auto matrix = audited("two speeds of a process", how, 5, 2000, {0});
      EXPECT_LE(matrix.false_share(), 0.01) << units << " " << how.name;
    }
  }
}

TEST(Designs, FindWhatTheyAreMeantToFind) {
  const design pairs{.name = "pairs", .runs = 12, .paired = true};
  const design looked_at{.name = "looked at", .processes = 22, .looked_at = true};
  for (const auto& how : {pairs, looked_at}) {
    const auto calm = audited("processes 0.3 %", how, 8, 300, {0, 0.02});
    EXPECT_GE(calm.share(0.02, verdict::slower), 0.95) << how.name;
    EXPECT_GE(calm.share(0, verdict::same), 0.4) << how.name;
    const auto exact = audited("samples 0.5 %", how, 9, 300, {0, 0.01});
    EXPECT_GE(exact.share(0.01, verdict::slower), 0.95) << how.name;
    EXPECT_GE(exact.share(0, verdict::same), 0.95) << how.name;
  }
  const design processes{.name = "processes", .processes = 10};
  EXPECT_GE(audited("processes 1 %", processes, 9, 300, {0.05}).share(0.05, verdict::slower), 0.95);
}

TEST(Designs, TableAndJsonHoldEachRow) {
  const auto all = gate::audit_designs({.slowdowns = {0, 0.02}, .streams = 1}, uncorrected);
  const auto text = table(all);
  EXPECT_NE(text.find("+2 % found"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 13 * 7);
  EXPECT_EQ(to_json(all).size(), all.size());
  EXPECT_EQ(to_json(all)[0]["matrix"][0]["comparisons"], 1);
}

}  // namespace
}  // namespace retime::gate
