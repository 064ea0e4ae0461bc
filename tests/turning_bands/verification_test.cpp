// What an answer is compared with, and what is refused.
#include "variants/turning_bands/verification.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "kernels/turning_bands/host_fields.h"
#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

std::vector<double>& doubles(field& made) { return std::get<std::vector<double>>(made.values); }

/// In a field by lines and in one by an FFT.
TEST(TurningBandsVerification, RefusesWhatIsWrong) {
  const std::pair<const char*, std::function<void(field&)>> wrong[] = {
      {"NaN", [](field& f) { doubles(f)[7] = std::numeric_limits<double>::quiet_NaN(); }},
      {"a changed cell", [](field& f) { doubles(f).back() += 1e-12; }},
      {"too long", [](field& f) { doubles(f).push_back(0); }},
      {"too short", [](field& f) { doubles(f).pop_back(); }},
  };
  for (const bool by_fft : {false, true}) {
    const problem problem = problem_at({{"n", 6}, {"lines", 9}});
    const field expected = reference(problem);
    const field right = by_fft ? field_by_fft(problem) : host_projection(problem).run();
    EXPECT_TRUE(compare(problem, right, expected).correct());
    EXPECT_TRUE(compare(problem, right, right).correct());
    for (const auto& [name, change] : wrong) {
      field changed = right;
      change(changed);
      EXPECT_FALSE(compare(problem, changed, expected).correct()) << name << by_fft;
      EXPECT_FALSE(compare(problem, changed, right).correct()) << name << by_fft;
    }
  }
}

TEST(TurningBandsVerification, IsAsStrictInFloatAsThatAllows) {
  const problem problem = problem_at({{"n", 6}, {"lines", 9}, {"precision", "float"}});
  const field expected = reference(problem);
  for (const auto& [change, is_correct] : {std::pair{1e-6f, true}, {1e-3f, false}}) {
    field changed = expected;
    std::get<std::vector<float>>(changed.values)[3] += change;
    EXPECT_EQ(compare(problem, changed, expected).correct(), is_correct);
  }
}

/// The sample has 2^29 point-lines at most, evenly and with both ends.
TEST(TurningBandsVerification, ChecksASampleOfALargeField) {
  problem large = problem_at({{"n", 200}, {"lines", 2000}, {"fields", 2}, {"seed", 3}});
  const auto points = checked_points(large);
  EXPECT_EQ(points.size(), (std::size_t{1} << 29) / 4000);
  EXPECT_TRUE(std::ranges::is_sorted(points));
  for (int part = 0; part < 16; ++part) {
    const auto before = std::ranges::lower_bound(points, part * large.size() / 16);
    const auto share = static_cast<double>(before - points.begin()) / (1u << 29) * 4000;
    EXPECT_NEAR(share, part / 16.0, 0.004);
  }

  field expected, made;
  expected.values = std::vector<double>();
  made.values = std::vector<double>(2 * large.size());
  std::iota(doubles(made).begin(), doubles(made).end(), 0);
  for (const std::int64_t first : {std::int64_t{0}, large.size()})
    for (const auto point : points) doubles(expected).push_back(made.at(first + point));
  const auto compared = compare(large, made, expected);
  EXPECT_TRUE(compared.correct());
  EXPECT_NE(compared.note.find("sample"), std::string::npos);
  for (const std::int64_t end : {std::int64_t{0}, large.size() - 1, 2 * large.size() - 1}) {
    doubles(made)[end] += 1;
    EXPECT_FALSE(compare(large, made, expected).correct()) << end;
    doubles(made)[end] -= 1;
  }

  large.seed = 2;
  EXPECT_NE(checked_points(large), points);
}

}  // namespace
}  // namespace turning_bands
