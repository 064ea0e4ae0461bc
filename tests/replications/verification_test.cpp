// An answer is right if each replication is the plain loop's; one that is not is seen.
#include "variants/replications/verification.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "variants/replications/axes.h"

namespace replications {
namespace {

problem problem_at(const retime::axis_values& axes) {
  retime::point point;
  for (const auto& axis : workload_axes()) point.set(axis.name, axis.default_value);
  for (const auto& model : models())
    for (const auto& axis : model.axes) point.set(axis.name, axis.default_value);
  for (const auto& [name, value] : axes) point.set(name, value);
  resolve(point);
  return make_problem(point);
}

struct checked {
  explicit checked(const retime::axis_values& axes)
      : asked(problem_at(axes)), expected(reference(asked)) {}

  retime::verification with(const std::function<void(outcome&)>& change) const {
    outcome got = expected;
    change(got);
    return compare(asked, got, expected);
  }

  problem asked;
  outcome expected;
};

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

TEST(ReplicationsVerification, WholeResultsAreEqualInEveryBit) {
  const checked points({{"model", "pi"}, {"draws", 100}, {"replications", 20}});
  EXPECT_TRUE(points.with([](outcome&) {}).correct());
  EXPECT_FALSE(points.with([](outcome& got) { got.values[19] = std::nextafter(got.values[19], 0); })
                   .correct());
  EXPECT_FALSE(points.with([](outcome& got) { got.values[0] += 0.04; }).correct());
  EXPECT_FALSE(points.with([](outcome& got) { got.values.pop_back(); }).correct());
  EXPECT_FALSE(points.with([](outcome& got) { got = {}; }).correct());
}

TEST(ReplicationsVerification, QueuesMayDifferByTheirLogarithms) {
  const checked queue({{"model", "mm1"}, {"clients", 100}, {"replications", 20}});
  const double largest =
      *std::max_element(queue.expected.values.begin() + 40, queue.expected.values.end());
  const auto off_by = [&](double share) {
    return queue.with([&](outcome& got) { got.values[45] += share * largest; });
  };
  EXPECT_TRUE(off_by(0.9e-6).correct());
  EXPECT_FALSE(off_by(1.1e-6).correct());
}

TEST(ReplicationsVerification, ResultsThatCannotBeAreNamed) {
  const checked walks({{"model", "walk"}, {"steps", 50}, {"replications", 9}});
  for (const double wrong : {nan_value, -1.0, 30.0, std::numeric_limits<double>::infinity()}) {
    const auto verdict = walks.with([&](outcome& got) { got.values[4] = wrong; });
    EXPECT_FALSE(verdict.correct());
    EXPECT_NE(verdict.note.find("chunk of replication 4 is "), std::string::npos) << verdict.note;
  }
}

/// 3 of 5 replications that would take too long are compared: the others must be possible.
TEST(ReplicationsVerification, OfManyWordsSomeReplicationsAreCompared) {
  const checked points({{"model", "pi"}, {"draws", 80'000'000}, {"replications", 5}});
  const auto& numbers = points.expected.numbers;
  ASSERT_EQ(numbers.size(), 3u);
  EXPECT_EQ(numbers.front(), 0);
  EXPECT_EQ(numbers.back(), 4);
  const auto with = [&](std::int64_t replication, double value) {
    outcome got{replication_numbers(5), std::vector(5, 3.14)};
    for (std::size_t k = 0; k < 3; ++k) got.values[numbers[k]] = points.expected.values[k];
    if (replication >= 0) got.values[replication] = value;
    return compare(points.asked, got, points.expected);
  };
  EXPECT_TRUE(with(-1, 0).correct());
  EXPECT_EQ(with(-1, 0).note, "3 of 5 replications compared");
  for (const auto compared : numbers) EXPECT_FALSE(with(compared, 3.1).correct()) << compared;
  for (std::int64_t any = 0; any < 5; ++any) EXPECT_FALSE(with(any, nan_value).correct()) << any;
}

}  // namespace
}  // namespace replications
