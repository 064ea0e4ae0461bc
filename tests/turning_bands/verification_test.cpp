// What an answer is compared with, and what is refused.
#include "variants/turning_bands/verification.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "kernels/turning_bands/fft_field.h"
#include "kernels/turning_bands/host_projection.h"
#include "tests/turning_bands/problems.h"
#include "tests/turning_bands/white_noise.h"

namespace turning_bands {
namespace {

std::vector<double>& doubles(field& made) { return std::get<std::vector<double>>(made.values); }

/// 2^31 point-lines at most, with both ends.
TEST(TurningBandsVerification, ChecksASampleOfALargeField) {
  problem large = problem_at({{"n", 512}, {"lines", 100}, {"fields", 4}});
  const auto points = checked_points(large);
  EXPECT_EQ(points.size(), (std::size_t{1} << 31) / 400);
  EXPECT_EQ(points.front(), 0);
  EXPECT_EQ(points.back(), large.mesh.cells() - 1);
  EXPECT_TRUE(std::ranges::is_sorted(points));
  for (int part = 0; part < 16; ++part) {  // evenly
    const auto before = std::ranges::lower_bound(points, part * large.mesh.cells() / 16);
    const auto share = static_cast<double>(before - points.begin()) / (1u << 31) * 400;
    EXPECT_NEAR(share, part / 16.0, 0.002);
  }
  large.seed = 2;
  EXPECT_NE(checked_points(large), points);
}

/// In a field by lines and in one by an FFT.
TEST(TurningBandsVerification, RefusesWhatIsWrong) {
  const std::pair<const char*, std::function<void(field&)>> wrong[] = {
      {"NaN", [](field& f) { doubles(f)[7] = std::numeric_limits<double>::quiet_NaN(); }},
      {"a changed cell", [](field& f) { doubles(f).back() += 1e-12; }},
      {"too long", [](field& f) { doubles(f).push_back(0); }},
      {"too short", [](field& f) { doubles(f).pop_back(); }},
  };
  for (const bool by_fft : {false, true}) {
    const problem given = problem_at({{"n", 6}, {"lines", 9}});
    const field expected = reference(given);
    const field right = by_fft ? field_by_fft(given) : host_projection(given).run();
    EXPECT_TRUE(compare(given, right, expected).correct());
    EXPECT_TRUE(compare(given, right, right).correct());
    for (const auto& [name, change] : wrong) {
      field changed = right;
      change(changed);
      EXPECT_FALSE(compare(given, changed, expected).correct()) << name << by_fft;
      EXPECT_FALSE(compare(given, changed, right).correct()) << name << by_fft;
    }
  }
}

TEST(TurningBandsVerification, IsAsStrictInFloatAsThatAllows) {
  const problem given = problem_at({{"n", 6}, {"lines", 9}, {"precision", "float"}});
  const field expected = reference(given);
  for (const auto& [change, is_correct] : {std::pair{1e-6f, true}, {1e-3f, false}}) {
    field changed = expected;
    std::get<std::vector<float>>(changed.values)[3] += change;
    EXPECT_EQ(compare(given, changed, expected).correct(), is_correct);
  }
}

/// Of a field of which a sample is checked.
TEST(TurningBandsVerification, SeesAChangeAtTheEndsOfALargeField) {
  const problem given = problem_at({{"n", 104}, {"lines", 2000}});
  ASSERT_LT(checked_points(given).size(), static_cast<std::size_t>(given.size()));
  field expected, made{.values = white_noise(given.size(), 1)};
  expected.values = std::vector<double>();
  for (const auto point : checked_points(given)) doubles(expected).push_back(made.at(point));
  const auto compared = compare(given, made, expected);
  EXPECT_TRUE(compared.correct());
  EXPECT_NE(compared.note.find("sample"), std::string::npos);
  for (const std::int64_t end : {std::int64_t{0}, given.size() - 1}) {
    field changed = made;
    doubles(changed)[end] += 1e-9;
    EXPECT_FALSE(compare(given, changed, expected).correct()) << end;
  }
}

}  // namespace
}  // namespace turning_bands
